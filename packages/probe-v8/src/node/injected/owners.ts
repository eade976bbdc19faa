import type { Base, Fn, Notes, Owners } from './kit.js';

/** Whose code functions and classes are. Closed. */
export const createOwners = (kit: Base): Owners => {
  /** What was found out of functions, until it is looked anew: then nothing depends on what was thought of them before. */
  const createNotes = <V>(): Notes<V> & { forget(): void } => {
    let notes = new WeakMap<object, V>();
    return {
      has: (fn) => notes.has(fn),
      get: (fn) => notes.get(fn),
      set: (fn, note) => void notes.set(fn, note),
      delete: (fn) => void notes.delete(fn),
      forget: () => {
        notes = new WeakMap();
      },
    };
  };
  const own = createNotes<true>();
  const declared = createNotes<true>();
  const foreign = createNotes<string>();
  const adopted = createNotes<true>();
  let libraries = new WeakMap<object, string | null>();
  const libraryOf: Owners['libraryOf'] = (value) => {
    const prototype = classOf(value);
    if (!prototype) return undefined;
    const known = libraries.get(prototype);
    if (known !== undefined) return known ?? undefined;
    const found = findLibrary(prototype);
    libraries.set(prototype, found ?? null);
    return found;
  };
  let ownClasses = new WeakMap<object, boolean>();
  const isOwnClass: Owners['isOwnClass'] = (prototype) => {
    const known = ownClasses.get(prototype);
    if (known !== undefined) return known;
    // Its code is the application's, not only the name in scope.
    const isOwn = Object.getOwnPropertyNames(prototype).some((name) => {
      const member = kit.slot(prototype, name);
      return typeof member === 'function' && own.has(member);
    });
    ownClasses.set(prototype, isOwn);
    return isOwn;
  };
  const rejudge = (): void => {
    libraries = new WeakMap();
    ownClasses = new WeakMap();
    lends = new WeakMap();
    adoptedClasses = new WeakMap();
  };
  let adoptedClasses = new WeakMap<object, boolean>();
  const isAdopted = (prototype: object): boolean => {
    let found = adoptedClasses.get(prototype);
    if (found === undefined) {
      found = Object.getOwnPropertyNames(prototype).some((name) => {
        const member = kit.slot(prototype, name);
        return typeof member === 'function' && adopted.has(member);
      });
      adoptedClasses.set(prototype, found);
    }
    return found;
  };
  const classOf = (value: object): object | undefined => {
    const prototype = kit.prototypeOf(value);
    return !prototype || prototype === Object.prototype || prototype === Array.prototype || kit.isProxy(prototype)
      ? undefined
      : prototype;
  };
  const isForeign: Owners['isForeign'] = (value) => {
    const prototype = classOf(value);
    if (prototype === undefined) return undefined;
    if (libraryOf(value) !== undefined || isAdopted(prototype)) return true;
    return isOwnClass(prototype) ? false : undefined;
  };

  /** So much is looked at in a few milliseconds. */
  const mostText = 100_000;
  /** The code of a class; of one from before there were classes, its functions. */
  const textOf = (prototype: object): string => {
    let text = '';
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const member = kit.slot(prototype, name);
      if (typeof member !== 'function' || kit.isProxy(member) || text.length > mostText) continue;
      const source = kit.sourceOf(member);
      if (name === 'constructor' && /^class\b/.test(source)) return source.slice(0, mostText);
      text += source;
    }
    return text.slice(0, mostText);
  };
  let lends = new WeakMap<object, ((name: string) => boolean) | null>();
  const findLent = (prototype: object): ((name: string) => boolean) | null => {
    const text = { own: '', lent: '' };
    for (let at: object | null = prototype; at && at !== Object.prototype && !kit.isProxy(at); at = kit.prototypeOf(at)) {
      const isLent: boolean = text.lent !== '' || (at !== prototype && (isAdopted(at) || findLibrary(at) !== undefined));
      const whose = isLent ? 'lent' : 'own';
      text[whose] = `${text[whose]} ${textOf(at)}`.slice(0, mostText);
    }
    if (text.lent === '') return null;
    const said = (of: string): Set<string> => new Set(of.match(/[\p{L}\p{N}_$]+/gu));
    const names = { own: said(text.own), lent: said(text.lent) };
    return (name) => names.lent.has(name) && !names.own.has(name);
  };
  const lentFields: Owners['lentFields'] = (value) => {
    const prototype = classOf(value);
    if (!prototype) return undefined;
    let lent = lends.get(prototype);
    if (lent === undefined) {
      lent = isOwnClass(prototype) && !isAdopted(prototype) ? findLent(prototype) : null;
      lends.set(prototype, lent);
    }
    return lent ?? undefined;
  };

  const mostDoubts = 400;
  let asked = new WeakSet<object>();
  const doubts: Owners['doubts'] = [];
  const doubt: Owners['doubt'] = (fn) => {
    if (asked.has(fn) || doubts.length >= mostDoubts) return;
    asked.add(fn);
    doubts.push(new WeakRef(fn));
  };
  const forgetDoubts: Owners['forgetDoubts'] = () => {
    asked = new WeakSet();
    doubts.length = 0;
    for (const notes of [own, declared, foreign, adopted]) notes.forget();
    rejudge();
  };
  const claim: Owners['claim'] = (fn, library) => {
    if (library === '' || library === '+') {
      own.set(fn, true);
      foreign.delete(fn);
      if (library === '+') adopted.set(fn, true);
      else adopted.delete(fn);
    } else {
      own.delete(fn);
      foreign.set(fn, library);
    }
  };
  const judge: Owners['judge'] = (owners) => {
    let learnt = 0;
    for (const [at, doubted] of doubts.splice(0, owners.length).entries()) {
      const owner = owners[at];
      const fn = doubted.deref();
      if (!fn || typeof owner !== 'string') continue;
      learnt++;
      claim(fn, owner);
    }
    if (learnt > 0) rejudge();
    return learnt;
  };
  const findLibrary = (prototype: object): string | undefined => {
    let unknown: Fn | undefined;
    let isOwn = false;
    for (const name of Object.getOwnPropertyNames(prototype).slice(0, 20)) {
      const method = name === 'constructor' ? undefined : kit.slot(prototype, name);
      if (typeof method !== 'function') continue;
      const library = foreign.get(method);
      if (library !== undefined) return library;
      if (own.has(method)) isOwn = true;
      else unknown ??= method as Fn;
    }
    if (unknown && !isOwn) doubt(unknown);
    return undefined;
  };
  const isHeard: Owners['isHeard'] = (value) => {
    const events = kit.slot(value, '_events');
    if (events === null || typeof events !== 'object' || kit.isProxy(events)) return false;
    for (const name of Object.getOwnPropertyNames(events).slice(0, 40)) {
      const held = kit.slot(events, name);
      const listeners: unknown[] = Array.isArray(held) ? held : [held];
      for (const one of listeners) {
        const listener = typeof one === 'function' ? (kit.slot(one, 'listener') ?? one) : undefined;
        if (typeof listener !== 'function') continue;
        if (own.has(listener)) return true;
        if (!foreign.has(listener)) doubt(listener as Fn);
      }
    }
    return false;
  };

  return {
    own,
    declared,
    foreign,
    adopted,
    claim,
    doubts,
    doubt,
    forgetDoubts,
    judge,
    rejudge,
    isOwnClass,
    libraryOf,
    isForeign,
    lentFields,
    isHeard,
  };
};
