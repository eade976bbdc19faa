import type { Sight } from '../../injected/sight.js';
import type { Inside, Looking } from '../rooms/parts.js';
import type { Answers } from './answers.js';
import type { LentNames } from './lent-names.js';
import type { Meter } from './meter.js';

/** Sees through the containers that libraries wrap around data: signals, observables, refs, models. */
export interface Containers extends Looking, Required<Inside> {
  readonly lent: LentNames;
  /** The data that a wrapper holds, whatever lies around it, or the value itself. */
  unwrap(value: unknown): unknown;
  /** Notes accessors that stand in the place of its data, if there are any. */
  observe(target: object): boolean;
  /**
   * Begins to read a place. Of the others, `isAhead` says which have their turn before it and have not had it yet. Without an address what is read tells
   * nothing of which place has what.
   */
  turnTo(address: string | undefined, isAhead: (address: string) => boolean): void;
  /** Notes that an object is told where something is read now; false if it was noted before. */
  meet(value: unknown): boolean;
  /** Whether an object was told in this reading, or belongs to a place that is ahead: in whichever order places are read, the same ones tell it. */
  isTold(value: unknown): boolean;
}

export function createContainers(kit: {
  sight: Sight;
  answers: Answers;
  lent: LentNames;
  meter: Meter;
  insides: readonly ((look: Looking) => Inside)[];
}): Containers {
  const { sight, answers, lent, meter } = kit;
  const symbolNamed = (target: object, text: string): symbol | undefined => {
    for (const symbol of sight.symbols(target)) if (symbol.description === text) return symbol;
    return undefined;
  };

  const own = (target: unknown, key: PropertyKey): unknown => {
    const held = sight.own(target, key);
    return held === undefined && sight.isHeld(target) ? answers.of(target, key) : held;
  };
  const look: Looking = { ...sight, own, symbolNamed, met: new Set(), meter, reactive: false };
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

  /** The place that told an object last, from reading to reading. */
  const owners = new WeakMap<object, string>();
  let now: string | undefined;
  let isAhead: (address: string) => boolean = () => false;
  const isAway = (value: unknown): boolean => {
    const owner = typeof value === 'object' && value !== null ? owners.get(value) : undefined;
    return owner !== undefined && isAhead(owner);
  };

  return Object.assign(look, {
    lent,
    observe: (target: object) => {
      const all = sight
        .names(target)
        .slice(0, 200)
        .map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const);
      const pairs = all.filter(([, found]) => found?.get && found.set);
      for (const [name, found] of pairs) answers.note(target, name, found as PropertyDescriptor);
      return pairs.length > 0;
    },
    turnTo: (address: string | undefined, others: (address: string) => boolean) => {
      now = address;
      isAhead = others;
    },
    meet: (value: unknown): boolean => {
      if (look.met.has(value)) return false;
      look.met.add(value);
      if (now !== undefined && typeof value === 'object' && value !== null && !isAway(value)) owners.set(value, now);
      return true;
    },
    isTold: (value: unknown) => look.met.has(value) || isAway(value),
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
