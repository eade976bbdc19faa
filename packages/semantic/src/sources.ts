import type { RootSource } from '@substrate/core';

/** The places where roots are found, in the order in which they are read: who comes first takes the plain name. */

type Trait =
  /** What a person sees. */
  | 'screen'
  /** Made to hold data: what is there is data, whatever it is called. */
  | 'data'
  /** About the program, not of it: that a process runs, or a page is open, is not yet its state. */
  | 'around'
  /** Shows or holds on to what is kept elsewhere. */
  | 'view'
  /** Named after its class: that is what it is, wrapper or not. */
  | 'classed';

interface Source {
  /** What tells a root from others of the same name. */
  readonly word: string;
  readonly says: string;
  readonly is: readonly Trait[];
  /** How sure its names are: what was found on a heap or in a running task is named after whatever holds it. */
  readonly certainty?: number;
}

const sources: Readonly<Record<RootSource, Source>> = {
  store: { word: 'store', says: 'a store', is: ['data'] },
  tabs: { word: 'tabs', says: 'the open pages', is: ['data', 'around'] },
  process: { word: 'process', says: 'the process itself', is: ['data', 'around'] },
  window: { word: 'window', says: 'what the window shows', is: ['data', 'screen'], certainty: 0.99 },
  module: { word: 'module', says: 'a variable of a module', is: [] },
  component: { word: 'view', says: 'a part of the user interface', is: ['view', 'classed'] },
  bean: { word: 'bean', says: 'an object that a container manages', is: ['classed'] },
  dom: { word: 'page', says: 'what the page shows', is: ['data', 'screen'] },
  global: { word: 'page', says: 'a global of the page', is: ['view'] },
  instance: { word: 'instance', says: 'an object on the heap', is: ['view', 'classed'], certainty: 0.98 },
  static: { word: 'static', says: 'a static field', is: ['view', 'classed'], certainty: 0.99 },
  task: { word: 'task', says: 'a running task', is: ['view'], certainty: 0.98 },
  closure: { word: 'closure', says: 'a variable that only a function holds', is: ['view'] },
  endpoint: { word: 'endpoint', says: 'a route of the server', is: ['view'] },
  mbean: { word: 'mbean', says: 'a management bean', is: [] },
  cache: { word: 'cache', says: 'a cache', is: ['view'], certainty: 0.98 },
  thread: { word: 'thread', says: 'a thread', is: ['around'] },
};

const order = Object.keys(sources);

/** A probe that others wrote may name one of its own. */
export const sourceOf = (source: RootSource): Source =>
  Object.hasOwn(sources, source) ? sources[source] : { word: source, says: `what the probe calls ${source}`, is: [] };

export const sourceIs = (source: RootSource, trait: Trait): boolean => sourceOf(source).is.includes(trait);

const rankOf = (source: RootSource): number => (order.includes(source) ? order.indexOf(source) : order.length);

export const compareSources = (a: RootSource, b: RootSource): number => rankOf(a) - rankOf(b);
