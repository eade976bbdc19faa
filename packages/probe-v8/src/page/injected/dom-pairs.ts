import type { Primitive, RawNode } from '@substrate/core';

/**
 * Names and values that stand beside each other without markup that says so: property sheets, sums of an order, key figures, rows of boxes
 * below a row of captions. Judged by all rows together, since one alone may be anything.
 */
export interface Pairs {
  /** Whether a text says how much, when or whether: what a caption is for. */
  isQuantity(value: Primitive | undefined): boolean;
  /** Whether a text could name what stands beside it. */
  isCaption(value: Primitive | undefined): boolean;
  /** Whether a text says how much is below a name, as editors of trees do: `{3}`, `[…]`, `{2 keys}`. */
  isAmount(text: string): boolean;
  /** The name and the value of two parts of a box, or null where nothing says that they are such. */
  pairOf(parts: readonly RawNode[]): { caption: string; value: RawNode } | null;
  /** Rows of two parts each, or of three of which the last only adds words, as values under their names, null where they are records of something. */
  pairsOf(rows: readonly RawNode[]): RawNode[] | null;
  /** Rows whose parts have no names of their own, with those of a row of captions. The same rows where they don't fit. */
  headed(rows: readonly RawNode[], captions: readonly string[]): RawNode[];
  /** The captions where the first of some rows is one of captions: words above columns of quantities. */
  captionsIn(rows: readonly RawNode[]): string[] | null;
}

export function createPairs(): Pairs {
  const isQuantity: Pairs['isQuantity'] = (value) => {
    if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean';
    if (value.length > 28) return false;
    if (/^(yes|no|on|off|true|false|none|n\/a|never|[-–—]|#[\da-f]{3,8})$/i.test(value)) return true;
    // A number and what it is of: “$12.00”, “3 / 10”, “4.5 GB”, “2024-01-02”, “12 min ago”; not “Phase 2 of the plan”.
    return /\p{N}/u.test(value) && /^[^\p{L}]*\p{N}/u.test(value) && (value.match(/\p{L}+/gu) ?? []).length <= 3;
  };
  const isCaption: Pairs['isCaption'] = (value) =>
    typeof value === 'string' &&
    value.length <= 40 &&
    /^\p{L}/u.test(value) &&
    !/[.!?…,;]$/.test(value) &&
    value.split(' ').length <= 5 &&
    !isQuantity(value);

  const isAmount: Pairs['isAmount'] = (text) =>
    /^\s*(?:\{(?:\d+|…|\.{3})?(?: ?\p{L}+)?\}|\[(?:\d+|…|\.{3})?(?: ?\p{L}+)?\])\s*$/u.test(text);

  /** What an author calls the two parts. */
  const asCaption = /(?:^|[-_ ]|[a-z](?=[A-Z]))(label|key|term|caption|title|name|heading|property|prop)\d*$/i;
  const asValue = /(?:^|[-_ ]|[a-z](?=[A-Z]))(value|val|count|amount|number|figure|total|data|input|select|text2)\d*$/i;
  const unnamed = /^(text|heading|link|label|image|column|input|select|textarea|time)\d*$/;
  const clean = (text: string): string => text.replace(/[:：\s]+$/, '');

  /** Which of the two is the caption, and how much says so: 2 the author's own words, 1 what they look like. */
  const judge = ([first, second]: readonly [RawNode, RawNode]): { at: 0 | 1; sure: 0 | 1 | 2 } | null => {
    const [a, b] = [first.value, second.value];
    if (first.kind !== 'value' || second.kind !== 'value') return null;
    if (typeof a === 'string' && /\S[:：]$/.test(a)) return { at: 0, sure: 2 };
    if (typeof a === 'string' && (second.label === clean(a) || second.name === clean(a))) return { at: 0, sure: 2 };
    if (isCaption(a) && asCaption.test(first.name) && asValue.test(second.name) && !unnamed.test(first.name))
      return { at: 0, sure: 2 };
    if (isCaption(b) && asCaption.test(second.name) && asValue.test(first.name) && !unnamed.test(second.name))
      return { at: 1, sure: 2 };
    // Other names that an author gave are what the parts are, in each row anew.
    if (!unnamed.test(first.name) || !unnamed.test(second.name)) return null;
    const typed = /^input/.test(first.name) && /^(input|select|textarea)/.test(second.name) && /^[\w.:-]+$/.test(String(a));
    if (isCaption(a)) return { at: 0, sure: typed || isQuantity(b) ? 1 : 0 };
    // A time before some words is when they were said.
    if (isCaption(b) && isQuantity(a) && !/\d[:/-]\d/.test(String(a))) return { at: 1, sure: 1 };
    return null;
  };

  const pairOf: Pairs['pairOf'] = (parts) => {
    if (parts.length !== 2) return null;
    const [first, second] = parts as [RawNode, RawNode];
    const found = judge([first, second]);
    if (!found || found.sure === 0) return null;
    const [caption, value] = found.at === 0 ? [first, second] : [second, first];
    return { caption: clean(String(caption.value)), value };
  };

  const pairsOf: Pairs['pairsOf'] = (rows) => {
    if (rows.length < 2 || rows.length > 60) return null;
    if (rows[0]?.children?.length === 3) return notedOf(rows);
    const taken = new Set<string>();
    const found: RawNode[] = [];
    let likely = 0;
    let short = true;
    let side: number | undefined;
    for (const row of rows) {
      // What has an identity is a record.
      if (row.id !== undefined || row.children?.length !== 2) return null;
      const [first, second] = row.children as [RawNode, RawNode];
      const judged = judge([first, second]);
      if (!judged || (side ?? judged.at) !== judged.at) return null;
      side = judged.at;
      if (judged.sure > 0) likely++;
      const [caption, value] = judged.at === 0 ? [first, second] : [second, first];
      const name = clean(String(caption.value));
      if (taken.has(name)) return null;
      taken.add(name);
      if (String(value.value).length > 40 || name.split(' ').length > 3) short = false;
      const { label: _label, ...rest } = value;
      found.push({ ...rest, name });
    }
    // The column of a table holds one kind of thing; where some are quantities and some are words they are values of different names.
    return likely >= rows.length * (short ? 0.2 : 0.5) ? found : null;
  };

  /** A name, how much, and some words about it: the cards of a dashboard. */
  const notedOf = (rows: readonly RawNode[]): RawNode[] | null => {
    const found: RawNode[] = [];
    const taken = new Set<string>();
    for (const { id, children = [] } of rows) {
      const [caption, value, note] = children;
      if (id !== undefined || children.length !== 3 || !caption || !value || !note) return null;
      if (!children.every((part) => part.kind === 'value' && (unnamed.test(part.name) || asCaption.test(part.name)))) return null;
      if (!isCaption(caption.value) || !isQuantity(value.value) || taken.has(String(caption.value))) return null;
      const name = clean(String(caption.value));
      taken.add(name);
      found.push({ ...value, name }, { ...note, name: `${name} note` });
    }
    return found;
  };

  const headed: Pairs['headed'] = (rows, captions) =>
    rows.map((row) => {
      const parts = row.children;
      if (!parts || parts.length !== captions.length || !parts.every((part) => unnamed.test(part.name))) return row;
      return { ...row, children: parts.map((part, i) => ({ ...part, name: captions[i] as string })) };
    });

  const captionsIn: Pairs['captionsIn'] = (rows) => {
    const [first, ...rest] = rows;
    const captions = first?.children?.map((part) => part.value);
    if (!captions || captions.length < 2 || rest.length < 2) return null;
    if (!captions.every(isCaption) || new Set(captions).size !== captions.length) return null;
    const width = captions.length;
    if (!rest.every((row) => row.children?.length === width)) return null;
    const columns = captions.some((_, i) => rest.every((row) => isQuantity(row.children?.[i]?.value)));
    return columns ? captions.map(String) : null;
  };

  return { isQuantity, isCaption, isAmount, pairOf, pairsOf, headed, captionsIn };
}
