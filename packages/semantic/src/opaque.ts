import type { KeySegment, RawNode } from '@substrate/core';
import { normalize } from './words.js';

/**
 * Maps whose keys are ids that a program made up: of sockets, sessions, objects, moments. The next run has others, so they can't be part of a
 * key. Such a map is read as a list of records that hold their id, in the order of the map. What tells an id is its shape and that of its
 * neighbours, never a word; what a person would call something by (`rooms.lobby`, `orders["EU-1042"]`) stays a key.
 */

/** Turns between small letters, capitals and digits; a capital that begins a word is none. */
const turns = /[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[A-Z]{2}(?=[a-z])|[0-9](?=[A-Za-z])/g;
const turnsOf = (text: string): number => text.match(turns)?.length ?? 0;

/** What a text is made of, character by character: codes that people give out are all of one form, what a machine draws is not. */
const formOf = (text: string): string => text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0');

const randomTurns = 0.3;
/** So many that no words have them. */
const disorderTurns = 0.5;

/** So many show disorder, however many there could be: short names have few. */
const mostForms = 5;

/** Of three letters or more, one vowel among four; what is of capitals alone is short. */
const canBeSaid = (piece: string): boolean =>
  piece.length > 2 && 4 * (piece.match(/[aeiou]/gi)?.length ?? 0) >= piece.length && !/^[A-Z]{4}/.test(piece);

/** Less than half of it is in pieces that can be said: nobody gave such a name. */
const isUnsaid = (name: string): boolean => {
  const said = (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).filter(canBeSaid);
  return 2 * said.join('').length < name.length;
};

const leastDrawn = 8;

/** Drawn by a machine: less than half of it in words, and letters of both kinds with digits, lines or many signs among them, or turns all along. */
const isDrawn = (name: string): boolean => {
  const signs = new Set(name.match(/[^\w-]/g)).size;
  if (name.length < leastDrawn || !/^[\x21-\x7e]{1,64}$/.test(name) || signs === 1 || signs === 2 || !isUnsaid(name))
    return false;
  const turned = turnsOf(name);
  const mixed = turned >= 3 && /[A-Z]/.test(name) && /[a-z]/.test(name) && /[^A-Za-z]/.test(name);
  return mixed || (name.length >= 12 && turned >= randomTurns * (name.length - 1));
};

/** The place of a key that is no name: an object, or one that may not be told. */
const isPlace = (name: string): boolean => /^#\d{1,5}$/.test(name);
export const placeName = (at: number): string => `#${at}`;
export const placeIn = (name: KeySegment): number | undefined =>
  isPlace(String(name)) ? Number(String(name).slice(1)) : undefined;

/** By itself: a UUID, a long number or a moment, hexadecimal digits, letters, digits and signs in disorder. */
const isOpaqueId = (name: string): boolean =>
  isPlace(name) ||
  // Among other parts one to the millisecond, of the years from 2001 to 2033: who counts from when it was started, or made, writes that before its numbers.
  /(?<![0-9A-Za-z])1\d{12}(?![0-9A-Za-z])/.test(name) ||
  /(?:^|[^0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])/i.test(name) ||
  /^\d{7,}$/.test(name) ||
  /^(?:#[0-9a-f]{6}(?:[0-9a-f]{2})?|0x[0-9a-f]{4,}|(?=.*\d)(?=.*[a-f])[0-9a-f]{8,})$/i.test(name) ||
  // What kind of thing it is of may stand before it: `page:VIe_DbmrmIzOXXPwwSPAY`.
  isDrawn(name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('|')) + 1)) ||
  isDrawn(name);

/**
 * Those that are ids by themselves, and those that are as long as one of them and say nothing: of what one machine draws, some look like words by chance, or
 * like words with a sign between them.
 */
export const idsAmong = (names: readonly string[]): ReadonlySet<string> => {
  const ids = new Set(names.filter(isOpaqueId));
  const lengths = new Set([...ids].map(({ length }) => length).filter((length) => length >= leastDrawn));
  if (lengths.size > 0) for (const name of names) if (lengths.has(name.length) && isUnsaid(name)) ids.add(name);
  return ids;
};

/** Whether the names of a map are ids. Names that prove nothing by themselves do so together: of one length, and each of another form. */
export const areOpaque = (names: readonly string[]): boolean => {
  if (names.length === 0) return false;
  const ids = idsAmong(names).size;
  // Where the next run has other names for half of it, no name of it can be relied on.
  if (ids * 5 >= names.length * 4 || (ids > 1 && ids * 2 >= names.length)) return true;
  const [first = ''] = names;
  const isAlike = (form: RegExp): boolean => names.every((name) => name.length === first.length && form.test(name));
  const forms = (): number => new Set(names.map(formOf)).size;
  // Two of hexadecimal digits alone, each of another form, are ids where they are long enough: vendors are called by four (`10de`, `8086`).
  if (names.length === 2 && isAlike(/^[\da-f]{5,}$/) && forms() === 2 && /\d[a-f]|[a-f]\d/.test(names.join(' '))) return true;
  // Of what is drawn one in a few can be said, by chance.
  const isDisorder = names.some(isUnsaid) && names.every((name) => turnsOf(name) >= disorderTurns * (name.length - 1));
  const isPair = names.length === 2 && (ids > 0 || names.every(isUnsaid) || isDisorder);
  // The fewer kinds of characters a machine draws from, the less it takes to tell.
  const least = isPair ? 8 : isAlike(/^[\da-f]+$/) ? 4 : isAlike(/^[\da-z]+$/) ? 5 : 8;
  if ((names.length < 3 && !isPair) || first.length < least || !isAlike(/^[\w-]+$/)) return false;
  const all = names.reduce((sum, name) => sum + turnsOf(name), 0);
  return all >= randomTurns * names.length * (first.length - 1) && forms() >= Math.min(mostForms, names.length * 0.8);
};

/** What of a name is not counted. */
const stemOf = (name: string): string => name.replace(/\d+/g, '0');

/**
 * Whether names that came in the place of others, of which none is left, are of the same making: counted on, or drawn again. Words that give way to words are
 * another state of the program.
 */
export const areRedrawn = (before: readonly string[], now: readonly string[]): boolean => {
  const [stems, all] = [new Set(before.map(stemOf)), [...before, ...now]];
  const isCounted = now.every((name) => /\d/.test(name) && stems.has(stemOf(name)));
  return isCounted || all.filter((name) => /\d/.test(name) || isUnsaid(name)).length * 2 > all.length;
};

/** Segments of addresses that stand for nothing in the program: the id of a record, and what a map holds that is no record. */
export const idSegment = '#id';
export const contentSegment = '#content';

const namesId = (nodes: readonly RawNode[], levels: number): boolean =>
  nodes.some(
    ({ name, children }) => normalize(name) === 'id' || (levels > 0 && children !== undefined && namesId(children, levels - 1)),
  );

/** One entry as a record with its id. */
export const recordOf = (entry: RawNode, at: number, secret: boolean): RawNode => {
  const id = entry.name;
  const own = entry.kind === 'object';
  const fields = own
    ? (entry.children ?? [])
    : [{ ...entry, name: entry.kind === 'value' ? 'value' : 'items', id: contentSegment }];
  const told = isPlace(id) || fields.some(({ value }) => value === id);
  const name = namesId(fields, 1) ? 'key' : 'id';
  const idNode: RawNode = { name, id: idSegment, kind: 'value', value: id, ...(secret && { secret: true }) };
  const { value: _, size: __, label: ___, ...rest } = entry;
  return {
    ...(own ? entry : rest),
    name: String(at),
    id: entry.id ?? entry.name,
    kind: 'object',
    children: told ? fields : [idNode, ...fields],
  };
};
