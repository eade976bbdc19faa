import type { RawParameter } from '@substrate/core';
import type { Callable, Collector, Place } from './collector.js';
import type { FreeWords } from './free-words.js';
import type { Statics } from './statics.js';
import type { ValueReader } from './values.js';

/**
 * What the objects of a page can do, where the page itself keeps them: an editor, a player, a sheet. Only methods are offered whose names say that
 * something is done, or that set a field of their object; what asks, listens, draws or is called back is the page's own business.
 */
export interface Methods {
  /** A global that is mostly functions, and what they are called on. It is offered, and that is told, when it looks like the face of something that keeps its state to itself. */
  facade(name: string, value: object, target: object): boolean;
  /** A function that the page's own code declares beside its state, or in a table of functions there; `beside` tells the variables that it may speak of. */
  declared(address: string, name: string, fn: object, beside: (word: string) => unknown, inTable?: boolean): void;
  /** Offers the methods of the objects among the places, and those of the facades of this reading. */
  offer(places: readonly Place[]): Generator<undefined, void>;
}

export function createMethods(kit: {
  values: ValueReader;
  collector: Collector;
  freeWords: FreeWords;
  statics: Statics;
}): Methods {
  const { values, collector, freeWords } = kit;
  const { sourceOf } = values;
  const { own, names, lent } = values;
  const deed =
    /^(set|add|remove|delete|insert|update|create|open|close|show|hide|toggle|select|deselect|unselect|clear|load|save|start|stop|play|pause|resume|next|prev|previous|go|goto|navigate|move|scroll|zoom|pan|fit|undo|redo|search|filter|sort|expand|collapse|enable|disable|run|exec|execute|reset|rename|import|submit|send|append|prepend|replace|swap|resize|change|apply|copy|paste|cut|switch|restore|reload|refresh|mute|unmute|seek|slide|alter|put|push|pop|duplicate|undo|group|ungroup|lock|unlock|rotate|flip|align|merge|split|mark|check|uncheck|activate|deactivate|assign|increment|decrement|increase|decrease|focus|blur|highlight|download|print|shuffle|vote|join|leave|connect|disconnect|login|logout|format)(?![a-z])/;
  const asks = /^(get|is|has|find|current|count|list)(?![a-z])/;
  /** Ways to hear of things, to take part in drawing, or to change what the thing itself is made of. */
  const plumbing =
    /(Listener|Observer|Handler|Hook|Callback|Plugin|Middleware|Interceptor|Class|ClassName|Style|Attribute|Attr|Dom|DOM|Template|Factory|Parser|Renderer|Adapter|Provider|Decorator|Extension|Locale|Internal|Context|Prototype)s?$|^(on|once|off|emit|trigger|fire|listeners?|subscribe|unsubscribe)(?![a-z])|^(setTimeout|setInterval|setState|addEvent|removeEvent|createElement|runInContext|setUp|setDefaults|loadScript)/;
  /** Names of parts that a library is made of, not of what an application has. */
  const hollow = /^(view|model|item|node|component|controller|manager|module|state|core|instance|app|root|context)s?\d*$|\d$/i;
  /** It sets a field of its object. */
  const sets = /\bthis\.#?[\w$]+(?:\.[\w$]+|\[[^\]]*\])*\s*(?:(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])?=(?![=>])|\+\+|--)/;
  const mostOfSmall = 16;
  /** It gives back its own object, so that the next thing can be done: it was called for what it does. */
  const isFluent = /\breturn\b[^;{}]*?(?:\bthis|,\s*this)\s*(?:;|\}|$)/;
  const mostOfOne = 60;
  /** Functions that scripts declare, of which those are looked for that do something. */
  const mostDeclared = 4000;
  const mostOfEach = 40;
  const most = 240;
  /** What holds values alone has no parts. */
  const holdsThings = (holder: object): boolean =>
    names(holder)
      .slice(0, 120)
      .some((name) => isObject(own(holder, name)));
  /** Objects whose lists are looked through. */
  const mostHolders = 40;
  /** Asked for once: what an object can do stays the same. */
  const known = new WeakMap<object, readonly [string, object][]>();
  let facades: { name: string; value: object; target: object }[] = [];
  interface Declared {
    readonly address: string;
    readonly name: string;
    readonly fn: object;
    readonly beside: (word: string) => unknown;
    readonly inTable: boolean;
  }
  let declared: Declared[] = [];

  const { getPrototypeOf } = Object;
  /** It gives back what it made: nothing of what is there changes. */
  const makes = (name: string, fn: object): boolean =>
    /^create/.test(name) && /\breturn\s*([{[]|new\b)|=>\s*(\(\{|new\b)/.test(sourceOf(fn).slice(0, 20_000));
  const isCallable = (fn: unknown): fn is object => {
    if (typeof fn !== 'function') return false;
    const head = sourceOf(fn).slice(0, 120);
    return (
      !/^class\b/.test(head) &&
      (!head.includes('[native code]') || String(own(fn, 'name')).startsWith('bound ')) &&
      !/^(?:async\s+)?(?:function\s*)?[\w$]*\s*\(?\s*(ev|evt|event|cb|callback|fn|listener|resolve|next)\b\s*[,)=]/.test(head)
    );
  };

  /** What a program calls itself, to begin and to draw. */
  const ofTheProgram =
    /^(render|draw|redraw|paint|repaint|animate|loop|tick|frame|main|init|initialize|setup|bootstrap|boot|on|handle)(?![a-z])|^[_$]/;
  /** It changes what the program keeps beside it, which is no part of the screen. */
  const changesState = (name: string, fn: object, beside: (word: string) => unknown): boolean =>
    !ofTheProgram.test(name) &&
    freeWords.changedBy(fn).some((word) => {
      const held = beside(word);
      if (held === undefined || held === null) return false;
      if (typeof held === 'function') return kit.statics.of(held) !== undefined;
      return typeof held !== 'object' || /^(Object|Array|Map|Set)$/.test(values.kindOf(held));
    });

  /** Of the functions that scripts declare those that do something. Where there are many, those of libraries came first. */
  function* lastOf(all: readonly Declared[]): Generator<undefined, readonly Declared[]> {
    const found: Declared[] = [];
    for (let i = all.length - 1; i >= 0 && found.length < mostOfOne; i--) {
      const { name, fn, beside, inTable } = all[i] as Declared;
      if ((all.length - i) % 20 === 0) yield undefined;
      // Whoever keeps a table calls what is in it: reducers are given the state, commands a `this`. What changes the state beside it needs neither.
      const isSaid = !inTable && deed.test(name);
      if (inTable && /\bthis\b/.test(sourceOf(fn))) continue;
      if (isCallable(fn) && (isSaid ? !makes(name, fn) : changesState(name, fn, beside))) found.unshift(all[i] as Declared);
    }
    return found;
  }

  /** Its functions by name, its own first, then those of its classes. */
  const functionsOf = (holder: object, levels = 4): Map<string, object> => {
    const found = new Map<string, object>();
    let at: object | null = holder;
    for (let level = 0; at && level < levels && at !== Object.prototype && at !== Array.prototype; level++) {
      for (const name of (at === holder ? names(at) : Object.getOwnPropertyNames(at)).slice(0, 400)) {
        // An underscore, before or behind, is how authors say that it is nobody else's.
        if (found.has(name) || name.length < 3 || /^[_$#]|_$|^constructor$/.test(name)) continue;
        const fn = own(at, name);
        if (isCallable(fn)) found.set(name, fn);
      }
      at = getPrototypeOf(at) as object | null;
    }
    return found;
  };

  const isDone = (fn: object): boolean => {
    const text = sourceOf(fn).slice(0, 4000);
    return sets.test(text) || isFluent.test(text);
  };
  const deedsAmong = (all: readonly [string, object][], isMade: boolean): readonly [string, object][] => {
    const fit = all.filter(([name]) => !plumbing.test(name));
    const said = fit.filter(([name]) => deed.test(name));
    const shown = fit.filter(([name, fn]) => isMade && !deed.test(name) && !ofTheProgram.test(name) && isDone(fn));
    return [...said, ...shown].slice(0, mostOfOne);
  };
  const deedsOf = (holder: object): readonly [string, object][] => {
    let found = known.get(holder);
    if (!found) {
      const all = [...functionsOf(holder)];
      const isMade = getPrototypeOf(holder) !== Object.prototype;
      found = deedsAmong(all, isMade);
      // Few deeds among many functions say that it is a helper, unless something is known that it keeps.
      const keeps = !isMade && values.hidden.fieldsOf(holder).length > 0;
      if (found.length < 3 && !keeps && !(isMade && all.length <= mostOfSmall)) return [];
      known.set(holder, found);
    }
    return found;
  };

  /** What the class of a thing adds to the one that it was made of: of all that a part can do, that is what this program wanted it for. */
  const addedIn = (part: object): readonly [string, object][] => {
    const proto = getPrototypeOf(part) as object;
    const base = getPrototypeOf(proto) as object | null;
    const maker = base && own(base, 'constructor');
    if (!base || base === Object.prototype || typeof maker !== 'function' || values.isNative(maker)) return [];
    const found = added.get(proto) ?? deedsAmong([...functionsOf(proto, 1)], true);
    added.set(proto, found);
    return found;
  };
  /** What a part is there for that has functions alone, most of which do something: the operations of what it is a part of. */
  const operationsOf = (part: object): readonly [string, object][] => {
    if (!values.hidden.isFace(part)) return [];
    const deeds = deedsOf(part);
    return deeds.length * 2 > names(part).length ? deeds : [];
  };
  const added = new WeakMap<object, readonly [string, object][]>();
  const mostParts = 24;
  const mostOperations = 6;
  /** Objects that are looked through for parts in one reading. */
  const mostLooks = 200;

  const says = /^(id|key|name|title|label|text|type)$/;
  const isText = (held: unknown): held is string | number =>
    (typeof held === 'string' && held !== '' && held.length < 80) || typeof held === 'number';
  /** What an object says of itself, in a field or in those of what it was made with. */
  const wordsOf = (member: object): string[] => {
    const found: string[] = [];
    for (const name of names(member).slice(0, 60)) {
      const held = own(member, name);
      if (says.test(name) && isText(held)) found.push(String(held));
      if (typeof held !== 'object' || held === null || getPrototypeOf(held) !== Object.prototype) continue;
      for (const inner of names(held).slice(0, 40)) {
        const value = says.test(inner) ? own(held, inner) : undefined;
        if (isText(value)) found.push(String(value));
      }
    }
    return found;
  };
  /** Lists and maps of objects that can do something themselves: the shapes of a drawing, with those that lie in them, the blocks of a program, the tabs of an editor. */
  const membersOf = (holder: object): [string, unknown, readonly object[]][] =>
    names(holder)
      .slice(0, 200)
      .flatMap((name): [string, unknown, readonly object[]][] => {
        const box = own(holder, name);
        const members = /s_$/.test(name) || plumbing.test(name) ? null : gathered(box, name, 2);
        const said = (members ?? []).filter((one) => wordsOf(one).length > 0);
        return said.length > 0 ? [[name.replace(/^[_$]+/, ''), box, said]] : [];
      });
  const mostMembers = 200;
  /** What is in a list or a map, and in lists of the same name below; null where one is no such thing, or they are too many. */
  const gathered = (box: unknown, name: string, deeper: number, all: object[] = []): object[] | null => {
    const keys = isObject(box) && !isMadeOf(box) ? names(box) : [];
    // A map has nothing but things of one class, in some number.
    const held = Array.isArray(box) ? box : keys.length > 1 && keys.length <= mostMembers ? keys.map((key) => own(box, key)) : [];
    const [first] = held;
    for (const one of held) {
      if (!isObject(one) || !isMadeOf(one) || deedsOf(one).length < 3 || all.length === mostMembers) return null;
      if (!Array.isArray(box) && getPrototypeOf(one) !== getPrototypeOf(first)) return null;
      all.push(one);
      const below = deeper > 0 ? own(one, name) : undefined;
      if (Array.isArray(below) && !gathered(below, name, deeper - 1, all)) return null;
    }
    return all;
  };
  /** Of what one of many can do: to set what it holds, and what needs no more than to be told. */
  const memberDeeds = (member: object): readonly [string, object][] => {
    const held = new Set<string>();
    for (const name of names(member).slice(0, 100)) {
      const value = own(member, name);
      held.add(fieldName(name));
      if (typeof value === 'object' && value !== null && getPrototypeOf(value) === Object.prototype)
        for (const inner of names(value).slice(0, 100)) held.add(fieldName(inner));
    }
    const all = [...functionsOf(member)].filter(([name]) => deed.test(name) && !plumbing.test(name));
    const isSetter = ([name]: [string, object]): boolean => /^set[A-Z]/.test(name);
    const isHeld = ([name]: [string, object]): boolean => held.has(fieldName(name.slice(3)));
    const isOwn = ([name, fn]: [string, object]): boolean => own(getPrototypeOf(member), name) === fn && isDone(fn);
    return [
      ...all.filter((one) => isSetter(one) && isHeld(one)),
      ...all.filter(
        ([name, fn]) =>
          !name.startsWith('set') && (fn as { length: number }).length === 0 && collector.parametersOf(fn).length === 0,
      ),
      // What its own class sets may be kept by a part of it.
      ...all.filter((one) => isSetter(one) && !isHeld(one) && isOwn(one)),
    ];
  };
  const fieldName = (name: string): string => name.replace(/^_+|_+$/g, '').toLowerCase();
  const isMadeOf = (one: object): boolean => getPrototypeOf(one) !== Object.prototype && getPrototypeOf(one) !== null;
  const current = /^_*(?:active|current|selected|focused)/i;
  /** Which of the members is meant where none is named: the one that their holder, or a part of it, calls so: itself, its key or its words. */
  const currentOf = (holder: object | undefined, box: unknown, members: readonly object[]): object | undefined => {
    const apart = new Set<unknown>([box, ...members]);
    const near = holder ? [holder] : [];
    for (const at of near)
      for (const name of names(at).slice(0, 60)) {
        const held = own(at, name);
        const isSaid = (one: object): boolean =>
          one === held || (isText(held) && (own(box, String(held)) === one || wordsOf(one).includes(String(held))));
        const fits = current.test(name) ? members.filter(isSaid) : [];
        if (fits.length === 1) return fits[0];
        if (near.length < 30 && isObject(held) && !apart.has(held)) near.push(held);
        apart.add(held);
      }
    return undefined;
  };
  const memberNamed = (wanted: unknown, members: readonly object[], now: () => object | undefined): object => {
    if (wanted === undefined && members.length === 1) return members[0] as object;
    if (wanted === undefined) {
      const found = now();
      if (!found) throw new Error('None of them is the current one now: say which.');
      return found;
    }
    const word = String(wanted).toLowerCase();
    const fits = members.filter((one) => wordsOf(one).some((text) => text.toLowerCase() === word));
    const found = fits.length === 1 ? fits[0] : fits.length === 0 ? members[Number(wanted)] : undefined;
    if (!found) throw new Error(fits.length === 0 ? `None of them says “${word}”.` : `${fits.length} of them say “${word}”.`);
    return found;
  };

  /** Of names that a build took nobody knows what is meant, and of which type: what is given is given as it comes, several as a list. */
  const parametersOf = (name: string, fn: object, holder: object | undefined): RawParameter[] => {
    const spelled = collector.parametersOf(fn, holder);
    const isSpelled = ({ name }: RawParameter): boolean => /^[^)=]*\bvalue\b/.test(sourceOf(fn)) || name !== 'value';
    if (spelled.every((one) => !/^arg\d+$/.test(one.name) && isSpelled(one))) return spelled;
    const required = spelled.some((one) => one.required);
    // A switch turns when it is not told which way.
    if (spelled.length === 1 && /^toggle/.test(name)) return [{ name: 'value', type: 'boolean', required: false }];
    if (spelled.length === 1) return [{ name: 'value', type: 'string', required, sourceType: 'any' }];
    const description = `The arguments, in order, up to ${spelled.length}; a single one that is no list may be given as it is.`;
    return [{ name: 'args', type: 'array', required, sourceType: 'any', description }];
  };

  const isObject = (value: unknown): value is object =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Map) &&
    !(value instanceof Set) &&
    !(value instanceof Promise) &&
    // A list of elements with helpers on it, as jQuery makes them; what only counts what it keeps is none.
    !(typeof own(value, 'length') === 'number' && (own(value, 'length') === 0 || own(value, '0') !== undefined));

  return {
    facade(name, value, target) {
      const all = [...functionsOf(value).keys()];
      // Helpers compute; who can be asked and told keeps something.
      const keeps = all.filter((one) => asks.test(one)).length >= 2 && all.filter((one) => deed.test(one)).length >= 3;
      if (keeps && facades.length < 20) facades.push({ name, value, target });
      return keeps;
    },
    declared(address, name, fn, beside, inTable = false) {
      if (declared.length < mostDeclared && name.length > 2 && !plumbing.test(name))
        declared.push({ address, name, fn, beside, inTable });
    },
    *offer(places) {
      const given = { facades, declared };
      facades = [];
      declared = [];
      const ofPage = yield* lastOf(given.declared);
      let left = most - ofPage.length;
      const told = new Set<object>();
      const grouped = new Set<object>();
      const offered = new Set<string>();
      const one = (
        address: string,
        name: string,
        fn: object,
        about: Pick<Callable, 'owner' | 'targets'> & { readonly like?: object; readonly which?: RawParameter },
        /** What it is called on, and its function there; it is gone where the page let it go. */
        on: (which: unknown) => { readonly target?: object | undefined; readonly fn: object | undefined },
      ): void => {
        if (left <= 0 || offered.has(address)) return;
        left--;
        offered.add(address);
        const { like, which, ...more } = about;
        collector.callable({
          address,
          name,
          kind: 'method',
          source: 'global',
          ...more,
          parameters: [...(which ? [which] : []), ...parametersOf(name, fn, like)],
          certainty: 0.82,
          call: (given) => {
            const { target, fn: now } = on(given.which);
            return given.args === undefined
              ? collector.callWith(now, target, given, like)
              : Reflect.apply(now as () => unknown, target, Array.isArray(given.args) ? given.args : [given.args]);
          },
        });
      };
      // Objects of one class share its methods: each can do it for itself.
      const put = function* (
        address: string,
        owner: string,
        holder: object,
        target = holder,
        deeds = deedsOf(holder),
      ): Generator<undefined, void> {
        if (told.has(holder)) return;
        told.add(holder);
        const ref = new WeakRef(target);
        for (const [name, fn] of deeds) {
          const method = new WeakRef(fn);
          const about = { owner, targets: [address], like: holder };
          one(`${address}/${name}()`, name, fn, about, () => ({ target: ref.deref(), fn: method.deref() }));
          yield undefined;
        }
      };
      /** What the members of a list can do is told which of them is meant. */
      const putEach = (address: string, owner: string, members: readonly object[], holder: object, box: unknown): void => {
        // What has a place of its own can be told to do it there.
        if (members.some((member) => grouped.has(member)) || members.every((member) => told.has(member))) return;
        for (const member of members) grouped.add(member);
        const refs = members.map((member) => new WeakRef(member));
        const choices = members.slice(0, 20).map((member) => wordsOf(member)[0]);
        const within = [new WeakRef(holder), new WeakRef(box as object)] as const;
        const now = (all: readonly object[]) => currentOf(within[0].deref(), within[1].deref(), all);
        const hasCurrent = now(members) !== undefined;
        const which: RawParameter = {
          name: 'which',
          type: 'string',
          required: members.length > 1 && !hasCurrent,
          description: `Which of ${owner}${hasCurrent ? ', if not the current one' : ''}: ${choices.join(', ')}${members.length > 20 ? ', …' : ''}.`,
        };
        const deeds = new Map(members.slice(0, 20).flatMap((member) => memberDeeds(member)));
        for (const [name, fn] of [...deeds].slice(0, mostOfEach))
          one(`${address}/each/${name}()`, name, fn, { owner, targets: [address], which }, (wanted) => {
            const all = refs.flatMap((ref) => ref.deref() ?? []);
            const target = memberNamed(wanted, all, () => now(all));
            const fn = functionsOf(target).get(name);
            if (!fn) throw new Error(`“${String(wanted)}” has no ${name}.`);
            return { target, fn };
          });
      };
      const kept = places.filter(
        ({ address, name, source, value }) =>
          (/^(global|closure|module|instance)$/.test(source) || address.startsWith('heap:')) &&
          (isObject(value) || Array.isArray(value)) &&
          name.length > 1,
      );
      const found = kept.filter(({ value }) => !Array.isArray(value));
      const isHollow = ({ name, source }: Place): boolean => source !== 'global' && hollow.test(name);
      // What a program added to the things of a library comes before what those of the library can do: first of what it keeps, then of the parts of that.
      for (const { address, name, value } of found) {
        const deeds = addedIn(value as object);
        if (deeds.length === 0) continue;
        yield* put(address, name, value as object, value as object, deeds);
        told.delete(value as object);
      }
      const isPlace = new Set<unknown>(found.filter((one) => !isHollow(one)).map(({ value }) => value));
      let parts = 0;
      let looks = 0;
      const putParts = function* (address: string, owner: string, holder: object, levels: number): Generator<undefined, void> {
        if (++looks > mostLooks) return;
        yield undefined;
        for (const name of names(holder).slice(0, 120)) {
          // A library makes its things of each other, too: they leave room.
          const part = parts < mostParts && left > most / 2 ? own(holder, name) : undefined;
          if (!isObject(part) || !isMadeOf(part) || told.has(part) || isPlace.has(part)) continue;
          const deeds = addedIn(part);
          const called = Array.isArray(holder) ? owner : (lent.of(holder)?.get(name) ?? name).replace(/^_+/, '');
          if (deeds.length > 0) {
            parts++;
            yield* put(`${address}/${name}`, called, part, part, deeds);
          }
          if (levels > 0) yield* putParts(`${address}/${name}`, called, part, levels - 1);
        }
      };
      for (const { address, name, value } of kept.filter(({ value }) => holdsThings(value as object)).slice(0, mostHolders))
        yield* putParts(address, name, value as object, Array.isArray(value) ? 2 : 1);
      for (const { name, value, target } of given.facades) yield* put(`global:${name}`, name, value, target);
      for (const { address, name, value } of found.filter((one) => !isHollow(one))) yield* put(address, name, value as object);
      // A variable of the page's own code may well be called so, or have lost its name; it comes last.
      for (const one of found)
        if (isHollow(one) && (one.source === 'module' || one.isOwn)) yield* put(one.address, one.name, one.value as object);
      for (const { address, value } of found.slice(0, mostHolders)) {
        for (const [name, box, members] of membersOf(value as object))
          putEach(`${address}/${name}`, name, members, value as object, box);
        yield undefined;
      }
      // Last, and of what has no class alone: an engine is made of such parts.
      let operations = 0;
      for (const { address, value } of found.slice(0, mostHolders)) {
        const holder = value as object;
        yield undefined;
        if (isMadeOf(holder)) continue;
        for (const part of names(holder).slice(0, 120)) {
          const held = operations < mostOperations ? own(holder, part) : undefined;
          if (!isObject(held) || isMadeOf(held) || told.has(held)) continue;
          const deeds = operationsOf(held);
          if (deeds.length === 0) continue;
          operations++;
          yield* put(`${address}/${part}`, part, held, held, deeds);
        }
      }
      left += ofPage.length;
      for (const { address, name, fn } of ofPage) {
        const ref = new WeakRef(fn);
        if (!told.has(fn)) one(address, name, fn, {}, () => ({ fn: ref.deref() }));
        told.add(fn);
        yield undefined;
      }
    },
  };
}
