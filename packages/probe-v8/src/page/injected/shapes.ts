import type { RawNode } from '@substrate/core';
import type { Containers } from './containers.js';
import type { PageElement } from './dom-types.js';

/** Tells by its shape what is no state: machinery, tables, presets, other ways to what was told already. */
export interface Shapes {
  /** A table that a program is given rather than what it keeps: names of what it can do, words in many languages, how things look. */
  isTable(value: object): boolean;
  /** Something that was read, of which presets would have the same fields. */
  noteFields(target: object, names: readonly string[]): void;
  /** The presets of something that was read before: nearly all its fields are fields of that, and most are as they are there. */
  isPreset(value: object): boolean;
  isPresetName(name: string): boolean;
  /** The fields of a part that are as a table of defaults of its owner, or of the owner's class, has them: nobody chose those. */
  unchosen(owner: object | undefined, part: object): ReadonlySet<string>;
  /** The way from a part back to its whole, which is told from the top. */
  leadsUp(name: string, value: unknown): boolean;
  /** An object that leads to those of many classes: part of the workings of a library. */
  leadsFar(value: object): boolean;
  isIndex(target: object, all: readonly string[]): boolean;
  /** Many literals that can all do something: commands, columns, rules. They say what a program can, not how it is. */
  isManual(value: object): boolean;
  /** An element as a library draws it: what is drawn is told from the page. */
  isDrawn(value: object): boolean;
  isPlainTagged(value: object): boolean;
  looksKeyed(value: object): boolean;
  /** The fields of a table that keeps its headings beside its rows: cells are called by the heading that they stand under. */
  headed(fields: RawNode[]): RawNode[];
  /** Begins a reading. */
  reset(): void;
}

export function createShapes(kit: { containers: Containers }): Shapes {
  const { own, has, names, crowdOf, isNative, isTold } = kit.containers;
  const { getPrototypeOf } = Object;
  const { Node: elements } = globalThis as { Node?: new () => PageElement };

  const upwards = /^_*parent(Node|View|Component)?$/;
  const isInstance = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && getPrototypeOf(value) !== Object.prototype && !Array.isArray(value);

  /** By class: what one of its things leads to, the others do too. What lies in lists may be anything. */
  const far = new WeakMap<object, boolean>();
  const mostKinds = 4;
  const leadsFar = (value: object): boolean => {
    const maker: unknown = isInstance(value) ? own(getPrototypeOf(value), 'constructor') : undefined;
    if (typeof maker !== 'function' || isNative(maker)) return false;
    const known = far.get(maker);
    if (known !== undefined) return known;
    const seen = new Set<object>([value]);
    const kinds = new Set<unknown>();
    let level = [value];
    for (let depth = 0; depth < 5 && seen.size < 300; depth++) {
      const next: object[] = [];
      for (const object of level) {
        const kind: unknown = isInstance(object) ? own(getPrototypeOf(object), 'constructor') : undefined;
        if (typeof kind === 'function' && isNative(kind)) continue;
        if (kind !== undefined) kinds.add(kind);
        for (const name of names(object).slice(0, 60)) {
          const held = own(object, name);
          if (typeof held !== 'object' || held === null || Array.isArray(held) || seen.has(held)) continue;
          seen.add(held);
          next.push(held);
        }
      }
      level = next;
    }
    far.set(maker, kinds.size > mostKinds);
    return kinds.size > mostKinds;
  };

  /** What would hold if nobody had set anything, beside what was set. */
  const presets = /^_?(defaults?|default(Options|Settings|Config)|\w+Defaults)$/;

  /** Another way to things that were told already, by their ids or names. */
  const isIndex = (target: object, all: readonly string[]): boolean => {
    if (all.length < 3 || all.length > 2000) return false;
    return all.every((key) => {
      const held = own(target, key);
      return typeof held === 'object' && held !== null && isTold(held);
    });
  };

  /** What was read with many fields, in this reading. */
  const wide = new Map<object, ReadonlySet<string>>();
  const isPreset = (value: object): boolean => {
    const mine = names(value);
    if (mine.length < 12 || getPrototypeOf(value) !== Object.prototype) return false;
    for (const [other, theirs] of wide) {
      if (other === value) continue;
      const shared = mine.filter((name) => theirs.has(name));
      if (shared.length < mine.length * 0.8) continue;
      // Two of a kind that differ are two of a kind.
      if (shared.filter((name) => Object.is(own(other, name), own(value, name))).length * 2 > shared.length) return true;
    }
    return false;
  };

  /** The tables of defaults that classes have, by class. */
  const tables = new WeakMap<object, readonly object[]>();
  /** Those that owners have, in this reading: an owner of many parts is not gone through for each of them. */
  const owned = new Map<object, readonly object[]>();
  const beside = new Map<object, readonly object[]>();
  const once = (known: Map<object, readonly object[]>, owner: object, find: (owner: object) => readonly object[]) => {
    const found = known.get(owner) ?? find(owner);
    known.set(owner, found);
    return found;
  };
  const isTableOfDefaults = (name: string, value: unknown): value is object =>
    /default/i.test(name) &&
    typeof value === 'object' &&
    value !== null &&
    getPrototypeOf(value) === Object.prototype &&
    names(value).length >= fewestDefaults;
  const fewestDefaults = 8;
  const tablesOf = (holder: object): object[] =>
    names(holder)
      .slice(0, 200)
      .map((name) => [name, own(holder, name)] as const)
      .flatMap(([name, value]) => (isTableOfDefaults(name, value) ? [value] : []));
  const tablesOfClass = (owner: object): readonly object[] => {
    const proto = getPrototypeOf(owner) as object | null;
    const maker = proto === null ? undefined : own(proto, 'constructor');
    if (typeof maker !== 'function' || isNative(maker)) return [];
    let found = tables.get(maker);
    if (!found) {
      const all: object[] = [];
      for (let at: object | null = maker, up = 0; at !== null && at !== Function.prototype && up < 3; up++) {
        all.push(...tablesOf(at));
        at = getPrototypeOf(at) as object | null;
      }
      found = all;
      tables.set(maker, found);
    }
    return found;
  };
  const manyOptions = 20;
  /** What keeps the defaults may be a part beside it, of a class that does nothing else. */
  const tablesOfParts = (owner: object): object[] => {
    const all = names(owner);
    if (all.length > 200) return [];
    return all.flatMap((name) => {
      const part = own(owner, name);
      return typeof part === 'object' && part !== null && isInstance(part) && names(part).length <= 30 ? tablesOf(part) : [];
    });
  };
  const none: ReadonlySet<string> = new Set();
  const unchosen: Shapes['unchosen'] = (owner, part) => {
    if (!owner || getPrototypeOf(part) !== Object.prototype) return none;
    const mine = names(part);
    if (mine.length < fewestDefaults) return none;
    const found = new Set<string>();
    for (const table of [
      ...tablesOfClass(owner),
      ...once(owned, owner, tablesOf),
      ...(mine.length < manyOptions ? [] : once(beside, owner, tablesOfParts)),
    ]) {
      if (table === part) continue;
      const known = mine.filter((name) => has(table, name));
      if (known.length < fewestDefaults || known.length * 2 < names(table).length) continue;
      for (const name of known) if (Object.is(own(table, name), own(part, name))) found.add(name);
    }
    return found;
  };

  /** Colours, lengths and lines, as style sheets have them, and pictures. */
  const looks =
    /^(#[\da-f]{3,8}|(rgb|hsl)a?\(.*|-?[\d.]+(px|r?em|%|pt|ms|s|vh|vw)(\s.*)?|(solid|dashed|dotted)\s.*|transparent|inherit|initial|<(svg|symbol)\b[\s\S]*)$/i;
  /** Classes of elements, by the word that one author's begin with: `sd-timer__text sd-title`. */
  const styleClass = /^([a-z][a-z\d]*)(?:--?|__?)[a-z\d][\w-]*(?: [a-z][\w-]*)*$/;

  /** A text that is what it is called by, or the class of an element that ends in that. */
  const isNamesake = (key: string, text: string): boolean => text === key || (text.endsWith(`_${key}`) && styleClass.test(text));
  /** A text with places to be filled in, or one that says what it is called by: `logOut: 'Log out'`. */
  const placeholder = /%\{\w+\}|\{\{?\s*\w+\s*\}|%[sd\d]\b/;
  const saysItsName = (key: string, text: string): boolean => {
    if (placeholder.test(text)) return true;
    const said = text.toLowerCase();
    const words = key.match(/[A-Z]?[a-z]{2,}/g) ?? [];
    return words.length > 1 && words.filter((word) => said.includes(word.toLowerCase())).length * 2 >= words.length;
  };

  /** Whether the browser knows a field as one of a style sheet, with that value. */
  const isStyle = (key: string, held: unknown): boolean =>
    key.startsWith('--') ||
    (((typeof held === 'string' && held.length < 100) || typeof held === 'number') &&
      cascade?.(
        key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        String(held),
      ) === true);
  const { supports } = (globalThis as { CSS?: { supports(name: string, value: string): boolean } }).CSS ?? {};
  const cascade = supports && isNative(supports) ? supports : undefined;
  const mostStyles = 40;
  /** What a part of a page looks like, by its states and parts. What it is does not change, and the browser is asked once. */
  const sheets = new WeakMap<object, boolean>();
  const isSheet = (value: object): boolean => {
    const known = sheets.get(value) ?? looksLikeSheet(value);
    sheets.set(value, known);
    return known;
  };
  const looksLikeSheet = (value: object): boolean => {
    let [styles, others] = [0, 0];
    const look = (sheet: object, depth: number): void => {
      for (const key of names(sheet)) {
        if (styles + others >= mostStyles || others * 4 > styles + 4) return;
        const held = own(sheet, key);
        const isRule = typeof held === 'object' && held !== null && getPrototypeOf(held) === Object.prototype;
        if (isRule && depth < 5) look(held, depth + 1);
        else if (isStyle(key, held)) styles++;
        else others++;
      }
    };
    look(value, 0);
    return styles > 2 && styles > others * 4;
  };

  const isTable = (value: object): boolean => {
    if (Array.isArray(value) || getPrototypeOf(value) !== Object.prototype) return false;
    const all = names(value);
    let [same, tongues, texts, styles, words] = [0, 0, 0, 0, 0];
    const authors = new Map<string, number>();
    for (const key of all) {
      const held = own(value, key);
      if (typeof held === 'object' && /^[a-z]{2}([-_][a-zA-Z]{2,4})?$/.test(key)) tongues++;
      if (typeof held !== 'string' || held === '') continue;
      texts++;
      if (isNamesake(key.toLowerCase(), held.toLowerCase())) same++;
      else if (looks.test(held)) styles++;
      else if (saysItsName(key, held)) words++;
      const author = styleClass.exec(held)?.[1];
      if (author) authors.set(author, (authors.get(author) ?? 0) + 1);
    }
    const most = Math.max(same, styles, words, ...authors.values());
    return (
      (all.length >= 8 && tongues * 10 > all.length * 8) ||
      (texts >= 8 && texts * 2 > all.length && most * 10 > texts * 7) ||
      (same > 2 && same === all.length) ||
      isSheet(value)
    );
  };

  const isManual = (value: object): boolean => {
    const isList = Array.isArray(value);
    if (!isList && getPrototypeOf(value) !== Object.prototype) return false;
    // The names of a long list are as many as its elements.
    const all = isList ? Array.from({ length: Math.min(value.length, 40) }, (_, i) => String(i)) : names(value).slice(0, 40);
    const can = (key: string): boolean => {
      const held = own(value, key);
      if (typeof held !== 'object' || held === null || getPrototypeOf(held) !== Object.prototype) return false;
      return names(held).some((name) => typeof own(held, name) === 'function');
    };
    return all.length >= 12 && all.every(can);
  };

  const isDrawn = (value: object): boolean => {
    const named = typeof (own(value, 'nodeName') ?? own(value, 'tagName')) === 'string';
    if (named && (Array.isArray(own(value, 'childNodes')) || Array.isArray(own(value, 'children')))) return true;
    // Or it refers to that element, and says its tag.
    const held = names(value)
      .slice(0, 20)
      .map((name) => own(value, name));
    const node = held.find((one): one is PageElement => elements !== undefined && one instanceof elements);
    return held.some(
      (one) => typeof one === 'string' && node !== undefined && one.split(/[.#[:]/)[0]?.toLowerCase() === node.localName,
    );
  };

  /** A class may name itself by `Symbol.toStringTag`; the browser's own objects inherit theirs from native prototypes. */
  const isPlainTagged = (value: object): boolean => {
    if (has(value, Symbol.toStringTag)) return true;
    const proto = getPrototypeOf(value) as object | null;
    const maker = proto ? own(proto, 'constructor') : undefined;
    return typeof maker === 'function' && !isNative(maker);
  };

  /** Keys that are data rather than names of fields: ids, numbers, addresses. */
  const looksKeyed = (value: object): boolean => {
    const all = names(value);
    if (all.length === 0) return crowdOf(value) !== undefined;
    let odd = 0;
    for (let i = 0; i < all.length && i < 8; i++) {
      const key = all[i] as string;
      if (
        /^\d+$/.test(key) ||
        key.length > 40 ||
        /[\s/:.@]/.test(key) ||
        /^[0-9a-f]{8}-|^(?=.*\d)(?=.*[a-zA-Z])[\w-]{12,}$/.test(key)
      )
        odd++;
    }
    return odd * 2 > Math.min(all.length, 8);
  };

  /** What a list of headings says: texts, or what they are the text of. */
  const headingsOf = ({ kind, children = [] }: RawNode): string[] | null => {
    if (kind !== 'list' || children.length < 2) return null;
    const said = children.map((one) =>
      one.kind === 'value'
        ? one.value
        : one.children?.find(({ name }) => /^(text|title|label|name|header|data)$/.test(name))?.value,
    );
    const texts = said.filter((text) => typeof text === 'string' && /\p{L}/u.test(text));
    return texts.length === children.length && new Set(texts).size === texts.length ? (texts as string[]) : null;
  };
  /** A row is its cells, or has them in a list. */
  const cellsOf = (row: RawNode, width: number): RawNode | undefined =>
    [row, ...(row.kind === 'object' ? (row.children ?? []) : [])].find(
      ({ kind, children, size }) => kind === 'list' && children?.length === width && size === undefined,
    );
  const isNumber = ({ value }: RawNode): boolean => typeof value === 'number';
  const headed = (fields: RawNode[]): RawNode[] => {
    for (const heads of fields) {
      const headings = headingsOf(heads);
      for (const list of headings ? fields : []) {
        const { kind, children: rows = [] } = list;
        if (!headings || list === heads || kind !== 'list' || rows.length < 2) continue;
        const cells = rows.map((row) => cellsOf(row, headings.length));
        // Numbers alone are a series, which has its labels beside it.
        if (cells.includes(undefined) || cells.every((one) => one?.children?.every(isNumber))) continue;
        const named = (cell: RawNode, i: number): RawNode => ({ ...cell, name: headings[i] as string, id: cell.name });
        const put = (node: RawNode, at: RawNode): RawNode =>
          node === at
            ? { ...node, kind: 'object', children: (node.children ?? []).map(named) }
            : { ...node, children: (node.children ?? []).map((one) => (one === at ? put(one, at) : one)) };
        const records = rows.map((row, i) => put(row, cells[i] as RawNode));
        return fields.map((one) => (one === list ? { ...list, children: records } : one));
      }
    }
    return fields;
  };

  return {
    isTable,
    noteFields: (target, all) => {
      if (all.length >= 12) wide.set(target, new Set(all));
    },
    isPreset,
    unchosen,
    isPresetName: (name) => presets.test(name),
    leadsUp: (name, value) => upwards.test(name) && isInstance(value),
    headed,
    leadsFar,
    isIndex,
    isManual,
    isDrawn,
    isPlainTagged,
    looksKeyed,
    reset: () => {
      wide.clear();
      owned.clear();
      beside.clear();
    },
  };
}
