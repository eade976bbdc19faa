import type { ActionMatch, ActionSchema, KeyMatch, Objects, Primitive } from '@substrate/core';

/**
 * Finding keys by what they are called and what they hold. Names are compared word by word in one spelling (`orderTotal`,
 * `order_total` and `Order total` are the same), so the order of words, their style and a missing plural do not matter. What has
 * all words comes first; where nothing has, what has the most of them. A word that nothing has is taken for its nearest neighbour.
 */

/** One word of a query. */
export interface Word {
  /** Lower case, without accents. */
  readonly text: string;
  /** What it is as a number, when it is one. */
  readonly number?: number;
  /** As it was written, when it was taken for another. */
  readonly meant?: string;
}

export interface Found<Match> {
  /** All that matched. */
  readonly total: number;
  /** The best of them. */
  readonly results: Match[];
}

const maxWords = 16;
const numeric = /^[-+]?\d+(?:\.\d+)?$/;
/** Stands in place of a secret: what it hides can't be looked for, and it is no word of the application either. */
const hidden = '[redacted]';

const marked = /[^ -~]/;

const folded = (text: string): string =>
  marked.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss') : text;

/** The words of a name between spaces, with one at each end: ` cart total items `. */
export const spaced = (name: string): string => {
  const text = folded(name)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ` ${text} `;
};

/** The words that a query asks for; none when it is empty. */
export const wordsOf = (query: string): Word[] => {
  const words = new Map<string, Word>();
  for (const term of query.trim().split(/\s+/)) {
    if (term === '') continue;
    if (numeric.test(term)) words.set(term, { text: term, number: Number(term) });
    else {
      const inner = spaced(term).trim();
      const parts = inner === '' ? [term.toLowerCase()] : inner.split(' ');
      for (const text of parts) words.set(text, { text, ...(numeric.test(text) && { number: Number(text) }) });
    }
  }
  return [...words.values()].slice(0, maxWords);
};

/** How well a name has a word: as it is, but for a plural, at the start of one, or inside. */
const inName = (name: string, { text }: Word): number => {
  const at = name.indexOf(` ${text}`);
  if (at >= 0) return name.includes(` ${text} `, at) ? 10 : 6;
  if (text.length > 3 && text.endsWith('s') && name.includes(` ${text.slice(0, -1)} `)) return 9;
  return text.length >= 3 && name.includes(text) ? 3 : 0;
};

const isWordAt = (text: string, at: number, length: number): boolean => {
  const before = text[at - 1];
  const after = text[at + length];
  return !(before && /[\p{L}\p{N}]/u.test(before)) && !(after && /[\p{L}\p{N}]/u.test(after));
};

const inText = (text: string, word: string): number => {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  if (text.length === word.length) return 9;
  return isWordAt(text, at, word.length) ? 6 : word.length < 3 ? 0 : 2;
};

const inValue = (value: Primitive, lower: string, word: Word): number => {
  if (typeof value === 'string') return inText(lower, word.text);
  if (typeof value === 'number') return word.number === value ? 8 : 0;
  return String(value) === word.text ? 2 : 0;
};

/** Nothing for a secret: it is found by its name alone. */
const lowerOf = (value: Primitive): string => (typeof value === 'string' && value !== hidden ? folded(value).toLowerCase() : '');

interface Candidate {
  readonly at: number;
  readonly score: number;
}

/** Keeps what has the most of the words. */
class Best {
  candidates: Candidate[] = [];
  most = 1;
  /** How often each word was found. */
  readonly hits: number[];
  constructor(words: readonly Word[]) {
    this.hits = words.map(() => 0);
  }
  add(at: number, count: number, score: number): void {
    if (count < this.most) return;
    if (count > this.most) {
      this.most = count;
      this.candidates = [];
    }
    this.candidates.push({ at, score });
  }
  first(limit: number): Candidate[] {
    return this.candidates.sort((a, b) => b.score - a.score || a.at - b.at).slice(0, limit);
  }
}

/** A name with its words between spaces, how many they are, and how well it has each word that is asked for. */
interface Naming {
  readonly name: string;
  readonly count: number;
  readonly points: readonly number[];
}

/** The name of one thing among all that are looked at. */
interface Named {
  readonly whole: Naming;
  /** Whether what is its own in the name, and not that of something above it, has a word. */
  readonly isOwn: boolean;
}

/** All that is looked at, by number. */
interface Entries {
  readonly size: number;
  named(at: number): Named;
  value(at: number): Primitive;
  served(at: number): boolean;
}

const wordsIn = (name: string): number => {
  let count = -1;
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) === 32) count++;
  return count;
};

const namingOf = (name: string, words: readonly Word[]): Naming => ({
  name,
  count: wordsIn(name),
  points: words.map((word) => inName(name, word)),
});

const isAsked = ({ points }: Naming): boolean => points.some((found) => found >= wholeWord);

/** The segment a key ends with, and the path above it. */
const splitKey = (key: string): readonly [above: string, own: string] => {
  const quoted = key.endsWith('"]') ? key.lastIndexOf('["') : -1;
  const at = quoted >= 0 ? quoted : key.endsWith(']') ? key.lastIndexOf('[') : key.lastIndexOf('.');
  return at < 0 ? ['', key] : [key.slice(0, at), key.slice(at + (quoted >= 0 ? 0 : 1))];
};

/** Keys share what is above them, and elements of lists their fields: each path and each segment is looked at once. */
const createNamer = (words: readonly Word[]) => {
  const nothing: Naming = { name: '', count: 0, points: words.map(() => 0) };
  const segments = new Map<string, Naming>();
  const paths = new Map<string, Naming>([['', nothing]]);
  const asked = new Set(words.map(({ text }) => text));

  const segmentOf = (segment: string): Naming => {
    const known = segments.get(segment);
    if (known) return known;
    const naming = namingOf(spaced(segment), words);
    segments.set(segment, naming);
    return naming;
  };
  // Elements of a list differ by what they hold alone: what was made of one path and one segment is made once.
  const pairs = new Map<Naming, Map<Naming, Named>>();
  const join = (above: Naming, own: Naming): Named => {
    let known = pairs.get(above);
    if (!known) {
      known = new Map();
      pairs.set(above, known);
    }
    const before = known.get(own);
    if (before) return before;
    const named = { whole: joined(above, own), isOwn: isAsked(own) };
    known.set(own, named);
    return named;
  };
  const joined = (above: Naming, own: Naming): Naming => ({
    name: above.name + own.name,
    count: above.count + own.count,
    points: above.points.map((found, i) => Math.max(found, own.points[i] as number)),
  });
  const pathOf = (path: string): Naming => {
    const known = paths.get(path);
    if (known) return known;
    const [above, own] = splitKey(path);
    const before = pathOf(above);
    // Which element it is matters to who asks for its number alone.
    const naming = /^\d+\]$/.test(own) && !asked.has(own.slice(0, -1)) ? before : join(before, segmentOf(own)).whole;
    paths.set(path, naming);
    return naming;
  };
  return (key: string): Named => {
    const [above, own] = splitKey(key);
    return join(pathOf(above), segmentOf(own));
  };
};

/** From here on a match is a word of its own, or the start of one. */
const wholeWord = 6;
/** What the last segment of a key says is what the key is; those above only say where. */
const ownName = 4;
/** Each word that was not asked for makes a name a little less what is meant, and so does it when it was not worth serving. */
const mostBeside = 8;
const beyond = 3;

const weigh = (entries: Entries, words: readonly Word[]): Best => {
  const best = new Best(words);
  for (let at = 0; at < entries.size; at++) {
    const { whole, isOwn } = entries.named(at);
    const value = entries.value(at);
    let lower: string | undefined;
    let count = 0;
    let score = 0;
    for (let i = 0; i < words.length; i++) {
      let points = whole.points[i] as number;
      if (points < 9) {
        lower ??= lowerOf(value);
        points = Math.max(points, inValue(value, lower, words[i] as Word));
      }
      if (points === 0) continue;
      count++;
      score += points;
      (best.hits[i] as number)++;
    }
    if (count === 0) continue;
    const beside = Math.min(whole.count - count, mostBeside);
    best.add(at, count, score + (isOwn ? ownName : 0) - beside - (entries.served(at) ? 0 : beyond));
  }
  return best;
};

/** One edit from one word to the other: a letter too many, too few, wrong, or two in the wrong order. */
const isNear = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  let [end, other] = [a.length, b.length];
  while (end > i && other > i && a[end - 1] === b[other - 1]) {
    end--;
    other--;
  }
  if (end - i <= 1 && other - i <= 1) return true;
  return end - i === 2 && other - i === 2 && a[i] === b[i + 1] && a[i + 1] === b[i];
};

/** Neighbours in a name that one word was made of: `ordertotal` for `order.total`. */
const apart = (known: readonly string[], text: string): string[] => {
  for (let from = 0; from < known.length; from++) {
    let made = '';
    for (let to = from; to < known.length && made.length < text.length; to++) {
      made += known[to];
      if (made === text) return known.slice(from, to + 1);
    }
  }
  return [];
};

/** Words that nothing has, as the nearest ones that something has. */
const corrected = (entries: Entries, words: readonly Word[], hits: readonly number[]): Word[] | undefined => {
  const lost = words.filter(({ text, number }, i) => hits[i] === 0 && number === undefined && text.length >= 4);
  const nearest = new Map<Word, Word[]>();
  const seen = new Set<Naming>();
  for (let at = 0; at < entries.size && nearest.size < lost.length; at++) {
    const { whole } = entries.named(at);
    if (seen.has(whole)) continue;
    seen.add(whole);
    const known = whole.name.split(' ').filter((other) => other !== '');
    for (const word of lost) {
      if (nearest.has(word)) continue;
      const parts = apart(known, word.text).map((text): Word => ({ text }));
      const near = parts.length > 0 ? undefined : known.find((other) => other.length >= 3 && isNear(other, word.text));
      if (near !== undefined) parts.push({ text: near, meant: word.text });
      if (parts.length > 0) nearest.set(word, parts);
    }
  }
  return nearest.size === 0 ? undefined : words.flatMap((word) => nearest.get(word) ?? [word]);
};

/** Which words were found where, in words. */
const reason = (points: readonly number[], value: Primitive, words: readonly Word[], inWhat: string): string => {
  const [named, held]: [string[], string[]] = [[], []];
  const lower = lowerOf(value);
  for (const [i, word] of words.entries()) {
    const shown = word.meant === undefined ? word.text : `${word.meant} (as ${word.text})`;
    if ((points[i] as number) > 0) named.push(shown);
    else if (inValue(value, lower, word) > 0) held.push(shown);
  }
  const where = (what: string, list: string[]): string[] => (list.length === 0 ? [] : [`${list.join(', ')} in the ${what}`]);
  return [...where(inWhat, named), ...where(inWhat === 'name' ? 'description' : 'value', held)].join('; ');
};

const search = <Match>(
  entriesFor: (words: readonly Word[]) => Entries,
  words: readonly Word[],
  limit: number,
  make: (at: number, why: (inWhat: string) => string) => Match,
): Found<Match> => {
  let asked = words;
  let entries = entriesFor(words);
  let best = weigh(entries, words);
  const better = best.hits.includes(0) ? corrected(entries, words, best.hits) : undefined;
  if (better) {
    asked = better;
    entries = entriesFor(better);
    best = weigh(entries, better);
  }
  const total = best.candidates.length;
  const results = best
    .first(limit)
    .map(({ at }) => make(at, (inWhat) => reason(entries.named(at).whole.points, entries.value(at), asked, inWhat)));
  return { total, results };
};

/** Keys that have the words in their names or values. `objects` are served, `overflow` are what else was read. */
export const searchKeys = (objects: Objects, overflow: Objects, words: readonly Word[], limit: number): Found<KeyMatch> => {
  const served = Object.keys(objects);
  const keys = [...served, ...Object.keys(overflow)];
  const valueAt = (at: number): Primitive => (at < served.length ? objects : overflow)[keys[at] as string] as Primitive;
  const isServed = (at: number): boolean => at < served.length;
  const entriesFor = (asked: readonly Word[]): Entries => {
    const nameOf = createNamer(asked);
    return { size: keys.length, named: (at) => nameOf(keys[at] as string), value: valueAt, served: isServed };
  };
  return search(entriesFor, words, limit, (at, why) => ({
    key: keys[at] as string,
    value: valueAt(at),
    served: isServed(at),
    matched: why('key'),
  }));
};

/** Actions that have the words in their names, parameters or descriptions. */
export const searchActions = (
  actions: Readonly<Record<string, ActionSchema>>,
  words: readonly Word[],
  limit: number,
): Found<ActionMatch> => {
  const all = Object.entries(actions);
  const entriesFor = (asked: readonly Word[]): Entries => {
    const named = all.map(([name, { parameters }]): Named => {
      const own = spaced(name);
      const whole = namingOf(`${own}${spaced(parameters.map((one) => one.name).join(' ')).trimStart()}`, asked);
      return { whole, isOwn: isAsked(namingOf(own, asked)) };
    });
    return {
      size: all.length,
      named: (at) => named[at] as Named,
      value: (at) => (all[at] as [string, ActionSchema])[1].description,
      served: () => true,
    };
  };
  return search(entriesFor, words, limit, (at, why) => {
    const [action, { signature, reversibility }] = all[at] as [string, ActionSchema];
    return { action, signature, reversibility, matched: why('name') };
  });
};
