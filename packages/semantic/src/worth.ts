import type { RawNode, RawRoot, RootSource } from '@substrate/core';
import type { Leaf, Slot } from './labels.js';
import type { NameOrigin } from './naming.js';
import { isConstantName, tableCost } from './tables.js';
import { valueCost } from './value-cost.js';
import {
  buildWords,
  conditionWords,
  geometryWords,
  innerWords,
  loopWords,
  machineryWords,
  plumbingWords,
  settingWords,
  styleWords,
  tellingWords,
  translationWords,
  wiringWords,
} from './vocabulary.js';
import { isHollow, isMeaningful, splitWords } from './words.js';

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

/** Places that hold the state of an application by design. Where one is, chance finds elsewhere have to say what they are. */
export const strongSources: ReadonlySet<RootSource> = new Set(['store', 'component', 'bean', 'window']);

/** Places where the insides of libraries lie beside the application's own. */
export const mixedSources: ReadonlySet<RootSource> = new Set(['closure', 'instance', 'global', 'static', 'task']);

/** What comes first for a reader: what is kept or shown by design, records, settings, then the rest; how the process runs is last. */
export const leadOf = (root: RawRoot): number => {
  const { source } = root;
  if (source === 'store' || source === 'window') return 0;
  if (source === 'process' || source === 'tabs' || source === 'thread' || runtimeBeans.test(root.address)) return 5;
  if (root.library !== undefined || tableCost(root) > 0) return 4;
  if (source === 'static' || source === 'endpoint') return 3;
  if (holdsRecords(root, 0)) return 1;
  return byDesign.has(source) || holdsSettings(root) || holdsRecords(root, 2) ? 2 : 3;
};

const byDesign: ReadonlySet<RootSource> = new Set(['component', 'bean', 'mbean', 'dom']);

/** A list or a map of objects, here or a little further down. */
const holdsRecords = (node: RawNode, levels: number): boolean => {
  const children = node.children ?? [];
  if (node.kind === 'list' || node.kind === 'map') return children.some((child) => child.kind === 'object');
  return levels > 0 && children.some((child) => holdsRecords(child, levels - 1));
};

/** An object of a few plain values, each with a name that says something. */
const isSmallRecord = (node: RawNode): boolean => {
  const fields = node.kind === 'object' ? (node.children ?? []) : [];
  return fields.length >= 2 && fields.length <= 8 && fields.every((field) => field.kind === 'value' && isMeaningful(field.name));
};

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
  const name = node.name;
  const words = splitWords(name).map((word) => word.replace(/(?<=\D)\d+$/, ''));
  let cost = namelessCost(node, origin, isRoot);
  if (/^(?:__|\$\$|@@|ɵ|this\$)/.test(name))
    // Kept out of the way: machinery, or what has to outlive the reloading of modules.
    cost += isRoot && source === 'global' && holdsRecords(node, 1) ? 10 : 60;
  if (holdsSettings(node)) cost -= 10;
  else cost += plumbingCost(words, node, source, isRoot);
  if (words.length <= 2 && has(words, translationWords)) cost += 80;
  if (all(words, styleWords) || (node.kind !== 'value' && words.includes('highlighting'))) cost += 80;
  if (keepsData.has(source)) return cost + (isTextTable(node) ? 40 : 0);
  if (isRoot && node.kind === 'value' && isConstantName(name)) cost += 20;
  if (isRoot && (words[0] === 'default' || words.at(-1) === 'default' || words.at(-1) === 'defaults')) cost += 20;
  return cost + tableCost(node);
};

const logWords: ReadonlySet<string> = new Set(['log', 'logs', 'logger', 'logging']);
const logSettings: ReadonlySet<string> = new Set(['level', 'format', 'file', 'filename']);

/** What is logged, how and where: people ask for that, though a logger itself is plumbing. */
export const isLogSetting = (node: RawNode, parent: Slot): boolean =>
  typeof node.value === 'string' &&
  logSettings.has(splitWords(node.name).at(-1) ?? '') &&
  splitWords(parent.sourceName).some((word) => logWords.has(word));

/** A structure that holds its own kind (`children` of `children`, `next` of `next`): the further down, the less it is asked for. */
export const againCost = (node: RawNode, above: Slot): number => {
  if (node.kind === 'value' || !walkedSources.has(above.source)) return 0;
  let cost = 0;
  for (let at: Slot | null = above; at; at = at.parent) if (at.sourceName === node.name && !at.pattern.endsWith('/*')) cost += 12;
  return cost;
};

/** A value without a name is no fact; an object without one may hold many that have theirs. */
const namelessCost = (node: RawNode, origin: NameOrigin, isRoot: boolean): number => {
  if (origin === 'spelling') return isRoot && node.kind === 'value' ? 20 : 0;
  if (origin !== 'none') return 0;
  if (node.kind === 'value') return isRoot ? 60 : 25;
  const fields = node.kind === 'object' ? (node.children ?? []) : [];
  let named = 0;
  for (const field of fields) if (isMeaningful(field.name)) named++;
  return fields.length >= 3 && named * 5 >= fields.length * 3 ? 5 : 25;
};

const isSettingsName = (name: string): boolean => {
  const words = splitWords(name);
  return settingWords.has(words.at(-1) ?? '') && !words.includes('default');
};

/** `serverOptions`, `config`: an object of values. Defaults are what nobody chose. */
export const holdsSettings = (node: RawNode): boolean =>
  (node.kind === 'object' || node.kind === 'map') &&
  isSettingsName(node.name) &&
  (node.children?.some((child) => child.kind === 'value') ?? false);

/** The same of a place that was read before. */
export const isSettings = (slot: Slot): boolean => slot.open === 0 && isSettingsName(slot.sourceName);

const plumbingCost = (words: readonly string[], node: RawNode, source: RootSource, isRoot: boolean): number => {
  if (all(words, buildWords)) return 80;
  if (!isRoot && node.kind !== 'value' && walkedSources.has(source) && isWiring(words)) return 80;
  // What a thread works with: whatever it is called, `Dispatcher` may be all there is.
  if (isRoot && source === 'task' && node.kind === 'object' && node.type !== undefined)
    return has(words, plumbingWords) || has(words, machineryWords) ? 30 : 0;
  let cost = 0;
  if (all(words, plumbingWords)) cost += 80;
  else if (has(words.slice(-1), plumbingWords)) cost += 35;
  if (mixedSources.has(source)) {
    if (has(words, plumbingWords)) cost += 60;
    else if (isRoot && (has(words, machineryWords) || (source !== 'static' && isHollow(node.name)))) {
      // A class that holds state was named by who wrote it: `Queue` may be all there is.
      const machinery = source === 'static' ? 30 : isSmallRecord(node) ? 42 : 60;
      // Records tell what they are themselves, whatever holds them is called: `sockets`, a controller.
      cost += holdsRecords(node, 2) ? machinery / 3 : machinery;
    } else if (isRoot && source === 'closure' && node.kind === 'value' && all(words, loopWords)) cost += 60;
  }
  if (isRoot) return cost;
  if (node.kind !== 'value')
    return cost + (cost === 0 && walkedSources.has(source) && has(words.slice(-1), machineryWords) ? 12 : 0);
  if (cost === 0 && walkedSources.has(source)) {
    if (has(words, innerWords)) return 15;
    if (source === 'component' && has(words, geometryWords)) return 8;
    // What holds where nobody chose.
    if (words[0] === 'default') return 10;
    if (typeof node.value !== 'string' && has(words, conditionWords)) return -14;
    return words[0] !== 'is' && has(words.slice(-1), tellingWords) ? -8 : 0;
  }
  // A cache is plumbing; `cache: 30` is a setting.
  return typeof node.value === 'boolean' ? cost / 2 : node.value === null || node.value === undefined ? cost : cost / 5;
};

/** Who is told when something happens: `eventListeners`, `eventBus`, `onDidChange`. */
const isWiring = (words: readonly string[]): boolean =>
  wiringWords.has(words.at(-1) ?? '') ||
  wiringWords.has(words.slice(-2).join('_')) ||
  (words[0] === 'on' && (words[1] === 'did' || words[1] === 'will'));

/** Made to hold data: a table there is one. */
const keepsData: ReadonlySet<RootSource> = new Set(['store', 'dom', 'window', 'tabs', 'process']);

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
const depthCost = (depth: number, source: RootSource): number => {
  if (walkedSources.has(source)) return depth <= 2 ? 0 : Math.min(60, (depth - 2) * 10);
  return depth <= 4 ? 0 : Math.min(30, (depth - 4) * 6);
};

/** What a person would give for one fact, as it stands now. */
export const worthOf = (leaf: Leaf): number => {
  const { slot, value } = leaf;
  // Records in a list are data, however deep it lies.
  const depth = slot.open > 0 ? slot.depth - 2 : slot.depth;
  let worth = slot.worth - depthCost(depth, slot.source) + (leaf.shown ? 15 : 0);
  // A state without a name of a component without one, which tells nothing else either.
  if (slot.address.endsWith(':component') && /^state\d*$/.test(slot.sourceName) && isDull(value)) worth -= 80;
  if (slot.open > 0 && !slot.pattern.endsWith('/*') && !isDull(value) && walkedSources.has(slot.source)) worth += 6;
  // Nothing was ever seen there, in a place that holds much: a pointer that points nowhere.
  if (value === null && slot.entry.type === undefined && walkedSources.has(slot.source))
    worth -= slot.open === 0 && mixedSources.has(slot.source) ? 40 : 22;
  // A counter of a management bean that is 0 is a measurement.
  const measured = typeof value === 'number' && slot.source === 'mbean';
  if (!leaf.shown && !measured && !keepsData.has(slot.source)) worth -= valueCost(slot.sourceName, value);
  return worth;
};

/** Values that a thing has while nothing happened to it. */
export const isDull = (value: Leaf['value']): boolean =>
  value === null || typeof value === 'boolean' || value === 0 || value === 1 || value === -1 || value === '';

/** Places where one root may hold the whole program: what is told of each is bounded. */
export const isCrowded = (source: RootSource): boolean => !keepsData.has(source);
