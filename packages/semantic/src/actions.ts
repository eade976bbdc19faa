import type { ActionSchema, Parameter, RawAction, RawParameter, Reversibility } from '@substrate/core';
import { nameAction } from './action-names.js';
import { chooseActions, type Offer } from './action-worth.js';
import { isOnScreen, kindOrder, kinds } from './kinds.js';
import { countIn } from './memo.js';
import { inferReversibility, inverseNames } from './reversibility.js';
import type { ActionEntry, Schema } from './schema.js';
import { firstUntaken } from './template.js';
import { compare, isIdentifier, simpleTypeName, splitWords } from './words.js';

/** One map of actions for all runtimes, and how each reaches its own. */

export interface Binding {
  /** What a `RawCall` names; of an action of many objects, `each` has theirs. */
  readonly address: string;
  /** Which parameter says whose action is meant, and the addresses of them all. */
  readonly each?: { readonly parameter: string; readonly addresses: Readonly<Record<string, string>> };
  /** The name on the wire → the name that the probe knows. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Keys, or what keys begin with, of the facts that the action's target owns. */
  readonly targets: readonly string[];
  readonly reversibility: Reversibility;
}

/** A binding whatever the capture, with the addresses of what the action touches. */
interface Bound extends Omit<Binding, 'targets'> {
  readonly touched: readonly string[];
}

export type Actions = ReturnType<typeof interpretActions>;

/** The keys, or what keys begin with, of what lies at these addresses. */
export type TargetsOf = (addresses: readonly string[]) => readonly string[];

/** The names of a control that says what it would do next, in its other state: `Show details` where it says `Hide details` now. */
const namesBefore = (action: RawAction): readonly string[] =>
  (isOnScreen(action) ? inverseNames(splitWords(action.name)) : []).flatMap(
    (words) => nameAction({ ...action, name: words.replaceAll('_', ' ') }).candidates,
  );

const liveCount = /(?<!\S)[([]?\d[\d.,]*\+?[)\]]?(?!\S)/g;

/** "Inbox 3" is the inbox, whatever is in it, and "Show 3 more" shows more; of "Page 2" and "Page 3" the number is the name. */
const withoutCounts = (actions: readonly RawAction[]): readonly RawAction[] => {
  const bare = (action: RawAction): string => {
    const { name } = action;
    const words = isOnScreen(action) ? name.replace(liveCount, ' ').replace(/\s+/g, ' ').trim() : name;
    return /\p{L}/u.test(words) ? words : name;
  };
  const times = new Map<string, number>();
  const nameIn = (action: RawAction): string => `${action.kind}\n${action.owner ?? ''}\n${bare(action)}`;
  for (const action of actions) countIn(times, nameIn(action));
  return actions.map((action) => (times.get(nameIn(action)) === 1 ? { ...action, name: bare(action) } : action));
};

/** Names for the actions that have none, in an order that does not depend on that of the capture. */
const nameNew = (actions: readonly RawAction[], schema: Schema): Record<string, ActionEntry> => {
  const present = new Set(actions.map(({ address }) => address));
  // Who has a name now: what a person named so, else what had it first.
  const holders = new Map<string, string>();
  for (const [address, { name, confirmed }] of Object.entries(schema.actions))
    if (confirmed || (present.has(address) && !holders.has(name))) holders.set(name, address);
  const missing = withoutCounts(actions).filter(({ address }) => holders.get(schema.actions[address]?.name ?? '') !== address);
  const entries = Object.create(null) as Record<string, ActionEntry>;
  // Of what is there now, or that a person gave; and of what was there before.
  const taken = new Set(holders.keys());
  for (const { kind, name } of actions) if (kind === 'builtin') taken.add(name);
  const gone = new Set(Object.values(schema.actions).flatMap(({ name }) => (taken.has(name) ? [] : [name])));
  missing.sort((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || compare(a.address, b.address));
  const wanted = new Map<string, string>();
  // A name that several would take is given to none of them while there is a better one.
  const shared = new Set<string>();
  const onScreen = new Set<string>();
  // Those of the screen come first: what a person reads is no method's to share.
  for (const action of missing) {
    const first = nameAction(action).candidates[0] as string;
    if (isOnScreen(action)) onScreen.add(first);
    else if (onScreen.has(first)) continue;
    if ((wanted.get(first) ?? action.owner ?? '') !== (action.owner ?? '')) shared.add(first);
    wanted.set(first, action.owner ?? '');
  }
  for (const action of missing) {
    if (entries[action.address]) continue;
    const candidates = [...nameAction(action).candidates].sort((a, b) => Number(shared.has(a)) - Number(shared.has(b)));
    const name =
      [...namesBefore(action).filter((one) => gone.has(one)), ...candidates].find((one) => !taken.has(one)) ??
      firstUntaken(candidates[0] as string, taken);
    taken.add(name);
    entries[action.address] = action.kind === 'builtin' ? { name: action.name, builtin: true } : { name };
  }
  return entries;
};

/** What types are called in the languages that are read, by the word of the wire. */
const returnForms: readonly (readonly [string, RegExp])[] = [
  ['void', /^(void|undefined|unit|null|never)$/],
  ['string', /^(string|char|character|str|charsequence|uuid|guid|localdate\w*|instant|date\w*|uri|url)$/],
  ['number', /^(number|u?(int(eger|16|32|64|128|ptr)?|long|short)|s?byte|float|double|single|decimal|half)$/],
  ['number', /^(big(int|integer|decimal)|atomic(integer|long))$/],
  ['boolean', /^(bool|boolean)$/],
  ['array', /(list|array|set|collection|iterable|enumerable|queue|deque|stream)$/],
];

/** The type of a result in the five words of the wire, or `void`. */
export const returnType = (type: string | undefined): string => {
  if (type === undefined) return 'void';
  const awaited = /^(?:Promise|Task|ValueTask|CompletableFuture|Future|Mono|Observable)(?:<(.+)>)?$/.exec(
    type.replace(/^[\w.]+\.(?=\w+(<|$))/, ''),
  );
  if (awaited) return returnType(awaited[1]);
  if (/\[\]$|^\[/.test(type)) return 'array';
  const simple = simpleTypeName(type).toLowerCase();
  return returnForms.find(([, form]) => form.test(simple))?.[0] ?? 'object';
};

const wireParameters = (action: RawAction): { parameters: Parameter[]; names: Record<string, string> } => {
  const names = Object.create(null) as Record<string, string>;
  const parameters = action.parameters.map((raw, at): Parameter => {
    const plain = action.kind === 'builtin' ? raw.name : splitWords(raw.name).join('_');
    const base = isIdentifier(plain) ? plain : plain === '' ? `value_${at + 1}` : `_${plain.replace(/[^\w$]/g, '_')}`;
    const name = firstUntaken(base, { has: (one) => one in names });
    names[name] = raw.name;
    const choices = raw.choices && `One of ${raw.choices.map((choice) => JSON.stringify(choice)).join(', ')}.`;
    const description = [raw.description, choices].filter(Boolean).join(' ');
    const any = raw.sourceType === 'any' && { any: true };
    return { name, type_name: raw.type, required: raw.required, ...(description !== '' && { description }), ...any };
  });
  return { parameters, names };
};

/** What the objects of one action are called: by the key of what each is, or by its class. */
const choicesOf = (each: readonly RawAction[], targetsOf: TargetsOf): Readonly<Record<string, string>> => {
  const addresses = Object.create(null) as Record<string, string>;
  for (const { targets, owner, address } of each) {
    const base = targetsOf(targets ?? [])[0] ?? simpleTypeName(owner ?? '');
    const isTaken = (name: string): boolean => name === '' || name in addresses;
    addresses[firstUntaken(base, { has: isTaken }, (name, n) => `${name}#${n}`)] = address;
  }
  return addresses;
};

const withChoice = (action: Offer, addresses: Readonly<Record<string, string>>): RawAction => {
  const description = 'The object that is meant.';
  const which: RawParameter = { name: 'which', type: 'string', required: true, choices: Object.keys(addresses), description };
  return { ...action, parameters: [which, ...action.parameters] };
};

const signatureOf = (parameters: readonly Parameter[], returns: string): string =>
  `fn(${parameters.map((one) => `${one.name}${one.required ? '' : '?'}: ${one.type_name}`).join(', ')}) -> ${returns}`;

const describe = (action: RawAction): string => {
  const { description, kind, name, owner } = action;
  if (description) return description;
  const { verb, led, says, screen } = kinds[kind];
  const own = led ? name.replace(new RegExp(`^${verb}(?=[A-Z_\\s-])[_\\s-]*`, 'i'), '') : name;
  const of = owner === undefined ? '' : screen ? ` in ${owner}` : ` of ${/\s/.test(owner) ? owner : simpleTypeName(owner)}`;
  return `${says.replace('%', () => own)}${of}.`;
};

export const interpretActions = (raw: readonly RawAction[], schema: Schema, targetsOf: TargetsOf) => {
  const offered = chooseActions(raw, schema);
  /** Entries for addresses that had none. */
  const entries = nameNew(offered, schema);
  const actions = Object.create(null) as Record<string, ActionSchema>;
  const bound = new Map<string, Bound>();
  /** What was inferred, by address: a correction is held against it. */
  const inferred = new Map<string, Reversibility>();
  const owned = new Map(
    [...raw, ...offered].map((action) => [`${action.owner ?? ''}\n${splitWords(action.name).join('_')}`, action]),
  );
  const builtins = new Set(raw.flatMap(({ kind, name }) => (kind === 'builtin' ? [name] : [])));
  const undo = raw.some((action) => isOnScreen(action) && splitWords(action.name)[0] === 'undo');
  for (const action of offered) {
    const entry = (entries[action.address] ?? schema.actions[action.address]) as ActionEntry;
    if (entry.name in actions || (action.kind !== 'builtin' && builtins.has(entry.name))) continue;
    const guess = inferReversibility(action, { find: (name) => owned.get(`${action.owner ?? ''}\n${name}`), undo });
    inferred.set(action.address, guess);
    const reversibility = entry.reversibility ?? guess;
    const addresses = action.each && choicesOf(action.each, targetsOf);
    const { parameters, names } = wireParameters(addresses ? withChoice(action, addresses) : action);
    actions[entry.name] = {
      signature: signatureOf(parameters, returnType(action.returns)),
      reversibility,
      description: entry.description ?? describe(action),
      confidence: entry.confidence ?? Math.round(Math.min(1, action.certainty * nameAction(action).quality) * 100) / 100,
      parameters,
    };
    const touched = (action.each ?? [action]).flatMap(({ targets = [], reads }) =>
      reads === undefined ? targets : [...targets, reads],
    );
    const each = addresses && { each: { parameter: Object.keys(names)[0] as string, addresses } };
    bound.set(entry.name, { address: action.address, parameters: names, reversibility, ...each, touched });
  }
  return { actions, bound, entries, inferred };
};

/** The bindings in a capture. Which keys a target has is asked for seldom, and looked up then. */
export const bind = (bound: Actions['bound'], targetsOf: TargetsOf): ReadonlyMap<string, Binding> => {
  const bindingOf = ({ touched, ...parts }: Bound): Binding => {
    let targets: readonly string[] | undefined;
    return {
      ...parts,
      get targets() {
        targets ??= targetsOf(touched);
        return targets;
      },
    };
  };
  return new Map([...bound].map(([name, one]) => [name, bindingOf(one)]));
};
