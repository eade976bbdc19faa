/**
 * What a person wrote down about a program, held against what is served. Pure: facts and keys in, verdicts out.
 *
 * A fact's `key` is what a right key has to say: words that must all be in it, each with its alternatives (`task title|name`). Words are compared
 * whole, singular and plural alike, so that a value under a key that means something else is a miss. `not` names words that make it mean something else.
 */

const singular = (word) =>
  word.length > 3 && word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
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

export const tells = (fact, key, value) => {
  if (!isValue(fact.value, value)) return false;
  const words = new Set(wordsOf(key));
  if ((fact.not ?? '').split('|').some((one) => one !== '' && words.has(singular(one)))) return false;
  return [fact.key].flat().some((text) => saysWords(text, words));
};

export const toldIn = (fact, entries) => entries.find(([key, value]) => tells(fact, key, value));

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

/** The actions that a task's words name, those first that say least beside; with the parameters that the task has values for. */
export const waysTo = (task, actions) =>
  Object.entries(actions)
    .filter(([name]) => [task.action].flat().some((text) => saysWords(text, new Set(wordsOf(name)))))
    .map(([name, { parameters = [], reversibility }]) => {
      const given = Object.entries(task.values ?? {});
      const filled = parameters.flatMap((one) => {
        const found =
          given.find(([words]) => saysWords(words, new Set(wordsOf(one.name)))) ??
          (parameters.length === 1 ? given[0] : undefined);
        return found === undefined ? [] : [[one.name, found[1]]];
      });
      const whole = parameters.every((one) => !one.required || filled.some(([to]) => to === one.name));
      return { name, reversibility, whole: whole && filled.length >= given.length, parameters: Object.fromEntries(filled) };
    })
    .filter(({ whole }) => whole)
    .sort((a, b) => wordsOf(a.name).length - wordsOf(b.name).length);
