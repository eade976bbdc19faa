import type { Inside, Looking } from '../rooms/parts.js';
import type { Meter } from './meter.js';

/** Sees through the containers that libraries wrap around data: signals, observables, refs, models. */
export interface Containers extends Looking, Required<Inside> {
  /** How many properties an object has that is not asked for their names. */
  crowdOf(target: object): number | undefined;
  /** The data that a wrapper holds, whatever lies around it, or the value itself. */
  unwrap(value: unknown): unknown;
}

export function createContainers(kit: { meter: Meter; insides: readonly ((look: Looking) => Inside)[] }): Containers {
  const { getOwnPropertyDescriptor, getOwnPropertySymbols } = Object;

  const own = (target: unknown, key: PropertyKey): unknown => {
    if (target === null || (typeof target !== 'object' && typeof target !== 'function')) return undefined;
    const found = getOwnPropertyDescriptor(target, key);
    return found && 'value' in found ? found.value : undefined;
  };
  const mostNames = 10_000;
  /** Objects with too many properties to ask for, and how many those were. */
  const crowds = new WeakMap<object, number>();
  const names = (target: object): readonly string[] => {
    // To ask a buffer is to ask for every byte of it.
    if (ArrayBuffer.isView(target) || crowds.has(target) || (Array.isArray(target) && target.length > mostNames)) return [];
    const all = Object.getOwnPropertyNames(target);
    if (all.length <= mostNames) return all;
    crowds.set(target, all.length);
    return [];
  };
  const has = (target: object, key: PropertyKey): boolean => getOwnPropertyDescriptor(target, key) !== undefined;
  const symbolNamed = (target: object, text: string): symbol | undefined => {
    if (crowds.has(target)) return undefined;
    for (const symbol of getOwnPropertySymbols(target)) if (symbol.description === text) return symbol;
    return undefined;
  };

  const look: Looking = { own, has, names, symbolNamed, met: new Set(), meter: kit.meter, reactive: false };
  const insides = kit.insides.map((open) => open(look));
  const unwraps = insides.flatMap(({ unwrap }) => unwrap ?? []);
  const functions = insides.flatMap(({ unwrapFunction }) => unwrapFunction ?? []);
  const unwrapOnce = (value: object): unknown => {
    for (const unwrap of typeof value === 'function' ? functions : unwraps) {
      const next = unwrap(value);
      if (next !== value) return next;
    }
    return value;
  };
  /** Whether one of the rooms says so. */
  const any = <K extends 'isSignal' | 'isMachinery' | 'hasGetters'>(question: K) => {
    const answers = insides.flatMap((inside) => inside[question] ?? []);
    return (value: object): boolean => answers.some((answer) => answer(value));
  };

  return Object.assign(look, {
    crowdOf: (target: object) => crowds.get(target),
    unwrap: (value: unknown): unknown => {
      let now = value;
      for (let i = 0; i < 4; i++) {
        if (now === null || (typeof now !== 'object' && typeof now !== 'function')) return now;
        const next = unwrapOnce(now);
        if (next === now) return now;
        now = next;
      }
      return now;
    },
    unwrapFunction: unwrapOnce,
    isSignal: any('isSignal'),
    isMachinery: any('isMachinery'),
    hasGetters: any('hasGetters'),
    declares: (maker: object, field: string) => insides.some((inside) => inside.declares?.(maker, field)),
  });
}
