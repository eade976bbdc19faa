import type { Lore } from '../rooms/parts.js';
import type { Collector } from './collector.js';
import type { FreeWords } from './free-words.js';
import type { Holders } from './holders.js';
import type { Methods } from './methods.js';
import type { Statics } from './statics.js';
import type { Stock } from './stock.js';
import type { ValueReader } from './values.js';

/**
 * What only closures hold. The debugger hands out the scopes of a function as a list of `{description, object}`; each object is
 * a copy of the variables at that moment, the values in it are live.
 */
export interface Scopes {
  /** Puts the variables of kept scopes among the places. Yields after every little piece of work: the scope of a bundle has thousands. */
  read(lists: readonly unknown[], libraries: readonly string[]): Generator<undefined, void>;
  /** Looks into the scopes of `functions`: keeps those that hold state, and tells which other functions to look into. */
  harvest(functions: readonly unknown[], lists: readonly unknown[], libraries: readonly string[]): Generator<undefined, Harvest>;
  /** Notes which scripts use what others made: `scripts` are those that the functions are from. */
  survey(functions: readonly unknown[], lists: readonly unknown[], scripts: readonly string[]): void;
  /** Makers of things that were come upon whose scripts are not known yet, and then are. */
  makers(): object[];
  locate(makers: readonly object[], scripts: readonly string[]): void;
  /** Notes that a function was handed to a thing, and what for, where that is known. */
  hand(fn: object, called?: string): void;
  /** Those of them that were handed to what another script made: they are what the application does. */
  given(functions: readonly object[]): void;
  /** Functions kept by `harvest`, as far as they still exist. */
  kept(): unknown[];
  /** Whether the closure of a function has been looked into. */
  hasLooked(fn: object): boolean;
  /** A state holder that discovery came upon, to be looked at again at every reading. */
  meet(name: string, value: object): void;
  /** Those that are of the page itself or of a frame in it: tools and extensions listen, too, from worlds beside it that have prototypes of their own. */
  ofPage(listeners: readonly object[], ofControls: readonly boolean[]): object[];
  /** Objects of the application that may lead to a state holder: what listeners are bound to. */
  follow(objects: readonly unknown[]): void;
  /** Whether functions that listen at controls speak of the variable that holds it. */
  isSpoken(value: object): boolean;
  /** Things that listeners work on: instances of classes that their closures or they themselves are bound to. */
  near(): object[];
  /** Whatever these closures hold, each by a name that it has in the next document too. */
  held(): Iterable<readonly [string, object]>;
  heldAt(name: string): object | undefined;
  /** The variables around a function, innermost scope first. */
  around(list: unknown): object[];
  /**
   * What the functions of an object share and keep to themselves: the state in the innermost closure of one of them. Undefined where that is the closure of
   * many more, as that of a library around its helpers.
   */
  behind(face: object, list: unknown): [string, unknown][] | undefined;
  /** A signal behind a bound accessor. */
  adoptSignal(name: string, node: unknown): void;
}

export interface Harvest {
  /** Functions that lead on to others. */
  readonly deeper: unknown[];
  /** Bound functions, whose `this` may be a signal, with their names. */
  readonly bound: { readonly name: string; readonly fn: unknown }[];
}

export function createScopes(kit: {
  values: ValueReader;
  collector: Collector;
  holders: Holders;
  stock: Stock;
  methods: Pick<Methods, 'declared'>;
  statics: Statics;
  freeWords: FreeWords;
  lore: Lore;
}): Scopes {
  const { values, collector, holders, methods, statics, freeWords, lore } = kit;
  const { own, has, isSignal } = values;
  const { isElement, isData, isRecords, isStock, isWide, makerOf } = kit.stock;
  /** Kept weakly: reading must not keep alive what the page lets go. */
  interface Signal {
    readonly address: string;
    readonly name: string;
    readonly source: 'module' | 'closure';
    readonly ref: WeakRef<object>;
    /** What it held when it was found, by the names in it. */
    readonly shape: string;
  }
  const signals: Signal[] = [];
  const met: { name: string; ref: WeakRef<object> }[] = [];
  const functions: WeakRef<object>[] = [];
  const shapes = new Set<string>();
  const looked = new WeakSet<object>();
  /** Functions that a module imports, and the modules that only those led to: they may be a library's. */
  const led = new WeakSet<object>();
  const imported = new Set<string>();
  /** Functions that listen at controls, and what lies around them. */
  const controlling = new WeakSet<object>();
  const behindControls = new Set<string>();
  /** The scopes of whole bundles, and whether a build took their names. */
  const bundles = new Map<string, boolean>();
  /** Scopes in which there is something to be read. */
  const readable = new Set<string>();
  /** Minified scopes that hold a model of which listeners of controls speak: of the rest in a bundle, and of modules that none speaks of, a library keeps most. */
  const meant = new Set<string>();
  /** Functions that things of another script keep. */
  const handed = new WeakSet<object>();
  const handedFor = new WeakMap<object, string>();
  const given = new WeakSet<object>();
  /** What the application does only when a library calls it, and the variables that it changes. */
  const deeds = new Map<
    string,
    { readonly name: string; readonly fn: WeakRef<object>; readonly kept: ReadonlyMap<string, WeakRef<object> | number> }
  >();
  const mostDeeds = 40;
  const noteDeed = (fn: object, list: unknown): void => {
    const own = values.own(fn, 'name');
    const said = handedFor.get(fn);
    const isNamed = typeof own === 'string' && own.length > 2 && own !== 'anonymous';
    // Without a name it is what it was handed over for; who is told more than that can't be called.
    const name = isNamed ? own : (fn as { length: number }).length === 0 ? said : undefined;
    if (name === undefined || deeds.size >= mostDeeds) return;
    const around = scopesOf(list);
    const kept = new Map<string, WeakRef<object> | number>();
    for (const word of freeWords.changedBy(fn)) {
      const scope = around.find(({ object }) => has(object, word))?.object;
      const held = scope && values.own(scope, word);
      if (typeof held === 'object' && held !== null) kept.set(word, new WeakRef(held));
      else if (held !== undefined && typeof held !== 'function') kept.set(word, 1);
    }
    if (kept.size > 0) deeds.set(`handed:${name}()`, { name, fn: new WeakRef(fn), kept });
  };
  /** Scopes whose variables are places by themselves. */
  let told = new Set<string>();
  /** What the components of the application were declared in. */
  const aroundTops = new Set<string>();

  /** The page keeps its state in signals. */
  let signalled = false;

  const meet = (name: string, value: object): void => {
    if (met.length < 200 && !met.some((entry) => entry.ref.deref() === value)) met.push({ name, ref: new WeakRef(value) });
  };

  const ways = new Map<string, WeakRef<object>>();
  const noted = new WeakSet<object>();
  const things: string[] = [];
  const note = (value: object, wayTo: () => string): void => {
    if (noted.has(value) || ways.size >= 2000 || isElement(value)) return;
    noted.add(value);
    const way = wayTo();
    let name = way;
    for (let i = 1; ways.get(name)?.deref(); i++) name = `${way}~${i}`;
    ways.set(name, new WeakRef(value));
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    const prototype = kind === 'Object' ? (Object.getPrototypeOf(value) as object | null) : null;
    if (prototype !== null && prototype !== Object.prototype && things.length < 200) things.push(name);
  };

  /** Looks whether an object leads to a state holder. */
  const followOne = (object: unknown, wayTo: () => string): void => {
    if (typeof object !== 'object' || object === null) return;
    note(object, wayTo);
    const lead = holders.leadOf(object);
    if (lead && !collector.seen.has(lead) && holders.adopt(lead)) meet('store', lead);
  };

  /** What a listener does: one that is an object keeps that in its fields, or has it from its class. */
  const doneBy = (listener: object): readonly object[] => {
    if (typeof listener === 'function') return [listener];
    followOne(listener, () => `heard/${brief(shapeOf(listener))}`);
    const isFunction = (held: unknown): held is object => typeof held === 'function' && !values.isNative(held);
    const kept = values
      .names(listener)
      .slice(0, 30)
      .map((name) => own(listener, name))
      .filter(isFunction);
    for (let at: object | null = listener; at && kept.length === 0; at = Object.getPrototypeOf(at) as object | null)
      kept.push(...[own(at, 'handleEvent')].filter(isFunction));
    return kept;
  };

  /** A few letters for a long text. */
  const brief = (text: string): string => {
    let hash = 0;
    for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
    return (hash >>> 0).toString(36);
  };

  /** A variable that holds a signal is not given another: once found, its function need not be asked again. */
  const keepSignal = (address: string, name: string, source: 'module' | 'closure', node: object): void => {
    if (signals.length < 300 && !signals.some(({ ref }) => ref.deref() === node))
      signals.push({ address, name, source, ref: new WeakRef(node), shape: shapeOf(values.unwrap(node)) });
  };
  const shapeOf = (held: unknown): string => {
    const one: unknown = Array.isArray(held) ? held.find((item) => typeof item === 'object' && item !== null) : held;
    return typeof one === 'object' && one !== null ? [...values.names(one)].sort().join() : typeof held;
  };
  /** Which of several by one name comes first depends on what they hold, not on who was found first. */
  const inOrder = (): Signal[] => {
    const alike = new Map<string, Signal[]>();
    for (const signal of signals) {
      const others = alike.get(signal.address);
      if (others) others.push(signal);
      else alike.set(signal.address, [signal]);
    }
    for (const some of alike.values()) some.sort((a, b) => (a.shape < b.shape ? -1 : a.shape > b.shape ? 1 : 0));
    return signals.map(({ address }) => alike.get(address)?.shift() as Signal);
  };
  const addressOf = ({ kind, name: scope }: Scope, name: string): string =>
    kind === 'module' ? `module:${name}` : `closure:${scope}/${name}`;

  interface Scope {
    readonly kind: 'module' | 'closure';
    readonly name: string;
    readonly object: object;
  }

  const scopesOf = (list: unknown): Scope[] => {
    const found: Scope[] = [];
    if (!Array.isArray(list)) return found;
    // The list has no prototype, so it is not iterable.
    for (let i = 0; i < list.length; i++) {
      const entry: unknown = list[i];
      const description = String(own(entry, 'description') ?? '');
      const object = own(entry, 'object');
      if (typeof object !== 'object' || object === null || object === globalThis || /^(Global|Script)/.test(description))
        continue;
      const name = /\((.*)\)/.exec(description)?.[1] ?? '';
      found.push({ kind: description.startsWith('Module') ? 'module' : 'closure', name: name.length > 2 ? name : '', object });
    }
    return found;
  };

  const internal =
    /^(ctx|context|vm|vnode|fiber|component|instance|internal\w*|anchor|node|element|el|root|parent|props|children|slots|event|options|opts|config|defaults|_\w*|\$\$\w*|exports|module|args|arguments|self|that|this|globalState|\w*[cC]ache)$/;
  const isInternal = (name: string): boolean => internal.test(name) || lore.variables.test(name);

  /** What a program is given rather than what it keeps: enumerations, frozen tables, descriptors of properties, lists of dependencies. */
  const isConstant = (name: string, value: object): boolean => {
    if (/^[A-Z][A-Z0-9_]+$/.test(name) || (!Array.isArray(value) && Object.isFrozen(value))) return true;
    if (Array.isArray(value)) return value.length > 1 && typeof value[value.length - 1] === 'function';
    const keys = values.names(value);
    if (keys.length === 0) return false;
    return (
      keys.every((key) => /^([A-Z][A-Z0-9_]*|-?\d+)$/.test(key) && typeof own(value, key) !== 'object') ||
      // Compiled enumerations lead from the name to the number and back.
      keys.every((key) => /^(string|number)$/.test(typeof own(value, key)) && has(value, String(own(value, key)))) ||
      keys.every((key) => key.endsWith('_')) ||
      keys.every((key) => /^(configurable|enumerable|writable|value|get|set)$/.test(key))
    );
  };

  const variables = (scope: Scope, names: readonly string[] = Object.getOwnPropertyNames(scope.object)): [string, unknown][] =>
    names.map((name) => [name, own(scope.object, name)]);

  const framework = (libraries: readonly string[]): boolean =>
    libraries.some((name) => lore.frameworks.includes(name)) ||
    [...collector.places, ...collector.components].some(({ library }) => library !== undefined && lore.keepers.includes(library));

  /** A minifier leaves hardly a word among the names of a scope; one of two letters among words is what somebody wrote. */
  const isMinified = (all: readonly [string, unknown][]): boolean =>
    all.filter(([name]) => name.length < 4).length * 2 > all.length;
  const saysNothing = (name: string, minified: boolean): boolean => name.length < (minified ? 3 : 2);

  /** What has no name is not served: under a name that says nothing a signal must hold something that has names of its own. */
  const isSpeaking = (signal: object): boolean => {
    const held = values.unwrap(signal);
    return typeof held === 'object' && held !== null && isData(held);
  };

  const natureOf = (scope: Scope, all: readonly [string, unknown][], libraries: readonly string[]) => {
    const minified = isMinified(all);
    const crowded = all.length > 60;
    // Where a framework keeps the state, other variables are its own. And one big scope is a whole bundle: in it, libraries keep
    // their things beside those of the application.
    // A module of few variables that have words for names is the application's own, and so is what its components were declared in, and a script that uses another.
    const isOwn = !crowded && !minified && (scope.kind === 'module' || isAround(scope) || isUsers(scope));
    const framed = framework(libraries) && !isOwn;
    return { minified, crowded, framed, strict: framed || (crowded && signalled) };
  };

  /** The debugger makes a copy of a scope for each who asks: of one that was looked at, the names are put together once. */
  const shapesOf = new WeakMap<object, string>();
  const shapeOfScope = ({ kind, name, object }: Scope): string => {
    let shape = shapesOf.get(object);
    if (shape === undefined) {
      const all = Object.getOwnPropertyNames(object);
      shape = `${kind}/${name}/${all.length > mostSpelled ? sumOf(all) : values.variables(object).join()}`;
      shapesOf.set(object, shape);
    }
    return shape;
  };
  /** The names of a whole bundle are too many to be put in order for everyone who is asked: they are counted and summed up, in whichever they come. */
  const mostSpelled = 200;
  const sumOf = (names: readonly string[]): string => {
    let sum = 0;
    for (const name of names) sum += name.length * 31 + name.charCodeAt(0) * 7 + name.charCodeAt(name.length - 1);
    return `${names.length}/${sum}`;
  };

  /** Scripts, by what they declare; and who uses what whom made. */
  const scripts = new Map<string, string>();
  const madeIn = new WeakMap<object, string>();
  const uses: { readonly script: string; readonly maker: WeakRef<object> }[] = [];
  const mostUses = 400;
  /** Scripts whose things another one has among its variables, and that have none of that one's: a library does not know who uses it. */
  let ranks: { readonly libraries: ReadonlySet<string>; readonly users: ReadonlySet<string> } | undefined;
  const ranksNow = () => {
    if (ranks) return ranks;
    const pairs = uses.flatMap(({ script, maker }) => {
      const made = madeIn.get(maker.deref() ?? uses);
      return made === undefined || made === script ? [] : [`${script} ${made}`];
    });
    const all = new Set(pairs);
    const [libraries, users] = [new Set<string>(), new Set<string>()];
    for (const pair of all) {
      const [user, used] = pair.split(' ') as [string, string];
      if (all.has(`${used} ${user}`)) continue;
      libraries.add(used);
      users.add(user);
    }
    ranks = { libraries, users };
    return ranks;
  };
  const scriptOf = (scope: Scope): string => (scripts.size > 0 ? (scripts.get(shapeOfScope(scope)) ?? '') : '');
  const isLibrarys = (scope: Scope): boolean => ranksNow().libraries.has(scriptOf(scope));
  const isUsers = (scope: Scope): boolean => ranksNow().users.has(scriptOf(scope)) && !isLibrarys(scope);

  const isAround = (scope: Scope): boolean => aroundTops.size > 0 && aroundTops.has(shapeOfScope(scope));

  const isImported = (scope: Scope): boolean => imported.size > 0 && imported.has(shapeOfScope(scope));

  const isControls = (scope: Scope): boolean => behindControls.size > 0 && behindControls.has(shapeOfScope(scope));

  const mostSpeakers = 30;
  const mostHops = 3;
  /**
   * Of bundles and modules whose names a build took: what functions that listen at controls speak of, and functions that they call, by how many calls away that is.
   * Hardly a library has controls of its own in a page; one that is handed the listeners of others has what it needs for that in a closure of its own.
   */
  const spokenIn = new Map<string, Map<string, number>>();
  const spoken = new WeakSet<object>();
  /** Whether it spoke of something new. */
  const hear = (scope: Scope, shape: string, listener: object): boolean => {
    const heard = spokenIn.get(shape) ?? new Map<string, number>();
    const before = heard.size;
    spokenIn.set(shape, heard);
    let speakers = [listener];
    for (let hop = 0; hop < mostHops && speakers.length > 0; hop++) {
      const called: object[] = [];
      for (const fn of speakers)
        for (const name of freeWords.of(fn)) {
          if ((heard.get(name) ?? mostHops) <= hop || !values.has(scope.object, name)) continue;
          heard.set(name, hop);
          const held = own(scope.object, name);
          if (typeof held === 'object' && held !== null) {
            spoken.add(held);
            if (isModel(held) && values.names(held).length > 3) meant.add(shape).add(scope.kind);
            called.push(...tableOf(held).map(([, fn]) => fn));
          } else if (typeof held === 'function' && !values.sourceOf(held).startsWith('class')) called.push(held);
        }
      speakers = called.slice(0, mostSpeakers);
    }
    return heard.size > before;
  };
  /** What is done at each key, or by each command: a literal of functions alone. */
  const tableOf = (held: unknown): [string, object][] => {
    const isLiteral = typeof held === 'object' && held !== null && Object.getPrototypeOf(held) === Object.prototype;
    const all = isLiteral ? values.names(held).slice(0, mostSpeakers) : [];
    const functions = all.flatMap((name): [string, object][] => {
      const fn = own(held, name);
      return typeof fn === 'function' ? [[name, fn]] : [];
    });
    return functions.length === all.length ? functions : [];
  };
  const isSpoken = (scope: Scope, name: string): boolean =>
    spokenIn.size > 0 && spokenIn.get(shapeOfScope(scope))?.has(name) === true;

  /** What an application made for itself: an object with data that does not lead into the workings of a library. */
  const isModel = (value: object): boolean => makerOf(value) !== undefined && isData(value) && !values.shapes.leadsFar(value);

  /** A literal of data alone, of different kinds or all of them records, by names that no minifier made. */
  const isSheet = (value: object): boolean => {
    const names = values.names(value);
    if (names.filter((name) => name.length > 2).length < 2 || names.length >= 40) return false;
    return isStock(value) || names.every((name) => isRecords([own(value, name)]));
  };

  /** Variables that are looked at in one piece of work. */
  const inOnePiece = 32;

  /** Of one scope: what holds state. */
  const pick = function* (
    scope: Scope,
    all: readonly [string, unknown][],
    nature: ReturnType<typeof natureOf>,
  ): Generator<undefined, [string, unknown][]> {
    const picked = yield* pickAny(scope, all, nature);
    return isImported(scope) || isLibrarys(scope) ? picked.filter(([, value]) => isStock(value)) : picked;
  };
  const pickAny = function* (
    scope: Scope,
    all: readonly [string, unknown][],
    { minified, crowded, strict }: ReturnType<typeof natureOf>,
  ): Generator<undefined, [string, unknown][]> {
    // Where a library declares what it gave to the page, all the rest is the library's.
    const isGiven = ([name, value]: [string, unknown]): boolean =>
      lore.globals.test(name) && value !== undefined && value === own(globalThis, name);
    for (const [at, one] of crowded ? all.entries() : []) {
      if (at % inOnePiece === 0) yield undefined;
      if (isGiven(one)) return [];
    }
    const picked: [string, unknown][] = [];
    const most = crowded && collector.places.some(({ source }) => source === 'store') ? 12 : 60;
    for (const [at, [name, given]] of all.entries()) {
      if (at % inOnePiece === 0) yield undefined;
      // Of a bundle, most classes are those of libraries.
      const mayKeep = typeof given === 'function' && (isSpoken(scope, name) || (!crowded && !isImported(scope)));
      const value = mayKeep ? statics.of(given) : given;
      if (value === null || value === undefined) continue;
      if (typeof value === 'object') {
        if (collector.seen.has(value) || isElement(value) || values.shapes.isDrawn(value)) continue;
        if (isSignal(value)) {
          if (!saysNothing(name, minified) || isSpeaking(value)) picked.push([name, value]);
          continue;
        }
        if (values.hidden.isKeeper(value)) {
          picked.push([name, value]);
          continue;
        }
        // What listeners of controls speak of is the application's, whatever a library beside it keeps.
        const isMeant = isSpoken(scope, name);
        if ((strict && !isMeant) || isInternal(name) || isConstant(name, value)) continue;
        // A name that a minifier made says nothing: then the value must speak for itself. Instances of classes are weighed on the heap.
        const literal = Object.getPrototypeOf(value) === Object.prototype;
        const isTheirs =
          minified && !isMeant && (meant.has(shapeOfScope(scope)) ? crowded : scope.kind === 'module' && meant.has('module'));
        const speaks = literal
          ? (!isTheirs && isWide(value)) || ((crowded ? isMeant : isControls(scope)) && isSheet(value))
          : (!isTheirs && isRecords(value)) || (isMeant && isModel(value));
        if (saysNothing(name, minified) ? speaks : isData(value)) picked.push([name, value]);
      } else if (
        typeof value !== 'function' &&
        typeof value !== 'symbol' &&
        !crowded &&
        !strict &&
        !saysNothing(name, minified) &&
        name === name.replace(/[^\w]/g, '') &&
        !/^[A-Z_0-9]+$/.test(name) &&
        !isInternal(name)
      ) {
        picked.push([name, value]);
      }
    }
    if (picked.length <= most) return picked;
    // Bundlers put what the application itself declares behind what it imports; a scope of very many has no such order.
    const held = new Map(picked);
    return values
      .variables(scope.object)
      .filter((name) => held.has(name))
      .slice(-most)
      .map((name) => [name, held.get(name)]);
  };

  /** A function that passes on whatever it is given: the function beside it in its closure is the one that is meant. */
  const unwrapped = (fn: object, around: readonly Scope[]): void => {
    const text = Function.prototype.toString.call(fn).slice(0, 2500);
    if (!/\barguments\b|\.\.\.[\w$]+|\.(apply|call)\(/.test(text)) return;
    // The scope of a bundle has thousands of variables, and a function speaks of few.
    const words = new Set(text.match(/[\p{L}\p{N}_$]+/gu));
    const mentions = (name: string, then: string): boolean =>
      words.has(name) && new RegExp(`(^|[^\\w$.])${name.replace(/\$/g, '\\$')}${then}`).test(text);
    for (const scope of around.slice(0, 3)) {
      const used = variables(scope).filter(
        ([name, value]) => typeof value === 'function' && value !== fn && mentions(name, '\\b'),
      );
      const called = used.filter(([name]) => mentions(name, '\\.(apply|call)\\('));
      const best = called.length === 1 ? called[0] : used.length === 1 ? used[0] : undefined;
      if (best) collector.adoptOriginal(fn, best[1]);
      if (used.length > 0) return;
    }
  };

  /** What a list of records is called after: what they say they are, all of them, where that is the name of a kind. */
  const kindOf = (list: readonly unknown[]): string => {
    const [kind, ...others] = new Set(list.slice(0, 50).map((one) => own(one, '__typename') ?? own(one, 'type')));
    if (typeof kind !== 'string' || others.length > 0 || !/^[A-Z][a-z]+([A-Z][a-z]+)*$/.test(kind)) return 'items';
    return `${kind.charAt(0).toLowerCase()}${kind.slice(1)}s`;
  };

  /** What a variable is called, where a build may have taken its name. */
  const calledOf = (name: string, minified: boolean, held: unknown): string =>
    saysNothing(name, minified) ? (Array.isArray(held) ? kindOf(held) : 'state') : name;

  /** What a variable is called by the functions of an object that hand it out or set it, where a build took its name. */
  const calledBy = (face: object, variable: string): string | undefined => {
    const spelled = variable.replace(/\$/g, '\\$');
    const gives = new RegExp(`\\(\\s*\\)\\s*(=>)?\\s*(\\{\\s*return\\s+)?${spelled}\\s*;?\\s*\\}?$`);
    const takes = new RegExp(
      `^[\\w$\\s]*\\(?\\s*([\\w$]+)\\s*\\)?\\s*(?:=>)?\\s*\\{?\\s*(?:return\\s+)?${spelled}\\s*=\\s*\\1(?![\\w$(.])`,
    );
    for (const name of values.names(face)) {
      const fn = own(face, name);
      if (typeof fn !== 'function' || name.length < 3) continue;
      const text = Function.prototype.toString.call(fn).slice(0, 200);
      const [, verb, rest] = /^(get|is|has|set)?([A-Z]\w*)$/.exec(name) ?? [undefined, undefined, name];
      if (verb === 'set' ? takes.test(text) : gives.test(text)) return `${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
    }
    return undefined;
  };

  /** Functions stay as they were written: each variable is looked for in them once. */
  const names = new WeakMap<object, Map<string, string | undefined>>();
  const nameOf = (face: object, variable: string): string | undefined => {
    const known = names.get(face) ?? new Map<string, string | undefined>();
    names.set(face, known);
    if (!known.has(variable)) known.set(variable, calledBy(face, variable));
    return known.get(variable);
  };

  return {
    meet,
    follow(objects) {
      for (const object of objects) followOne(object, () => `bound/${brief(shapeOf(object))}`);
    },
    behind(face, list) {
      const scope = scopesOf(list)[0];
      if (scope?.kind !== 'closure') return undefined;
      const all = variables(scope);
      const nature = natureOf(scope, all, []);
      const { minified, crowded } = nature;
      if (crowded) return undefined;
      if (told.has(shapeOfScope(scope))) return [];
      for (const [name, value] of all)
        if (typeof value === 'object' && value !== null && !collector.seen.has(value) && holders.adopt(value, name))
          meet(name, value);
      const picked = new Map(values.toEnd(pick(scope, all, nature)));
      return all.flatMap(([name, value]): [string, unknown][] => {
        if (!saysNothing(name, minified)) return picked.has(name) ? [[name, value]] : [];
        if (value === null || value === undefined || typeof value === 'function') return [];
        if (typeof value === 'object' && isElement(value)) return [];
        const called = nameOf(face, name);
        return called === undefined ? [] : [[called, value]];
      });
    },
    isSpoken: (value) => spoken.has(value),
    // By name: it does not tell who was found first.
    near: () => [...things].sort().flatMap((way) => ways.get(way)?.deref() ?? []),
    *held() {
      for (const [way, ref] of ways) {
        const value = ref.deref();
        if (value) yield [way, value];
      }
    },
    heldAt: (way) => ways.get(way)?.deref(),
    around: (list) => scopesOf(list).map(({ object }) => object),
    hand(fn, called) {
      handed.add(fn);
      if (called !== undefined && !handedFor.has(fn)) handedFor.set(fn, called);
    },
    given(functions) {
      for (const fn of functions) given.add(fn);
    },
    hasLooked: (fn) => looked.has(fn),
    kept: () => functions.map((ref) => ref.deref()).filter((fn) => fn !== undefined),
    *read(lists, libraries) {
      for (const [address, { name, fn, kept }] of deeds) {
        yield undefined;
        const now = fn.deref();
        const beside = (word: string): unknown => {
          const held = kept.get(word);
          return typeof held === 'object' ? held.deref() : held;
        };
        if (now) methods.declared(address, name, now, beside);
      }
      for (const { name, ref } of met) {
        yield undefined;
        const value = ref.deref();
        if (value) holders.adopt(value, name);
      }
      yield undefined;
      // A row of a list may have a signal of its own: the list is told first, and whole.
      const live = inOrder().flatMap((signal) => {
        const value = signal.ref.deref();
        return value ? [{ ...signal, value, isList: Array.isArray(values.unwrap(value)) }] : [];
      });
      const known = new Set<unknown>(live.map(({ value }) => value));
      const taken = new Set<string>();
      told = new Set();
      for (const list of lists) {
        const around = scopesOf(list);
        const beside = (word: string): unknown => own(around.find(({ object }) => has(object, word))?.object, word);
        for (const scope of around) {
          yield undefined;
          const all = variables(scope);
          const nature = natureOf(scope, all, libraries);
          const { minified, crowded, strict } = nature;
          // What the application does stands beside what it keeps.
          if (!minified && !crowded && !strict && !isImported(scope) && !isLibrarys(scope))
            for (const [name, value] of all) {
              if (typeof value === 'function') methods.declared(`${addressOf(scope, name)}()`, name, value, beside);
              for (const [key, fn] of tableOf(value))
                methods.declared(`${addressOf(scope, name)}/${key}()`, key, fn, beside, true);
            }
          const picked = yield* pick(scope, all, nature);
          if (picked.length > 0) told.add(shapeOfScope(scope));
          for (const [name, value] of picked) {
            if (known.has(value)) continue;
            const address = addressOf(scope, name);
            // Modules may call different things the same; the same thing is told once.
            if (taken.has(address) && (typeof value !== 'object' || value === null)) continue;
            taken.add(address);
            const called = typeof value === 'object' && value !== null ? calledOf(name, minified, values.unwrap(value)) : name;
            const isOwn = minified && isSpoken(scope, name);
            collector.place({ address, name: called, source: scope.kind, value, ...(isOwn ? { isOwn } : {}) });
          }
        }
      }
      for (const { address, name, source, value } of [
        ...live.filter((one) => one.isList),
        ...live.filter((one) => !one.isList),
      ]) {
        collector.place({ address, name, source, value });
      }
    },
    ofPage(listeners, ofControls) {
      const tops = new Set<unknown>([Object.prototype]);
      const inside = globalThis as unknown as {
        readonly length?: number;
        readonly [frame: number]: { Object: ObjectConstructor };
      };
      for (let i = 0; i < Math.min(inside.length ?? 0, 50); i++) {
        try {
          tops.add(inside[i]?.Object.prototype);
        } catch {
          // Of another site: nothing of it can listen here.
        }
      }
      const isOurs = (listener: object): boolean => {
        try {
          let top: object | null = null;
          for (let at = Object.getPrototypeOf(listener); at; at = Object.getPrototypeOf(at)) top = at;
          return top === null || tops.has(top);
        } catch {
          return false;
        }
      };
      const found = new Set<object>();
      for (const [i, listener] of listeners.entries()) {
        if (!isOurs(listener)) continue;
        for (const fn of doneBy(listener)) {
          found.add(fn);
          if (ofControls[i]) controlling.add(fn);
        }
      }
      return [...found];
    },
    survey(given, lists, from) {
      for (const [i] of given.entries()) {
        const script = from[i];
        if (!script) continue;
        for (const scope of scopesOf(lists[i])) {
          const shape = shapeOfScope(scope);
          if (scripts.has(shape)) continue;
          scripts.set(shape, script);
          for (const [, value] of variables(scope, values.variables(scope.object))) {
            const maker = typeof value === 'object' && value !== null ? makerOf(value) : undefined;
            if (maker && uses.length < mostUses) uses.push({ script, maker: new WeakRef(maker) });
          }
        }
      }
      ranks = undefined;
    },
    makers: () => [...new Set(uses.flatMap(({ maker }) => maker.deref() ?? []))].filter((maker) => !madeIn.has(maker)),
    locate(makers, from) {
      for (const [i, maker] of makers.entries()) madeIn.set(maker, from[i] ?? '');
      ranks = undefined;
    },
    *harvest(functionsGiven, lists, libraries) {
      const deeper: unknown[] = [];
      const bound: { name: string; fn: unknown }[] = [];
      const lead = (fn: object): void => {
        if (!looked.has(fn)) led.add(fn);
        deeper.push(fn);
      };
      /** Whether a scope holds more than signals. */
      const choose = function* (scope: Scope, shape: string): Generator<undefined, boolean> {
        const all = variables(scope);
        const nature = natureOf(scope, all, libraries);
        for (const [name, value] of yield* pick(scope, all, nature)) {
          if (typeof value === 'object' && value !== null && isSignal(value))
            keepSignal(addressOf(scope, name), calledOf(name, nature.minified, values.unwrap(value)), scope.kind, value);
          else readable.add(shape);
        }
        return readable.has(shape);
      };
      for (const fn of functionsGiven as object[]) {
        looked.add(fn);
        if (collector.listening.has(fn)) controlling.add(fn);
      }
      for (const [i, list] of lists.entries()) {
        let useful = false;
        const around = scopesOf(list);
        for (const scope of around) {
          const shape = shapeOfScope(scope);
          const again = shapes.has(shape);
          const fn = functionsGiven[i] as object;
          if (collector.tops.has(fn)) aroundTops.add(shape);
          // The scope of a whole bundle is around everything in it, and there is one.
          if (again && bundles.has(shape)) {
            if (!controlling.has(fn)) continue;
            behindControls.add(shape);
            if (bundles.get(shape) && hear(scope, shape, fn) && !readable.has(shape))
              useful = (yield* choose(scope, shape)) || useful;
            continue;
          }
          shapes.add(shape);
          const all = variables(scope, values.variables(scope.object));
          let hash: string | undefined;
          const { minified, crowded, framed } = natureOf(scope, all, libraries);
          if (crowded) bundles.set(shape, minified);
          // A script may be wrapped in one function that has no name.
          const isWhole = crowded || scope.kind === 'module' || (around.length === 1 && scope.name === '');
          const isTold = isWhole && minified && controlling.has(fn) && hear(scope, shape, fn) && !readable.has(shape);
          if (controlling.has(fn) || (handed.has(fn) && !framed)) behindControls.add(shape);
          // What was handed to a library where a framework keeps the state is mostly another library's.
          const isDistant = scope.kind === 'module' ? led.has(fn) : framed && handed.has(fn);
          if (!again && isDistant) imported.add(shape);
          // What a module of the application imports leads to other modules.
          const leads = scope.kind === 'module' && !again && !minified && !crowded;
          for (const [at, [name, value]] of all.entries()) {
            if (at % inOnePiece === 0) yield undefined;
            const wayTo = (): string => {
              hash ??= brief(shape);
              return `${hash}/${name}`;
            };
            if (typeof value === 'object' && value !== null && isSignal(value)) signalled = true;
            else if (typeof value === 'function') {
              if (!collector.seen.has(value) && holders.adopt(value, name) && collector.seen.has(value)) meet(name, value);
              note(value, wayTo);
              const named = own(value, 'name');
              const called = typeof named === 'string' ? named : '';
              if (called.startsWith('bound ') && bound.length < 100) bound.push({ name, fn: value });
              // A closure of little else wraps the function in it: what that closes over is what is meant.
              else if (all.length <= 2 || lore.leads.test(name) || lore.leads.test(called)) deeper.push(value);
              else if (leads) lead(value);
            } else if (typeof value === 'object' && value !== null) {
              if (!collector.seen.has(value) && holders.adopt(value, name)) meet(name, value);
              followOne(value, wayTo);
              if (Array.isArray(value)) for (const one of value.slice(0, 4)) followOne(one, wayTo);
              const isModule = leads && Object.prototype.toString.call(value) === '[object Module]';
              if (isModule || (lore.leads.test(name) && !Array.isArray(value)))
                for (const key of Object.keys(value)) {
                  const fn = own(value, key);
                  if (typeof fn !== 'function') continue;
                  if (isModule) lead(fn);
                  else deeper.push(fn);
                }
            }
          }
          yield undefined;
          if (again && !isTold) continue;
          useful = (yield* choose(scope, shape)) || useful;
        }
        yield undefined;
        const fn = functionsGiven[i];
        if (typeof fn === 'function') unwrapped(fn, scopesOf(list));
        if (typeof fn === 'function' && given.has(fn)) noteDeed(fn, list);
        if (useful && functions.length < 12 && typeof fn === 'function') functions.push(new WeakRef(fn));
      }
      return { deeper: [...new Set(deeper)].filter((fn) => !looked.has(fn as object)).slice(0, 60), bound };
    },
    adoptSignal(name, node) {
      if (typeof node !== 'object' || node === null || !isSignal(node)) return;
      const used = new Set(signals.map((signal) => signal.name));
      let unique = name;
      for (let i = 2; used.has(unique); i++) unique = `${name}${i}`;
      signalled = true;
      keepSignal(`signal:${unique}`, unique, 'closure', node);
    },
  };
}
