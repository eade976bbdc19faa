import type { RawAction } from '@substrate/core';
import { kinds } from './kinds.js';
import { addTo, countIn } from './memo.js';
import { doesSomething, isRead } from './reversibility.js';
import type { Schema } from './schema.js';
import { splitWords } from './words.js';

/**
 * Which actions are offered. What a person could do on the screen, routes and store actions always are. Of methods and operations there
 * may be thousands: what every object can do and what only the program itself calls is left out, and the rest is bounded, best first.
 * An action that a person corrected stays, and one that has a name already stays before one that is new.
 */

const isMethod = ({ kind }: RawAction): boolean => kinds[kind].worth !== undefined;

/** The most methods, setters and operations that are offered. */
const limit = 150;
/** So many are offered whatever they are worth; beyond that only what is worth this. */
const few = 40;
const leastWorth = 45;
/** So many of one form are offered one by one; more of them as one action that is told which is meant. */
const apart = 3;
/** The most that such an action can be told apart by. */
const mostAlike = 50;

/** What every object can do, and what the program calls by itself when something happened. */
const ofTheProgram = [
  /^(?:to_?string|equals|(?:get_?)?hash_?code|clone|finalize|compare_?to|get_?class|get_?type|dispose|deconstruct|get_?enumerator)$/i,
  /^(?:add|remove|set|get)\w*(?:Listener|Observer|EventHandler|Callback|Interceptor)s?$/,
  /^(?:on|handle|fire|raise|notify|dispatch|emit)(?=[A-Z])\w*(?:Event|Changed?|Listeners?|Observers?|Exception|Clicked|Closed|Opened|Selected|Updated?|Received)$/,
  /^(?:access|lambda)\$|^(?:get|set)_$|^__|^<|^\d+$/,
];

const isNoise = (action: RawAction): boolean => {
  const name = action.name.replace(/\(.*$/, '');
  return isMethod(action) && ofTheProgram.some((form) => form.test(name));
};

const actionWorth = (action: RawAction): number => {
  const { kind, targets, reads, source, parameters, changes } = action;
  const [first = ''] = splitWords(action.name);
  const does = doesSomething(first) && !isRead(first);
  // A function of a module that works on nothing of the program's own, and does not say that it does something, is one that others are made of.
  const works = (targets !== undefined || reads !== undefined || source === 'instance') && !action.foreign;
  const bare = kind === 'method' && source === 'module' && !works && !does && !isRead(first);
  // What only the program has in hand.
  const objects = parameters.filter(({ type, required }) => type === 'object' && required).length;
  return (
    (kinds[kind].worth ?? 100) +
    action.certainty * 10 +
    (works ? 10 : 0) +
    (does ? 10 : 0) -
    (source === 'static' ? 10 : 0) -
    (action.foreign ? 10 : 0) -
    // What would be told is told without asking.
    (changes === false ? 20 : 0) -
    (action.ofRuntime || bare ? 30 : 0) -
    Math.min(40, objects * 10)
  );
};

/** One action, or several objects' action of one form: the same name, taking the same. */
export interface Offer extends RawAction {
  readonly each?: readonly RawAction[];
}

/** What many objects can do is one action. Its address is its form: it stays while objects come and go. */
const together = (actions: readonly RawAction[], schema: Schema, isSingle: (action: RawAction) => boolean): readonly Offer[] => {
  const forms = new Map<string, RawAction[]>();
  for (const action of actions) {
    const takes = action.parameters.map(({ name, type }) => `${name}: ${type}`).join();
    const form = isSingle(action) ? action.address : `each ${action.kind} ${action.name}(${takes}) ${action.returns ?? ''}`;
    addTo(forms, form, action);
  }
  return [...forms].flatMap(([form, members]): readonly Offer[] => {
    const [first] = members;
    if (!first || isSingle(first) || (members.length <= apart && schema.actions[form] === undefined)) return members;
    const each = members.slice(0, mostAlike);
    const { reads: _, targets: __, ...rest } = first;
    const isShared = ([name, value]: [string, unknown]): boolean =>
      !/^(?:owner|description|changes)$/.test(name) || each.every((one) => one[name as keyof RawAction] === value);
    const shared = Object.fromEntries(Object.entries(rest).filter(isShared)) as unknown as RawAction;
    return [{ ...shared, address: form, certainty: Math.min(...each.map(({ certainty }) => certainty)), each }];
  });
};

export const chooseActions = (given: readonly RawAction[], schema: Schema): readonly Offer[] => {
  const isConfirmed = ({ address }: RawAction): boolean => schema.actions[address]?.confirmed === true;
  const useful = given.filter((action) => isConfirmed(action) || !isNoise(action));
  const actions = together(useful, schema, (action) => !isMethod(action) || action.kind === 'setter' || isConfirmed(action));
  // A probe tells the best of each owner first, and that comes before the rest of one: who can do much crowds out nobody.
  const met = new Map<string | undefined, number>();
  const ranked = actions
    .filter((action) => isMethod(action) && !isConfirmed(action))
    .map((action) => {
      const nth = met.get(action.owner) ?? 0;
      countIn(met, action.owner);
      const worth = actionWorth(action) + (schema.actions[action.address] === undefined ? 0 : 15);
      return { action, worth, rank: worth - (action.owner === undefined ? 0 : Math.min(10, Math.floor(nth / 4))), nth };
    })
    .sort((a, b) => b.rank - a.rank || a.nth - b.nth);
  const left = ranked.filter(({ worth }, at) => at >= limit || (at >= few && worth < leastWorth));
  const isLeft = new Set(left.map(({ action }) => action));
  return actions.filter((action) => !isLeft.has(action));
};
