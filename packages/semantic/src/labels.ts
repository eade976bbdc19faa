import type { Extent, Objects, RawNode, RawRoot, RootSource, Secrecy, Truncation } from '@substrate/core';
import { isBelow } from '@substrate/core';
import { entryIn, keptFor } from './memo.js';
import type { NameOrigin } from './naming.js';
import { bumped, type KeyEntry, labelling, type Schema, toRecord } from './schema.js';
import { sourceIs } from './sources.js';
import { firstUntaken, templatePieces } from './template.js';
import { reservedRoots } from './vocabulary.js';

/**
 * A schema at work: one slot per address pattern that was met, and who holds which key.
 *
 * Slots are found by walking, one lookup per node and no text built. They change while a capture is read, and belong to whoever reads it: an
 * interpretation takes those of its schema out of `atRest` and leaves them there for the schema that it made. Nobody else has them meanwhile, and what is
 * asked of an interpretation later is answered by slots of its own (trace.ts): schemas and interpretations are values.
 */

/** How large a place is, and what of it was not read. */
export interface Measure {
  readonly path: string;
  readonly extent: Extent;
  readonly cut?: Truncation;
}

export interface Slot {
  readonly pattern: string;
  readonly parent: Slot | null;
  readonly children: Map<string, Slot>;
  /** `entry`: what a map told as a list has in each record, its id or the value. */
  readonly role: 'root' | 'field' | 'element' | 'count' | 'entry';
  entry: KeyEntry;
  readonly source: RootSource;
  /** Its root was found by a search. */
  readonly sought: boolean;
  readonly address: string;
  /** The word it goes by in its parent. */
  readonly name: string;
  readonly origin: NameOrigin;
  readonly type: string | undefined;
  /** The source's own spelling. */
  readonly sourceName: string;
  /** What its name, and those above it, say about what it holds. */
  readonly secrecy: Secrecy;
  /** Elements on the way from the root. */
  readonly open: number;
}

/** Stands for the elements of a list or the entries of a map. */
export const isElement = ({ role }: Slot): boolean => role === 'element';
/** Tells how many there are, or how long something is. */
export const isCount = ({ role }: Slot): boolean => role === 'count';
/** Nothing says what it is, and nobody has. */
export const isNameless = ({ entry }: Slot): boolean => entry.confidence < 0.5 && !entry.confirmed;
export const isScreen = (slot: Slot): boolean => sourceIs(slot.source, 'screen');

/** The template that the keys below a slot begin with. */
export const innerOf = (entry: KeyEntry): string => entry.inner ?? entry.key;

/** The parts of a key between its elements. */
export const piecesOf = ({ key }: KeyEntry): readonly string[] => templatePieces(key);

/** From the root to the slot itself. */
export const wayTo = keptFor((slot: Slot): readonly Slot[] => [...(slot.parent ? wayTo(slot.parent) : []), slot]);

const slotsFrom = (slot: Slot): Slot[] => [slot, ...[...slot.children.values()].flatMap(slotsFrom)];

/** Names on the way from the root; elements do not count. */
export const depthOf = (slot: Slot): number => wayTo(slot).filter((step) => step.parent && !isElement(step)).length;

/** The nearest element at or above a slot: the record that it is a field of. */
export const recordOf = (slot: Slot): Slot | undefined => wayTo(slot).findLast(isElement);

export interface Flat {
  readonly leaves: Leaf[];
  /** The nodes that hold what is served, or may be. */
  readonly holders: { readonly slot: Slot; readonly node: RawNode }[];
  readonly measures: Measure[];
}

export interface Facts extends Readonly<Flat> {
  readonly roots: ReadonlyMap<Slot, RawRoot>;
}

export interface Leaf {
  readonly key: string;
  readonly value: string | number | boolean | null;
  readonly slot: Slot;
  /** The elements on the way, as text: equal for facts of one element. */
  readonly at: string;
  /** Highest element number on the way. */
  readonly position: number;
  /** Beyond what is served of a long collection. */
  readonly cut: boolean;
  readonly node: Partial<RawNode>;
}

export const toObjects = (leaves: readonly Leaf[]): Objects => toRecord(leaves.map(({ key, value }) => [key, value]));

/** Values of one place that are looked at: no more are served. */
const mostValues = 50;

/** What a place holds, in all elements together. */
export const columnsOf = (leaves: readonly Leaf[]): Map<Slot, Leaf[]> => {
  const columns = new Map<Slot, Leaf[]>();
  for (const leaf of leaves) {
    const column = entryIn(columns, leaf.slot, () => []);
    if (column.length < mostValues) column.push(leaf);
  }
  return columns;
};

/** Patterns that are remembered of one application. */
const mostKeys = 20_000;

export class Labels {
  readonly roots = new Map<string, Slot>();
  readonly keys: Map<string, KeyEntry>;
  /** Template → the pattern that holds it. */
  readonly holders = new Map<string, string>();
  /** What a node gave at its place, for as long as the node lives. */
  cache = new WeakMap<RawNode, Flat & Pick<Leaf, 'slot' | 'at' | 'cut'>>();
  /** Whether the names of the capture that is being read are as somebody wrote them; asked for only when something is met for the first time. */
  isWritten: () => boolean = () => false;
  /** Patterns that were met for the first time in this cycle: their names are nobody's yet. */
  readonly born = new Set<string>();
  #changed = false;
  #renamed = false;
  constructor(
    schema: Schema,
    readonly redacting: boolean,
    /** Names by the whole path: what was asked for by a key must be found below it. */
    readonly literal = false,
  ) {
    this.keys = new Map(Object.entries(schema.keys));
    // What an earlier labelling left without a name is named again.
    if ((schema.labelling ?? 1) < labelling)
      for (const [pattern, entry] of this.keys)
        if (!entry.confirmed && /unknown_0x/.test(entry.key + (entry.inner ?? '')))
          this.#changed = this.#renamed = this.keys.delete(pattern);
    for (const [pattern, { key }] of this.keys) if (key !== '') this.holders.set(key, pattern);
  }

  get(pattern: string): KeyEntry | undefined {
    return this.keys.get(pattern);
  }

  set(pattern: string, entry: KeyEntry): void {
    const before = this.keys.get(pattern);
    if (!before) this.born.add(pattern);
    if (before && before.key !== entry.key && this.holders.get(before.key) === pattern) this.holders.delete(before.key);
    if (entry.key !== '') this.holders.set(entry.key, pattern);
    this.keys.set(pattern, entry);
    this.#changed = true;
  }

  /** Changes what a slot is called or known as; `renames` when somebody may have used the old name or type. */
  update(slot: Slot, entry: KeyEntry, renames = false): void {
    this.set(slot.pattern, entry);
    if (slot.entry.key !== entry.key) this.cache = new WeakMap();
    slot.entry = entry;
    if (renames && !this.born.has(slot.pattern)) this.#renamed = true;
  }

  /**
   * A part of the page gives its name to a store that comes later: what is kept is called by its own word, what shows it by the page's.
   */
  yieldFromPage(template: string): void {
    const root = this.holders.get(template);
    if (root === undefined || this.roots.get(root)?.source !== 'dom' || this.keys.get(root)?.key !== template) return;
    const next = this.firstFree([`${template}_page`, `page.${template}`]);
    const moved = [...this.keys].filter(([pattern]) => pattern === root || pattern.startsWith(`${root}/`));
    if (moved.some(([, entry]) => entry.confirmed)) return;
    const renamed = (key: string): string => (isBelow(key, template) ? next + key.slice(template.length) : key);
    for (const [pattern, { inner, ...entry }] of moved)
      this.set(pattern, { ...entry, key: renamed(entry.key), ...(inner !== undefined && { inner: renamed(inner) }) });
    for (const slot of slotsFrom(this.roots.get(root) as Slot))
      this.update(slot, this.keys.get(slot.pattern) ?? slot.entry, true);
  }

  isFree(template: string): boolean {
    return template !== '' && !this.holders.has(template) && !reservedRoots.has(template);
  }

  /** The first of the candidates that nobody holds, else the first with a number. */
  firstFree(candidates: readonly string[]): string {
    const named = candidates[0] as string;
    const base = reservedRoots.has(named) ? `${named}_value` : named;
    return [...candidates, base].find((candidate) => this.isFree(candidate)) ?? firstUntaken(base, this.holders);
  }

  /** The patterns below a slot that are known, whether they were met in this run or not. */
  below({ pattern }: Slot): readonly string[] {
    return [...this.keys.keys()].filter((one) => one.startsWith(`${pattern}/`));
  }

  #drop(pattern: string): void {
    const key = this.keys.get(pattern)?.key ?? '';
    this.keys.delete(pattern);
    if (this.holders.get(key) === pattern) this.holders.delete(key);
  }

  /** Forgets all names below a slot. */
  forgetBelow(slot: Slot): void {
    for (const pattern of this.below(slot)) this.#drop(pattern);
    slot.children.clear();
    this.#changed = true;
  }

  /** Gives up the oldest patterns that nobody confirmed and this run has not met: pages of long ago, one after the other. */
  #forget(): void {
    const met = new Set([...this.roots.values()].flatMap(slotsFrom).map(({ pattern }) => pattern));
    for (const [pattern, entry] of this.keys) {
      if (this.keys.size <= mostKeys / 2) return;
      if (!entry.confirmed && !met.has(pattern)) this.#drop(pattern);
    }
  }

  /** The schema with what was learned in this cycle; the given one when that is nothing. */
  publish(schema: Schema, extra: Partial<Schema>): Schema {
    let next = schema;
    if (this.#changed || Object.keys(extra).length > 0) {
      if (this.#changed && this.keys.size > mostKeys) this.#forget();
      const keys = this.#changed ? toRecord(this.keys) : schema.keys;
      const version = this.#renamed ? bumped(schema.version, 'minor') : schema.version;
      next = { ...schema, ...extra, version, labelling, keys };
      this.#changed = this.#renamed = false;
      this.born.clear();
    }
    atRest.set(next, this);
    return next;
  }
}

const atRest = new WeakMap<Schema, Labels>();

/** Labels of a schema that are nobody else's until they publish what was learned. */
export const takeLabels = (schema: Schema, redacting: boolean): Labels => {
  const found = atRest.get(schema);
  atRest.delete(schema);
  return found?.redacting === redacting ? found : new Labels(schema, redacting);
};
