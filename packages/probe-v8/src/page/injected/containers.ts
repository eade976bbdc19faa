import type { Sight } from '../../injected/sight.js';
import type { Inside, Looking } from '../rooms/parts.js';
import type { Meter } from './meter.js';

/** Sees through the containers that libraries wrap around data: signals, observables, refs, models. */
export interface Containers extends Looking, Required<Inside> {
  /** The data that a wrapper holds, whatever lies around it, or the value itself. */
  unwrap(value: unknown): unknown;
}

export function createContainers(kit: {
  sight: Sight;
  meter: Meter;
  insides: readonly ((look: Looking) => Inside)[];
}): Containers {
  const { sight, meter } = kit;
  const symbolNamed = (target: object, text: string): symbol | undefined => {
    for (const symbol of sight.symbols(target)) if (symbol.description === text) return symbol;
    return undefined;
  };

  const look: Looking = { ...sight, symbolNamed, met: new Set(), meter, reactive: false };
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
