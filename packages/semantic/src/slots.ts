import { childAddress, type RawNode, type RawRoot, secrets, unknownName } from '@substrate/core';
import { innerOf, isElement, isNameless, isScreen, type Labels, type Slot, wayTo } from './labels.js';
import { entryIn } from './memo.js';
import { type Name, type NameOrigin, nameNode, nameRoot } from './naming.js';
import { areOpaque, areRedrawn, contentSegment, idSegment, idsAmong, placeIn, placeName, recordOf } from './opaque.js';
import { secrecyOf } from './redact.js';
import type { KeyEntry } from './schema.js';
import { sourceIs, sourceOf } from './sources.js';
import { below } from './template.js';
import { wrapperWords } from './vocabulary.js';
import { compare, isDataName, isMeaningful } from './words.js';

/**
 * Slots are made when an address pattern is met for the first time. A pattern that the schema knows keeps its key for good. A new
 * one gets the shortest key that is clear:
 *
 *   wrappers     `state.data.user.name` is `user.name`: a wrapper lends its place to what it holds, where nothing beside it has the same name
 *   said twice   `tasks.tasks[0]` is `tasks[0]`
 *
 * What is decided stays decided: a sibling that appears later is named beside the wrapper, and moves nobody.
 */

/** How sure a name of each origin is, before anything else is known. */
const originConfidence: Record<NameOrigin, number> = {
  source: 0.99,
  label: 0.98,
  type: 0.8,
  spelling: 0.75,
  none: 0.1,
};

export const isContainer = (node: RawNode): boolean => node.kind === 'object' || node.kind === 'map' || node.kind === 'list';

/** Entries of a map by the look of their names, where the source only knows objects. */
const holdsEntries = (node: RawNode, source: Slot['source']): boolean => {
  if (node.kind === 'map') return true;
  const children = node.children;
  // What a screen shows is called by labels: they look like data and are names.
  if (node.kind !== 'object' || !children || children.length === 0 || sourceIs(source, 'screen')) return false;
  const data = children.filter(({ name }) => isDataName(name)).length;
  return data * 5 >= children.length * 4 || areNumbered(children) || hasIds(node);
};

/** Things of one form by a letter or a few and a number, `m1` and `m2`: nobody calls fields so. */
const areNumbered = (children: readonly RawNode[]): boolean => {
  const formOf = ({ children: fields = [] }: RawNode): string => fields.map(({ name }) => name).join();
  const form = formOf(children[0] as RawNode);
  return (
    children.length > 1 &&
    form.includes(',') &&
    children.every((one) => /^\p{L}{1,3}\d{1,6}$/u.test(one.name) && one.kind === 'object' && formOf(one) === form)
  );
};

const leastId = 8;
/** One name alone may look like any: where it says nothing, and what it leads to is of a class, nobody wrote it as the name of a field. */
const hasIds = ({ kind, children = [] }: RawNode): boolean => {
  const [first] = children;
  const isUnsaid = ({ name, type }: RawNode): boolean => name.length >= leastId && type === first?.type && !isMeaningful(name);
  return (
    areOpaque(children.map(({ name }) => name)) || (kind === 'object' && first?.type !== undefined && children.every(isUnsaid))
  );
};

/** How the names below a node are to be taken. */
const formOf = (node: RawNode, source: Slot['source']): Pick<KeyEntry, 'entries' | 'listed'> => {
  if (!holdsEntries(node, source)) return {};
  const listed = hasIds(node);
  return { ...(node.kind === 'object' && { entries: true }), ...(listed && { listed: true }) };
};

/** Whether a thing has the fields of a kind: some of them, where it was made just now, and few others. */
const isOfKind = (fields: readonly string[], kind: ReadonlySet<string>): boolean =>
  fields.filter((field) => kind.has(field)).length * 5 >= Math.max(1, fields.length) * 4;

const holds = ({ children = [] }: RawNode, value: string, levels: number): boolean =>
  children.some((child) => child.value === value || (levels > 0 && holds(child, value, levels - 1)));

/**
 * Names that were taken for those of fields, and are the ids of things that hold them: in another document, or another run, others stand in the place of
 * all of them, for things of the same kind. What a person named is a name.
 */
const wereDrawn = (labels: Labels, slot: Slot, { kind, children = [] }: RawNode): boolean => {
  const [first] = children;
  if (kind !== 'object' || first === undefined || slot.children.has(first.id ?? first.name)) return false;
  const isNew = (child: RawNode): boolean => child.kind === 'object' && !labels.keys.has(childAddress(slot.pattern, child));
  if (!children.every(isNew) || isScreen(slot) || slot.entry.key === '' || labels.literal || labels.born.has(slot.pattern))
    return false;
  if (!children.some((child) => holds(child, child.name, 1))) return false;
  const fieldsOf = new Map<string, Set<string>>();
  for (const pattern of labels.below(slot)) {
    if (labels.keys.get(pattern)?.confirmed) return false;
    const [name = '', field] = pattern.slice(slot.pattern.length + 1).split('/');
    const fields = entryIn(fieldsOf, name, () => new Set<string>());
    if (field !== undefined) fields.add(field);
  }
  const isAlike = ({ children = [] }: RawNode): boolean => {
    const fields = children.map((one) => one.id ?? one.name);
    return [...fieldsOf.values()].some((kind) => isOfKind(fields, kind));
  };
  return (
    children.every(isAlike) &&
    areRedrawn(
      [...fieldsOf.keys()],
      children.map(({ name }) => name),
    )
  );
};

/** What was empty until now shows what its names are, and so does what has others by now. */
export const settleForm = (labels: Labels, slot: Slot, node: RawNode): void => {
  if (!slot.entry.listed && slot.entry.entries === undefined && wereDrawn(labels, slot, node)) {
    labels.forgetBelow(slot);
    labels.update(slot, { ...slot.entry, entries: true, listed: true });
    return;
  }
  const first = node.children?.[0];
  if (!first || slot.children.size > 0 || slot.entry.listed || (node.kind !== 'map' && node.kind !== 'object')) return;
  if (labels.keys.has(isMap(node, slot) ? `${slot.pattern}/*` : childAddress(slot.pattern, first))) return;
  const form = formOf(node, slot.source);
  if (form.listed !== slot.entry.listed || form.entries !== slot.entry.entries) labels.update(slot, { ...slot.entry, ...form });
};

const lists = new WeakMap<RawNode, { readonly slot: Slot; readonly list: RawNode }>();

/**
 * The node as it is read: a map of ids as a list, and where a few of its keys are ids or open something, those by their place in it. `from` is the number of the first entry, where
 * a part was read alone.
 */
export const seenAs = (node: RawNode, slot: Slot, from = 0): RawNode => {
  const { listed } = slot.entry;
  if (node.kind === 'list' || !(listed || isMap(node, slot)) || !node.children) return node;
  const known = lists.get(node);
  if (known?.slot === slot && from === 0) return known.list;
  const ids = idsAmong(listed ? [] : node.children.map(({ name }) => name));
  const children = node.children.map((entry, at) => {
    const secret = isSecretName(entry, slot);
    if (listed) return recordOf(entry, from + at, secret);
    // Of what holds one value the name is all that tells it.
    const isId = secret || (isContainer(entry) && ids.has(entry.name));
    if (!isId || placeIn(entry.name) !== undefined) return entry;
    const record = isContainer(entry) ? recordOf(entry, from + at, secret) : entry;
    return { ...record, name: placeName(from + at), id: entry.id ?? entry.name };
  });
  const list: RawNode = { ...node, ...(listed && { kind: 'list' }), children };
  if (from === 0) lists.set(node, { slot, list });
  return list;
};

/** A key of a map that opens something, as session ids do. */
export const isSecretName = ({ name }: RawNode, slot: Slot): boolean =>
  (/session|token|cookie/.test(slot.name) && name.length >= 16 && /\d/.test(name)) || secrets.holds(name);

export const isMap = (node: RawNode, slot: Slot): boolean =>
  node.kind === 'map' || (node.kind === 'object' && slot.entry.entries === true);

/** Of the words that a key below has, the share that says nothing. */
const namelessAbove = (parent: Slot): number => {
  const words = wayTo(parent).filter((at) => at.entry.key !== '' && !isElement(at));
  return words.filter(isNameless).length / (words.length + 1);
};

const confidenceOf = (origin: NameOrigin, source: Slot['source'], numbered: boolean, parent: Slot | null): number => {
  let confidence = originConfidence[origin] * (sourceOf(source).certainty ?? 1);
  if (numbered) confidence *= 0.8;
  if (parent) confidence *= 1 - 0.8 * namelessAbove(parent);
  return Math.round(confidence * 1000) / 1000;
};

/** The same thing read another way, a window and the object behind it: one name for both. */
const twinOf = (labels: Labels, root: RawRoot): Slot | undefined => {
  if (root.type === undefined || root.kind !== 'object' || root.element || holdsEntries(root, root.source)) return undefined;
  return [...labels.roots.values()].find(
    ({ entry: { key, inner, entries }, type, sourceName, source }) =>
      type === root.type && sourceName === root.name && source !== root.source && key !== '' && inner === undefined && !entries,
  );
};

/** Roots that are told apart by a number are elements of one kind: `instance:Order[3]`. */
export const rootPattern = ({ element, address }: RawRoot): string => element?.of ?? address;

export const rootSlot = (labels: Labels, given: RawRoot): Slot => {
  const pattern = rootPattern(given);
  const element = given.element?.at;
  const known = labels.roots.get(pattern);
  if (known) return known;
  const root =
    element === undefined ? given : { ...given, name: given.name.replace(new RegExp(`\\s*\\[?#?${element}\\]?$`), '') };
  const { candidates, origin } = nameRoot(root, labels.isWritten());
  const entry = entryIn(labels, pattern, (): KeyEntry => {
    const bare = candidates[0]?.length === 0 && root.kind === 'object' && !holdsEntries(root, root.source);
    const templates = candidates.filter((path) => path.length > 0).map((path) => path.reduce(below, ''));
    const lent = twinOf(labels, root)?.entry.key ?? (bare ? '' : undefined);
    if (lent !== undefined) return { key: '', inner: lent, confidence: confidenceOf(origin, root.source, false, null) };
    const key = labels.firstFree(element === undefined ? templates : templates.map((template) => `${template}[*]`));
    const isNumbered = /_\d+$/.test(key) && !templates.includes(key);
    return { key, confidence: confidenceOf(origin, root.source, isNumbered, null), ...formOf(root, root.source) };
  });
  const name = candidates.find((path) => path.length > 0)?.join('_') ?? '';
  const slot: Slot = {
    pattern,
    parent: null,
    role: 'root',
    entry,
    source: root.source,
    sought: root.sought ?? false,
    address: root.address,
    name,
    origin,
    type: root.type,
    sourceName: root.name,
    secrecy: secrecyOf(0, name),
    open: element === undefined ? 0 : 1,
    children: new Map(),
  };
  labels.roots.set(pattern, slot);
  return slot;
};

/** The slot below another, which is made when it is met for the first time. */
const childSlot = (
  labels: Labels,
  parent: Slot,
  segment: string,
  { entry, ...parts }: Partial<Omit<Slot, 'entry'>> & { readonly entry: () => KeyEntry },
): Slot =>
  entryIn(parent.children, segment, () => {
    const pattern = parts.pattern ?? `${parent.pattern}/${segment}`;
    const own = { pattern, parent, entry: entryIn(labels, pattern, entry), children: new Map() };
    return { ...parent, role: 'field', ...parts, ...own };
  });

/** The slot of a collection's elements: one for all of them. */
export const elementSlot = (labels: Labels, slot: Slot, map: boolean): Slot =>
  childSlot(labels, slot, '*', {
    entry: () => ({ key: `${innerOf(slot.entry)}${map ? '.*' : '[*]'}`, confidence: slot.entry.confidence }),
    role: 'element',
    secrecy: secrecyOf(slot.secrecy, ''),
    open: slot.open + 1,
  });

/** The number of elements, as a fact of its own. */
export const countSlot = (labels: Labels, slot: Slot, word: string): Slot =>
  childSlot(labels, slot, `#${word}`, {
    entry: () => ({
      key: labels.firstFree([below(innerOf(slot.entry), word)]),
      type: 'number',
      confidence: slot.entry.confidence,
    }),
    ...{ role: 'count', name: word, sourceName: word, origin: 'source', type: undefined, secrecy: 0 },
  });

/** A wrapper that became a value, null for one, needs a key of its own. */
export const ownKey = (labels: Labels, slot: Slot): void => {
  const inner = slot.parent ? innerOf(slot.parent.entry) : '';
  const key = labels.firstFree([below(inner, slot.name === '' ? 'value' : slot.name)]);
  labels.update(slot, { ...slot.entry, key, inner: innerOf(slot.entry) });
};

const plainness = (name: string): number => (/^[\p{L}]/u.test(name) ? 0 : 1);

/**
 * Makes the slots of an object's fields that were never met before, in an order that does not depend on that of the fields; returns
 * those fields in that order.
 */
export const fieldSlots = (labels: Labels, slot: Slot, node: RawNode): readonly RawNode[] => {
  const children = node.children ?? [];
  if (children.every((child) => slot.children.has(child.id ?? child.name))) return [];
  const missing = children.filter((child) => !slot.children.has(child.id ?? child.name));
  missing.sort((a, b) => plainness(a.name) - plainness(b.name) || compare(a.name, b.name));
  // Nobody minifies the fields of plain records in a list: they are data. Nor is a field minified whose neighbours are not.
  const written =
    (slot.open > 0 && node.type === undefined) ||
    children.filter(({ name }) => isMeaningful(name)).length * 2 > children.length ||
    labels.isWritten();
  const names = new Set(children.map(({ name }) => name));
  for (const child of missing) {
    const pattern = childAddress(slot.pattern, child);
    const name: Name = nameNode(child, isScreen(slot), written, names) ?? { segment: unknownName(pattern), origin: 'none' };
    childSlot(labels, slot, child.id ?? child.name, {
      entry: () => newEntry(labels, slot, child, name, names),
      pattern,
      role: child.id === idSegment || child.id === contentSegment ? 'entry' : 'field',
      name: name.segment,
      origin: name.origin,
      type: child.type,
      sourceName: child.name,
      secrecy: secrecyOf(slot.secrecy, child.name, child.label),
    });
  }
  return missing;
};

/** `beside`: what the fields beside it are called. */
const newEntry = (
  labels: Labels,
  parent: Slot,
  node: RawNode,
  { segment, origin }: Name,
  beside: ReadonlySet<string>,
): KeyEntry => {
  const base = innerOf(parent.entry);
  const plain = below(base, segment);
  const form = formOf(node, parent.source);
  const made = (key: string, extra: Partial<KeyEntry> = {}): KeyEntry => ({
    key,
    confidence: confidenceOf(origin, parent.source, key !== '' && key !== plain, parent),
    ...extra,
    ...form,
  });
  if (isContainer(node) && node.children?.length && !labels.literal) {
    const collection = node.kind !== 'object' || form.entries;
    const repeats = !isElement(parent) && base !== '' && (base === segment || base.endsWith(`.${segment}`));
    // Where its fields would take the names of those beside it, a wrapper tells them apart.
    const clashes = node.children.some(({ name }) => name !== node.name && beside.has(name));
    // So does what has no name, where it is all there is.
    const says = origin === 'none' ? beside.size > 1 : !wrapperWords.has(segment);
    const wraps = repeats || (!collection && !clashes && !says);
    // Of two lists that would lend their place to their elements, one does.
    const elements = collection ? `${base}${node.kind === 'list' || form.listed ? '[*]' : '.*'}` : '';
    if (wraps && (elements === '' || labels.isFree(elements))) {
      // Kept for the elements, which are yet to come.
      if (elements !== '') labels.holders.set(elements, `${childAddress(parent.pattern, node)}/*`);
      return made('', { inner: base, ...(origin === 'none' ? { confidence: parent.entry.confidence } : {}) });
    }
  }
  if (parent.source === 'store' && /^\w+$/.test(plain)) labels.yieldFromPage(plain);
  return made(labels.firstFree([plain]));
};
