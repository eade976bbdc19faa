import type { RawAction, RawActionKind, RawParameter } from '@substrate/core';
import { addTo } from './labels.js';
import type { Schema } from './schema.js';
import { doesSomething, readVerbs } from './verbs.js';
import { splitWords } from './words.js';

/**
 * Which actions are offered. What a person could do on the screen, routes and store actions always are. Of methods and operations there
 * may be thousands: what every object can do and what only the program itself calls is left out, and the rest is bounded, best first.
 * An action that a person corrected stays, and one that has a name already stays before one that is new.
 */

/** What there may be thousands of; the number is what one is worth. */
const methods: Partial<Record<RawActionKind, number>> = { operation: 70, setter: 65, method: 60 };

const isMethod = (action: RawAction): boolean => action.kind in methods;

/** The most methods, setters and operations that are offered. */
const limit = 150;
/** So many are offered whatever they are worth; beyond that only what is worth this. */
const few = 40;
const leastWorth = 45;
/** So many of one form are offered one by one; more of them as one action that is told which is meant. */
const apart = 3;
/** The most that such an action can be told apart by. */
const mostAlike = 50;

/** What every object can do. */
const objectProtocol =
  /^(?:to_?string|equals|hash_?code|get_?hash_?code|clone|memberwise_?clone|finalize|compare(?:_?to)?|get_?class|get_?type|notify(?:_?all)?|wait|value_?of|to_?json|inspect|dispose|deconstruct|print_?members|iterator|get_?enumerator|read_?resolve|write_?replace|reference_?equals)$/i;

/** What the program calls by itself when something happened. */
const plumbing = [
  /^(?:add|remove|set|get)\w*(?:Listener|Observer|EventHandler|Callback|Interceptor)s?$/,
  /^on(?=[A-Z])\w*$/,
  /^(?:handle|fire|raise|notify|dispatch|emit)(?=[A-Z])\w*(?:Event|Changed?|Listeners?|Observers?|Exception|Clicked|Closed|Opened|Selected|Updated?|Received)$/,
  /^(?:access|lambda)\$|^(?:get|set)_$|^__|^<|^jj/,
];

/** A logger has one for each level. Who has a single one of them means something else by it: `warn(place, text)`. */
const logLevel = /^(?:trace|debug|info|warn|fatal)$/;

const isOfLogger = (given: readonly RawAction[]): ((action: RawAction) => boolean) => {
  const levels = new Map<string, Set<string>>();
  const ownerOf = ({ owner, source }: RawAction): string => `${source}\n${owner ?? ''}`;
  for (const action of given) {
    if (!isMethod(action) || !logLevel.test(action.name)) continue;
    levels.set(ownerOf(action), (levels.get(ownerOf(action)) ?? new Set()).add(action.name));
  }
  return (action) => isMethod(action) && logLevel.test(action.name) && (levels.get(ownerOf(action))?.size ?? 0) > 1;
};

/** Asked of what is given, not of the program: `isKeyword(kind)`. A factory's product is of use to the program alone. */
const isPure = (action: RawAction): boolean => {
  if (action.source !== 'static') return false;
  const [first = ''] = splitWords(action.name);
  if (/^(?:is|has|can)$/.test(first)) return action.parameters.length > 0;
  return /factory$/i.test(action.owner ?? '') && !/^(?:void|string|number|boolean)$/i.test(action.returns ?? 'void');
};

const manyOrPlain =
  /list|collection|array|\[|enumerable|iterable|dictionary|(?:set|map|json|text|string|number|boolean|char|long|double|float|decimal|date|time|object|any|dynamic)(?:$|[<\s])|\bu?(?:int|byte|short|single)(?:eger|\d+)?\b/i;

/** `getFirstToken()`: one object that the program holds; what it says is state already. A service may fetch what nobody holds. */
const isHeld = ({ name, source, parameters, returns }: RawAction): boolean =>
  (source === 'static' || source === 'instance') &&
  parameters.length === 0 &&
  /^get(?=[A-Z_])/i.test(name) &&
  returns !== undefined &&
  !manyOrPlain.test(returns);

const isNoise = (action: RawAction): boolean => {
  if (!isMethod(action)) return false;
  const name = action.name.replace(/\(.*$/, '').replace(/^.*[.#](?=\w)/, '');
  return (
    /^\d+$/.test(name) ||
    isPure(action) ||
    isHeld(action) ||
    objectProtocol.test(name) ||
    plumbing.some((form) => form.test(name))
  );
};

const convertingVerbs =
  /^(?:parse|format|convert|transform|encode|decode|normali[sz]e|seriali[sz]e|deseriali[sz]e|stringify|escape|unescape|wrap|unwrap|resolve|render|compile|hash|merge|map|clone|copy|extend|assign|create|build|make|init|initiali[sz]e|use|with|from|to|as|is|has|can|get|translate|infer|strip|match|generate|compare|extract|pick|omit|define|default|ensure|assert|compose|reduce)$/;
const helperOwner =
  /^(?:utils?|utilit(?:y|ies)|helpers?|common|shared|lib|tools?|constants?|types?|errors?|schema|loaders?|factory|parser|lexer|scanner|tokenizer|visitor|logger|log|node|index|build|misc|internal|core)$/;
const givenByProgram =
  /(?:Function|Callback|Listener|Handler|Consumer|Supplier|Runnable|Callable|Predicate|Delegate|Action|Func)\b/;
const callbackName = /^_?(?:cb|callback|next|done|fn|func|listener|handler|resolve|reject|iteratee|emit)$/i;

const parameterCost = (parameter: RawParameter): number => {
  if (callbackName.test(parameter.name) || givenByProgram.test(parameter.sourceType ?? '')) return 30;
  return parameter.type === 'object' && parameter.required ? 10 : 0;
};

const actionWorth = (action: RawAction): number => {
  const words = splitWords(action.name);
  let worth = (methods[action.kind] ?? 100) + action.certainty * 10;
  if (action.targets !== undefined || action.reads !== undefined) worth += 10;
  if (action.source === 'static') worth -= 10;
  if (action.ofRuntime) worth -= 30;
  const first = words[0] ?? '';
  const converts = convertingVerbs.test(first) || words.slice(1, -1).includes('to');
  const bare = action.source === 'module' && action.targets === undefined;
  if (doesSomething(first) && !readVerbs.has(first) && !(bare && converts)) worth += 10;
  if (converts) worth -= 15;
  // A function of a module that works on nothing of the state, and does not say that it does something, is one that others are made of.
  if (bare && !readVerbs.has(first) && (converts || !doesSomething(first))) worth -= 30;
  if (splitWords(action.owner ?? '').some((word) => helperOwner.test(word))) worth -= 15;
  return (
    worth -
    Math.min(
      45,
      action.parameters.reduce((sum, parameter) => sum + parameterCost(parameter), 0),
    )
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
    const { reads: _, changes: __, targets: ___, owner, description, ...rest } = first;
    const shared = <T>(value: T | undefined, of: (action: RawAction) => T | undefined): boolean =>
      value !== undefined && each.every((one) => of(one) === value);
    return [
      {
        ...rest,
        address: form,
        certainty: Math.min(...each.map(({ certainty }) => certainty)),
        ...(shared(owner, (one) => one.owner) && { owner }),
        ...(shared(description, (one) => one.description) && { description }),
        ...(each.every(({ changes }) => changes === false) && { changes: false as const }),
        each,
      } as Offer,
    ];
  });
};

/** The actions to offer. */
export const chooseActions = (given: readonly RawAction[], schema: Schema): readonly Offer[] => {
  const isConfirmed = ({ address }: RawAction): boolean => schema.actions[address]?.confirmed === true;
  const logs = isOfLogger(given);
  const useful = given.filter((action) => isConfirmed(action) || !(isNoise(action) || logs(action)));
  const actions = together(useful, schema, (action) => !isMethod(action) || action.kind === 'setter' || isConfirmed(action));
  const ranked: { readonly action: Offer; readonly worth: number }[] = [];
  const chosen = new Set<Offer>();
  for (const action of [...actions].sort((a, b) => (a.address < b.address ? -1 : 1))) {
    if (!isMethod(action) || isConfirmed(action)) {
      chosen.add(action);
      continue;
    }
    const known = schema.actions[action.address] !== undefined;
    ranked.push({ action, worth: actionWorth(action) + (known ? 15 : 0) });
  }
  ranked.sort((a, b) => b.worth - a.worth);
  ranked.slice(0, limit).forEach(({ action, worth }, at) => {
    if (at < few || worth >= leastWorth) chosen.add(action);
  });
  return chosen.size === actions.length ? actions : actions.filter((action) => chosen.has(action));
};
