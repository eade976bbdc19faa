import { changedKeys, diffObjects, isBelow, type Objects, type Primitive, parseKey, type RawAction } from '@substrate/core';
import { isOnScreen, kinds } from './kinds.js';
import { isScreen } from './labels.js';
import { addTo, countIn } from './memo.js';
import { redacted } from './redact.js';
import { actionWords, inverseNames, onlyEdits } from './reversibility.js';
import { type Interpretation, type Trace, traceOf } from './trace.js';
import { wordSet } from './vocabulary.js';
import { splitWords } from './words.js';

/**
 * The way back from an action that ran, from what it was seen to change. A way is told only where all that changed is accounted for: what the way sets back itself,
 * and what follows from that. One thing more that changed, a log, a counter, and there is none.
 */

interface Call {
  readonly action: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Deed extends Call {
  /** What was read right before it, and after it. */
  readonly before: Interpretation;
  readonly after: Interpretation;
}

export interface WayBack extends Call {
  /** True of the state before. */
  readonly verify_expression: string;
}

/** One key that changed; undefined where it was not there. */
export interface Turn {
  readonly key: string;
  readonly before: Primitive | undefined;
  readonly after: Primitive | undefined;
}

export interface Effect extends Call {
  readonly turns: readonly Turn[];
}

/**
 * What is worth remembering of an action that ran. What it was given must be seen in what it did: a pin or a password that one caller gave is none of the next
 * one's business.
 */
export const effectOf = (action: string, parameters: Call['parameters'], turns: readonly Turn[]): Effect | undefined => {
  if (turns.length === 0 || turns.length > mostRemembered) return undefined;
  const told = Object.values(parameters).every(
    (value) => typeof value === 'boolean' || turns.some(({ before, after }) => value === before || value === after),
  );
  return told ? { action, parameters, turns } : undefined;
};

export interface Experience {
  /** Keys that change whether or not anything is done. */
  readonly restless: ReadonlySet<string>;
  /** Oldest first. */
  readonly effects: readonly Effect[];
  /** Whether this way was gone before and did not lead back. */
  failed(action: string, back: string): boolean;
}

type Case = ReturnType<typeof caseOf>;

interface Way extends Call {
  /** What it sets back by itself. */
  readonly sets: readonly Turn[];
  /** Lists of which it takes away the last element, with their length before. */
  readonly list?: { readonly path: string; readonly length: number };
}

const stepping = wordSet('increment decrement increase decrease');
const mostTurns = 400;
const mostRemembered = 200;
const mostBytes = 2000;

/** What is told, served or not. */
const toldIn = ({ objects, overflow }: Interpretation): Objects => Object.assign(Object.create(null), objects, overflow);

/** All keys that differ, whether they are served or not; without those of `restless`. */
export const turnsOf = (before: Interpretation, after: Interpretation, restless: ReadonlySet<string>): Turn[] => {
  if (before.objects === after.objects && before.overflow === after.overflow) return [];
  const [was, is] = [toldIn(before), toldIn(after)];
  const keys = changedKeys(diffObjects(was, is)).filter((key) => !restless.has(key));
  return keys.map((key) => ({ key, before: was[key], after: is[key] }));
};

export const wayBack = (deed: Deed, experience: Experience): WayBack | null => {
  const { action, before, after } = deed;
  const binding = before.bindings.get(action);
  const [was, is] = [traceOf(before), traceOf(after)];
  const raw = was?.capture.actions.find(({ address }) => address === binding?.address);
  if (binding?.reversibility !== 'reversible_write' || !raw || !was || !is) return null;
  if (raw.kind === 'builtin') return builtinBack(deed, raw);
  if (was.capture.site !== is.capture.site || before.schema.version !== after.schema.version) return null;
  const turns = turnsOf(before, after, experience.restless);
  if (turns.length === 0 || turns.length > mostTurns) return null;
  const one = caseOf(deed, experience, raw, turns, was, is);
  for (const way of [again, seenReversed, inverse, ownUndo]) {
    const found = way(one);
    const offered = found && after.actions[found.action];
    if (!offered || offered.reversibility === 'reversible_read' || experience.failed(action, found.action)) continue;
    const told = withExpression(one, found);
    if (told) return told;
  }
  return null;
};

const caseOf = (deed: Deed, { effects }: Experience, raw: RawAction, turns: readonly Turn[], was: Trace, is: Trace) => {
  const leaves = [was, is].flatMap(({ served, rest }) => [...served, ...rest]);
  const shown = new Set(leaves.flatMap(({ key, slot }) => (isScreen(slot) ? [key] : [])));
  const { actions } = is.capture;
  const controls = new Set(actions.flatMap(({ kind, address }) => (kinds[kind].sets ? [address] : [])));
  const bindings = [...deed.after.bindings.values()];
  const settable = bindings.flatMap(({ address, targets }) => (controls.has(address) ? targets : []));
  /** What was read off a screen rather than off the state behind it. */
  const isSeen = (key: string): boolean => shown.has(key);
  /** Of that, what nobody can set there: a text follows from what it shows. */
  const isShown = (key: string): boolean => isSeen(key) && !settable.some((target) => isBelow(key, target));
  /** The turns of what is not only shown. */
  const state = turns.filter(({ key }) => !isShown(key));
  return { ...deed, effects, raw, actions, turns, state, isSeen, isShown };
};

const builtinBack = ({ parameters, before, after }: Deed, raw: RawAction): WayBack | null => {
  const from = before.context.window_id;
  // Another tab is only looked at; a page that was left is gone with all it held.
  if (raw.name !== 'activate_tab' || from === null || after.context.window_id !== parameters.window_id) return null;
  return {
    action: raw.name,
    parameters: { window_id: from },
    verify_expression: `context.window_id === ${JSON.stringify(from)}`,
  };
};

// ── Ways ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const fits = (value: unknown, type: string): boolean => typeof value === type && value !== redacted;

/** The same again: with the value of before, where what was given is what the target holds now; or a switch, which was seen to switch one thing. */
const again = ({ action, parameters, raw, before, turns, state }: Case): Way | undefined => {
  const { sets } = kinds[raw.kind];
  const targets = (sets && before.bindings.get(action)?.targets) || [];
  const own = targets.length > 0 ? turns.filter(({ key }) => targets.some((target) => isBelow(key, target))) : state;
  const types = new Map(before.actions[action]?.parameters.map(({ name, type_name }) => [name, type_name]));
  const given = [...types.keys()].filter((name) => Object.hasOwn(parameters, name));
  const set = given.flatMap((name) => {
    const held = own.filter((turn) => turn.after === parameters[name] && fits(turn.before, types.get(name) as string));
    return held.length === 1 ? [{ name, turn: held[0] as Turn }] : [];
  });
  if (sets && set.length === 1 && set[0]) {
    const { name, turn } = set[0];
    return { action, parameters: { ...parameters, [name]: turn.before }, sets: [turn] };
  }
  const flipped = own.filter((turn) => typeof turn.before === 'boolean' && typeof turn.after === 'boolean');
  const [turn] = flipped;
  if (flipped.length !== 1 || !turn) return undefined;
  if (!sets) return actionWords(raw)[0] === 'toggle' ? { action, parameters, sets: [turn] } : undefined;
  if (raw.kind !== 'toggle' || given.length > 0) return undefined;
  const name = [...types].find(([, type]) => type === 'boolean')?.[0];
  return { action, parameters: name === undefined ? {} : { [name]: turn.before }, sets: [turn] };
};

/** Something that was seen to do exactly the reverse. */
const seenReversed = ({ turns, effects }: Case): Way | undefined => {
  const isReversed = ({ key, before, after }: Turn): boolean =>
    turns.some((turn) => turn.key === key && turn.before === after && turn.after === before);
  const seen = effects.findLast((effect) => effect.turns.length === turns.length && effect.turns.every(isReversed));
  return seen && { action: seen.action, parameters: seen.parameters, sets: turns };
};

/** What an action is called that the same owner has, or, of the screen, that is anywhere on it. */
const siblingOf = ({ raw, actions, after }: Case, words: string, anywhere = false): string | undefined => {
  const found = actions.find(
    (other) =>
      other !== raw &&
      splitWords(other.name).join('_') === words &&
      (anywhere ? isOnScreen(other) : other.owner === raw.owner && other.kind === raw.kind),
  );
  return found && [...after.bindings].find(([, { address }]) => address === found.address)?.[0];
};

/** The action of the same owner that is called the opposite, where what was done is what such a pair does and undoes. */
const inverse = (one: Case): Way | undefined => {
  const words = actionWords(one.raw);
  const names = inverseNames(words).flatMap((wanted) => siblingOf(one, wanted) ?? []);
  return names.flatMap((name) => takenAway(one, name) ?? turnedBack(one, name, stepping.has(words[0] ?? '')) ?? [])[0];
};

/** An element was put at the end of a list, and the other action is told which one to take away. */
const takenAway = ({ parameters, after, state }: Case, name: string): Way | undefined => {
  const added = state.filter((turn) => turn.before === undefined);
  const [, list = '', number] = /^(.*?)\[(\d+)\]\./.exec(added[0]?.key ?? '') ?? [];
  const [path, at] = [`${list}[${number}]`, Number(number)];
  if (!parseKey(list) || !added.every(({ key }) => isBelow(key, path))) return undefined;
  const known = toldIn(after);
  const count = state.find(({ key }) => key === `${list}.count`);
  if (count?.before !== at || count.after !== at + 1) return undefined;
  const fields = new Map(added.map((turn) => [turn.key.slice(path.length + 1), turn.after as Primitive]));
  const args: Record<string, unknown> = {};
  let named = false;
  for (const { name: parameter, type_name, required } of after.actions[name]?.parameters ?? []) {
    const value = Object.hasOwn(parameters, parameter) ? parameters[parameter] : fields.get(parameter);
    if (value === undefined && !required) continue;
    if (!fits(value, type_name)) return undefined;
    args[parameter] = value;
    const isOnly = Array.from({ length: at }, (_, i) => known[`${list}[${i}].${parameter}`]).every(
      (other) => other !== undefined && other !== value,
    );
    named ||= fields.get(parameter) === value && isOnly;
  }
  return named ? { action: name, parameters: args, sets: [...added, count], list: { path: list, length: at } } : undefined;
};

/** One thing was switched, or went a step; the other action, with the same in hand, switches it back. */
const turnedBack = ({ parameters, after, state }: Case, name: string, steps: boolean): Way | undefined => {
  const type = steps ? 'number' : 'boolean';
  const main = state.filter((turn) => typeof turn.before === type && typeof turn.after === type);
  if (main.length !== 1) return undefined;
  const wanted = after.actions[name]?.parameters ?? [];
  if (wanted.some((parameter) => parameter.required && !Object.hasOwn(parameters, parameter.name))) return undefined;
  const shared = wanted.filter((parameter) => Object.hasOwn(parameters, parameter.name));
  // What the one is told and the other can't be told may decide how far it goes.
  if (steps && shared.length !== Object.keys(parameters).length) return undefined;
  return { action: name, parameters: Object.fromEntries(shared.map(({ name: own }) => [own, parameters[own]])), sets: main };
};

const recordWords = wordSet('undo past history edits revisions');

/** Whether the application was seen to keep what an edit took away: what was there before stands in what is new, or its record grew. */
const isRecorded = (turns: readonly Turn[]): boolean =>
  turns.some(({ key, before, after }) => {
    if (before === undefined && isTelling(after) && turns.some((turn) => turn.before === after)) return true;
    const grew = typeof before === 'number' && typeof after === 'number' ? after > before : before !== true && after !== false;
    return grew && splitWords(key).some((word) => recordWords.has(word));
  });

/** What the application itself takes back: it made an edit, and kept what was there before. */
const ownUndo = (one: Case): Way | undefined => {
  const { raw, after, turns, state } = one;
  if (kinds[raw.kind].sets || !onlyEdits(actionWords(raw)) || !isRecorded(turns)) return undefined;
  const name = siblingOf(one, 'undo', isOnScreen(raw));
  if (name === undefined || after.actions[name]?.parameters.some(({ required }) => required)) return undefined;
  return { action: name, parameters: {}, sets: state.length > 0 ? state : turns };
};

// ── Accounting ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const isTelling = (value: Primitive | undefined): boolean =>
  typeof value === 'string' ? value.length > 1 && value !== redacted : typeof value === 'number' && Math.abs(value) > 1;

/** Whether a change comes and goes with those that the way sets back. */
const follows = (turn: Turn, { sets, list }: Way, { before, after, isSeen, isShown }: Case): boolean => {
  if (isShown(turn.key)) return sets.some(({ key }) => !isSeen(key));
  const isTold = isTelling(turn.before) || isTelling(turn.after);
  if (isTold && sets.some((set) => set.before === turn.before && set.after === turn.after)) return true;
  const sizes = (side: 'before' | 'after') =>
    sets.some((set) => typeof set[side] === 'string' && turn[side] === (set[side] as string).length);
  if (turn.key.endsWith('.length') && sizes('before') && sizes('after')) return true;
  return (
    list !== undefined &&
    isSum(turn.before, before, list.path, list.length) &&
    isSum(turn.after, after, list.path, list.length + 1)
  );
};

/** Whether a number is the sum of what the elements of a list have in one field, or in two of them multiplied. */
const isSum = (value: Primitive | undefined, told: Interpretation, list: string, length: number): boolean => {
  if (typeof value !== 'number') return false;
  if (length === 0) return value === 0;
  const elements = new Map<string, [string, number][]>();
  for (const [key, held] of Object.entries(toldIn(told))) {
    if (typeof held !== 'number' || !key.startsWith(`${list}[`)) continue;
    const end = key.indexOf(']', list.length);
    addTo(elements, key.slice(0, end), [key.slice(end + 1), held]);
  }
  const sums = new Map<string, number>();
  for (const numbers of elements.values())
    for (const [name, number] of numbers) {
      countIn(sums, name, number);
      for (const [other, factor] of numbers) if (other > name) countIn(sums, `${name}\n${other}`, number * factor);
    }
  return [...sums.values()].some((sum) => Math.abs(sum - value) < 1e-6);
};

/** The way with what is true when it was gone; nothing where something changed that it does not account for, or that must not be told. */
const withExpression = (one: Case, way: Way): WayBack | null => {
  const { sets, list } = way;
  const rest = one.turns.filter((turn) => !sets.includes(turn));
  if (!rest.every((turn) => follows(turn, way, one))) return null;
  if (sets.some((turn) => turn.before === redacted || turn.after === redacted)) return null;
  const isTold = ({ key, before }: Turn): boolean =>
    before !== redacted && !(before === undefined && list !== undefined && isBelow(key, list.path));
  const told = [...sets, ...rest.filter(({ key }) => !one.isShown(key))].filter(isTold);
  const parts = told.map(({ key, before }) => `${key} === ${JSON.stringify(before)}`);
  while (new TextEncoder().encode(parts.join(' && ')).length > mostBytes) parts.pop();
  const { action, parameters } = way;
  return parts.length === 0 ? null : { action, parameters: { ...parameters }, verify_expression: parts.join(' && ') };
};
