import type { RootSource } from '@substrate/core';

/** Roots are read in this order: who comes first takes the plain name. */
const order: readonly RootSource[] = [
  'store',
  'tabs',
  'process',
  'window',
  'module',
  'component',
  'bean',
  'dom',
  'global',
  'instance',
  'static',
  'task',
  'closure',
  'endpoint',
  'mbean',
  'cache',
  'thread',
];
export const sourceOrder = Object.fromEntries(order.map((source, at) => [source, at])) as Record<RootSource, number>;

/** Places where the insides of libraries lie beside the application's own. */
export const mixedSources: ReadonlySet<RootSource> = new Set(['closure', 'instance', 'global', 'static', 'task']);
