import type { RawNode, RootSource } from '@substrate/core';
import type { NameOrigin } from './naming.js';
import { buildWords, machineryWords, plumbingWords, styleWords, translationWords } from './vocabulary.js';
import { isHollow, splitWords } from './words.js';

/**
 * How much a person or an agent would care about a fact. Where it was found sets the start; a name that says plumbing, style,
 * translation or build data takes away, for everything below it too. What ends below `leastWorth` is served on request only.
 */

export const leastWorth = 25;

const sourceWorth: Record<RootSource, number> = {
  store: 100,
  window: 90,
  module: 85,
  component: 85,
  bean: 80,
  dom: 80,
  instance: 70,
  global: 75,
  static: 60,
  task: 70,
  closure: 70,
  endpoint: 65,
  tabs: 65,
  mbean: 65,
  process: 50,
  cache: 45,
  thread: 20,
};

/** Roots are read in this order: who comes first takes the plain name. */
const order: readonly RootSource[] = [
  'store',
  'tabs',
  'process',
  'module',
  'component',
  'bean',
  'window',
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

/** Places that hold the state of an application by design. Where one is, chance finds elsewhere have to say what they are. */
export const strongSources: ReadonlySet<RootSource> = new Set(['store', 'component', 'bean', 'window']);

/** Places where the insides of libraries lie beside the application's own. */
export const mixedSources: ReadonlySet<RootSource> = new Set(['closure', 'instance', 'global', 'static', 'task']);

/** Management beans that every program of the runtime has say little about this one. */
const runtimeBeans = /^(mbean:)?(java\.|jdk\.|com\.sun\.management|JMImplementation|sun\.)/;

export const rootWorth = (source: RootSource, address: string, library: string | undefined): number => {
  let worth = sourceWorth[source];
  // A store or a component that a library made holds the application's state all the same.
  if (library !== undefined && source !== 'store' && source !== 'component') worth -= 50;
  if (source === 'mbean' && runtimeBeans.test(address)) worth -= 30;
  return worth;
};

const has = (words: readonly string[], known: ReadonlySet<string>): boolean =>
  known.has(words.join('_')) || words.some((word) => known.has(word));

const all = (words: readonly string[], known: ReadonlySet<string>): boolean =>
  words.length > 0 && (known.has(words.join('_')) || words.every((word) => known.has(word)));

/** What a name takes away. Nothing is taken from what is on the screen. */
export const nameCost = (node: RawNode, origin: NameOrigin, source: RootSource, isRoot: boolean): number => {
  if (node.shown) return 0;
  let cost = origin === 'none' ? 25 : 0;
  const name = node.name;
  if (name.startsWith('__') || name.startsWith('$$') || name.startsWith('@@') || name.startsWith('ɵ') || name.startsWith('this$'))
    cost += 60;
  const words = splitWords(name).map((word) => word.replace(/(?<=\D)\d+$/, ''));
  if (all(words, plumbingWords) || all(words, buildWords)) cost += 80;
  else if (has(words.slice(-1), plumbingWords)) cost += 35;
  if (mixedSources.has(source)) {
    if (has(words, plumbingWords)) cost += 60;
    // A class that holds state was named by who wrote it: `Queue` may be all there is.
    else if (isRoot && source === 'static') cost += has(words, machineryWords) ? 30 : 0;
    else if (isRoot && (has(words, machineryWords) || isHollow(name))) cost += 60;
  }
  if (words.length <= 2 && has(words, translationWords)) cost += 80;
  if (all(words, styleWords)) cost += 80;
  if (isTextTable(node)) cost += 40;
  return cost;
};

/** Many texts and nothing else: a table of messages, of paths, of icons. */
const isTextTable = (node: RawNode): boolean => {
  const children = node.children;
  if (node.kind === 'list' || !children || children.length < 40) return false;
  return children.every((child) => child.kind === 'value' && typeof child.value === 'string');
};

/** Graphs of objects: the deeper, the more it is about how the program works. */
const walkedSources: ReadonlySet<RootSource> = new Set([
  'component',
  'bean',
  'instance',
  'static',
  'task',
  'closure',
  'global',
  'cache',
  'endpoint',
]);

/** Deep facts matter less. Data is nested by design, objects by need. */
export const depthCost = (depth: number, source: RootSource): number => {
  if (walkedSources.has(source)) return depth <= 2 ? 0 : Math.min(60, (depth - 2) * 10);
  return depth <= 4 ? 0 : Math.min(30, (depth - 4) * 6);
};

/** Nothing was ever seen there, in a place that holds much: a pointer that points nowhere. */
export const emptyCost = (source: RootSource): number => (walkedSources.has(source) ? 20 : 0);
