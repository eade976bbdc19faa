import type { Base, Crawling, Origin, Selves } from './kit.js';

/**
 * Whose an arrow function is. What it calls `this` is in its scopes, but not even the inspector shows it there. A library whose server, or whose reader of the
 * standard input, listens with one has an object that nothing else may lead to; the names that the function uses of it are how it is known on the heap. That object may be
 * handed arrow functions in turn: once the heap is at hand, their owners are looked for as well. Closed.
 */
export const createSelves = (kit: Base & Crawling): Selves => {
  const mostSelves = 60;
  /** Library functions that may lie between such a function and the application, at first and when the heap is at hand. */
  const mostStrange = { first: 0, later: 2 };
  const mostText = 4000;
  /** Of so many that have all the names nobody can say which one is meant. */
  const mostAlike = 3;
  interface Self {
    readonly names: readonly string[];
    /** Of its fields, what is asked of them; and whether the names are of methods. */
    readonly asked: readonly (readonly [field: string, method: string])[];
    readonly isMethod: boolean;
    readonly origin: Origin;
    found: number;
    /** The heap was gone through for it. */
    isSought: boolean;
  }
  let selves: Self[] = [];
  let isAtHand = false;

  const isArrow = (text: string): boolean => /^(?:async\s*)?(?:\([^)]*\)|[\w$]+)\s*=>/.test(text);
  const noteSelf: Selves['noteSelf'] = (fn, origin) => {
    if (selves.length >= mostSelves || (origin.strange ?? 0) > (isAtHand ? mostStrange.later : mostStrange.first)) return;
    const text = kit.sourceOf(fn).slice(0, mostText);
    if (!isArrow(text)) return;
    const used = Array.from(text.matchAll(/(?<![\w$.])this\.([\w$]+)(\(|\.[\w$]+\()?/g), ([, name = '', call = '']) => ({
      name,
      isCalled: call === '(',
      asked: call.slice(1, -1),
    }));
    // A field may not be set yet; what is called is there, and in few classes. One field by itself says little, but with what is asked of it enough.
    const called = new Set(used.flatMap(({ name, isCalled }) => (isCalled ? [name] : [])));
    const names = called.size > 0 ? called : new Set(used.map(({ name }) => name));
    const asked = called.size > 0 ? [] : used.flatMap((one) => (one.asked === '' ? [] : [[one.name, one.asked] as const]));
    if (called.size > 0 || names.size > 1 || asked.length > 0)
      selves.push({ names: [...names], asked, isMethod: called.size > 0, origin, found: 0, isSought: false });
  };

  const chainOf = (value: object): object[] => {
    const chain: object[] = [];
    for (let at: object | null = value; at !== null && chain.length < 8 && !kit.isProxy(at); at = kit.prototypeOf(at))
      chain.push(at);
    return chain;
  };
  const hasAll = (value: unknown, names: readonly string[]): boolean => {
    const chain = kit.isHeld(value) && !kit.isProxy(value) ? chainOf(value) : [];
    return names.every((name) => chain.some((one) => kit.has(one, name)));
  };
  const fits = (value: object, { names, asked, isMethod }: Self): boolean =>
    (isMethod || names.some((name) => kit.has(value, name))) &&
    hasAll(value, names) &&
    asked.every(([field, method]) => hasAll(kit.slot(value, field), [method]));

  const seekSelves: Selves['seekSelves'] = () => {
    const known = [...kit.kinds.values()].flatMap((all) => all.flatMap(({ ref }) => ref.deref() ?? []));
    selves = selves.filter((self) => self.found > 0 || !known.some((value) => fits(value, self)));
    hopes = new WeakMap();
    return selves.filter(({ found, isSought }) => found === 0 && !isSought).length;
  };

  /** Objects of a class have most of the names from it: whether it could be is told once for all of them. */
  let hopes = new WeakMap<object, readonly Self[]>();
  const selfOf: Selves['selfOf'] = (value) => {
    const prototype = selves.length === 0 ? null : kit.prototypeOf(value);
    if (prototype === null || prototype === Object.prototype || prototype === Array.prototype || kit.isProxy(prototype))
      return undefined;
    let hope = hopes.get(prototype);
    if (!hope) {
      const chain = chainOf(prototype);
      hope = selves.filter(
        ({ names, isMethod, isSought }) =>
          !isSought && (!isMethod || names.some((name) => chain.some((one) => kit.has(one, name)))),
      );
      hopes.set(prototype, hope);
    }
    const self = hope.find((one) => fits(value, one));
    // A prototype is no instance of its own class.
    if (!self || kit.has(value, 'constructor')) return undefined;
    return ++self.found > mostAlike ? undefined : self.origin;
  };

  const endSeeking: Selves['endSeeking'] = () => {
    isAtHand = true;
    for (const self of selves) self.isSought = true;
  };

  const forgetSelves: Selves['forgetSelves'] = () => {
    isAtHand = false;
    selves = [];
    hopes = new WeakMap();
  };

  return { noteSelf, seekSelves, selfOf, endSeeking, forgetSelves };
};
