/**
 * What a person wrote down about a program, held against what is served. Pure: facts and keys in, verdicts out.
 *
 * A fact's `key` is what a right key has to say: words that must all be in it, each with its alternatives (`task title|name`). Words are compared
 * whole, singular and plural alike. A value under a key that means something else is a miss: what the value itself is called has to be one of the words
 * (`timer.minutes`, not `timer.minutes.colour`), and a number or a yes or no may not be called a measure that nobody asked for (`timer_count`). `of` is
 * what else the same record says (the minutes `of` the timer "Dough"); `not` names words that make a key mean something else.
 */

const singular = (word) =>
  word.length > 3 && word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.length > 4 && /(ss|sh|ch|x)es$/.test(word)
      ? word.slice(0, -2)
      : word.length > 3 && /[^su]s$/.test(word)
        ? word.slice(0, -1)
        : word;

export const wordsOf = (key) =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(singular);

const plainText = (value) => String(value).replace(/\s+/g, ' ').trim();

/** A number may be told as its text; a text has to be told whole. `{ "like": … }` is for what can't be known to the letter, a time for one. */
export const isValue = (wanted, value) => {
  if (wanted !== null && typeof wanted === 'object') return value !== null && new RegExp(wanted.like).test(plainText(value));
  return value === wanted || (wanted !== null && value !== null && plainText(value) === plainText(wanted));
};

const saysWords = (text, words) =>
  text
    .split(' ')
    .filter(Boolean)
    .every((group) => group.split('|').some((one) => words.has(singular(one.toLowerCase()))));

/** What a key calls its value: its last name that is one. Indices, letters of columns and `value` or `text` name nothing by themselves. */
const callsNothing = new Set([
  'value',
  'text',
  'content',
  'current',
  'data',
  'inner',
  'raw',
  'string',
  'number',
  'name',
  'label',
  'title',
  'item',
]);
const namesOf = (key) => {
  const steps = key.replace(/\[[^\]]*\]/g, '').split('.');
  const names = [];
  for (const step of steps.reverse()) {
    const words = wordsOf(step);
    names.push(...words);
    if (words.some((word) => !callsNothing.has(word) && !/^c?\d+$/.test(word))) break;
  }
  return new Set(names);
};

/** Measures and marks of a thing that are not the thing: `desk_count` is no desk, `minute_color` no minute. */
const measures =
  'id index count length size width height color colour max min limit default previous initial version step offset position total scale'.split(
    ' ',
  );
const counts = /\b(how (many|much|long|large|big)|number|count|total|size|length|largest|most|least)\b/;

const saysMeasure = (fact, names) => {
  const asked = new Set([fact.key].flat().flatMap((text) => text.split(/[ |]/).map((one) => singular(one.toLowerCase()))));
  return measures.some((word) => names.has(word) && !asked.has(word)) && !counts.test(fact.fact ?? '');
};

/** The record that a key is in: its element of a list, or what it is a field of. */
const recordOf = (key) => (key.includes('[') ? key.slice(0, key.lastIndexOf(']') + 1) : key.slice(0, key.lastIndexOf('.') + 1));

/** Whether the record of a key says `of` too: by its name, by another of its values, or by what its list is in; what another element of the list says is not. */
const isOf = (of, key, entries) => {
  const words = new Set(wordsOf(key));
  if (wordsOf(String(of)).every((word) => words.has(word))) return true;
  const record = recordOf(key);
  const list = record.endsWith(']') ? record.slice(0, record.lastIndexOf('[')) : undefined;
  const outer = list === undefined ? '' : recordOf(list);
  const isNear = (other) =>
    other.startsWith(record) || (outer !== '' && other.startsWith(outer) && !other.startsWith(`${list}[`));
  return record !== '' && entries.some(([other, value]) => other !== key && isNear(other) && isValue(of, value));
};

export const tells = (fact, key, value, entries = []) => {
  if (!isValue(fact.value, value)) return false;
  const words = new Set(wordsOf(key));
  if ((fact.not ?? '').split('|').some((one) => one !== '' && words.has(singular(one)))) return false;
  const names = namesOf(key);
  const fits = (text) =>
    saysWords(text, words) &&
    text
      .split(' ')
      .filter(Boolean)
      .some((group) => saysWords(group, names));
  if (![fact.key].flat().some(fits)) return false;
  if (/^(number|boolean)$/.test(typeof value) && saysMeasure(fact, names)) return false;
  return fact.of === undefined || isOf(fact.of, key, entries);
};

export const toldIn = (fact, entries, all = entries) => entries.find(([key, value]) => tells(fact, key, value, all));

/** What holds for every program: how it was started, and where it is. Somebody may well want it, so it is no noise. */
const ofEveryProgram = /^(process|page|document|window|context)\b/;

/** Whether a key says nothing about what the program is for: a listed pattern fits it, or none of the words that a person uses about it is there. */
export const noiseOf = ({ facts, about, noise }) => {
  const patterns = noise.map((text) => new RegExp(text));
  const words = new Set(
    [...facts.flatMap(({ key }) => [key].flat().join(' ').split(/[ |]/)), ...about].map((one) => singular(one.toLowerCase())),
  );
  return (key) =>
    patterns.some((one) => one.test(key)) || (!ofEveryProgram.test(key) && !wordsOf(key).some((word) => words.has(word)));
};

/** How many keys two readings do not share, and how many there are in both together. */
export const movedBetween = (before, after) => {
  const [a, b] = [new Set(before), new Set(after)];
  const moved = [...before.filter((key) => !b.has(key)), ...after.filter((key) => !a.has(key))];
  return { moved, of: new Set([...a, ...b]).size };
};

/** How many keys were not there in every one of the readings. */
export const movedAmong = (readings) => {
  const seen = new Map();
  for (const keys of readings) for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  return { moved: [...seen].filter(([, times]) => times < readings.length).map(([key]) => key), of: seen.size };
};

/** A name that says no more than the type, where the program's own is lost: `text2`, `number`, `arg0`. */
const saysTypeAlone = /^(arg|text|number|flag|value|list|object)_?\d*$/;
const typeOf = (value) => (Array.isArray(value) ? 'array' : typeof value);
const mayTake = ({ type_name, any }, value) => any === true || type_name === undefined || type_name === typeOf(value);

/** The actions that a task's words name, whatever they take. */
export const namedBy = (task, actions) =>
  Object.entries(actions).filter(([name]) => [task.action].flat().some((text) => saysWords(text, new Set(wordsOf(name)))));

/**
 * The actions that a task's words name, those first that say least beside; with the parameters that the task has values for. A value that the
 * action's own name says (`stop_risotto`) needs no parameter; `args` takes all of them, in their order, and so do parameters
 * whose names say their type alone. What a task gives as an object is given by its parts where the action asks for those.
 */
export const waysTo = (task, actions) =>
  namedBy(task, actions)
    .map(([name, { parameters = [], reversibility, confidence }]) => {
      const own = new Set(wordsOf(name));
      const isSaid = ([, value]) => typeof value === 'string' && wordsOf(value).every((word) => own.has(word));
      // An object may be asked for by its parts.
      const isByParts = !parameters.some((one) => mayTake(one, {}));
      const given = Object.entries(task.values ?? {}).flatMap(([key, value]) =>
        isByParts && typeOf(value) === 'object'
          ? Object.entries(value).map(([part, its]) => [wordsOf(part).join(' '), its])
          : [[key, value]],
      );
      const open = given.filter((one) => !isSaid(one));
      const taken = new Set();
      // A task may well call something `text`: where all names are lost, the order tells.
      const areNameless = parameters.length > 1 && parameters.every((one) => saysTypeAlone.test(one.name));
      const filled = parameters.flatMap((one) => {
        if (one.name === 'args' && one.type_name === 'array' && parameters.length === 1) {
          for (const some of open) taken.add(some);
          return open.length === 0 ? [] : [[one.name, open.map(([, value]) => value)]];
        }
        const isNext = (some) => parameters.length === open.length && some === open[parameters.indexOf(one)];
        const next = open.find((some) => isNext(some) && saysTypeAlone.test(one.name) && mayTake(one, some[1]));
        const found =
          (areNameless ? next : undefined) ??
          given.find((some) => !taken.has(some) && saysWords(some[0], new Set(wordsOf(one.name)))) ??
          (parameters.length === 1 && open.length === 1 && mayTake(one, open[0][1]) ? open[0] : undefined) ??
          next;
        if (found === undefined) return [];
        taken.add(found);
        return [[one.name, found[1]]];
      });
      const whole =
        parameters.every((one) => !one.required || filled.some(([to]) => to === one.name)) && open.every((one) => taken.has(one));
      return { name, reversibility, confidence, whole, parameters: Object.fromEntries(filled) };
    })
    .filter(({ whole }) => whole)
    .sort((a, b) => wordsOf(a.name).length - wordsOf(b.name).length);

/** What came of a task, the best first. */
export const outcomes = [
  'done',
  'did something else',
  'did nothing that is seen',
  'refused for confidence',
  'refused',
  'no action',
  'so already',
];

/** Keys whose values differ between two readings, or that only one of them has. */
export const changedBetween = (before, after) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
