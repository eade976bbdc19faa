import { readFileSync, writeFileSync } from 'node:fs';
import { placesOf } from '../src/evidence.js';
import { bias, type Feature, featureNames, features, shareOf, stepsOfWorth } from '../src/features.js';
import { interpret } from '../src/interpret.js';
import type { Leaf, Slot } from '../src/labels.js';
import { select } from '../src/select.js';
import { type Trace, traceOf } from '../src/trace.js';
import { captureOf, heldOut, judgementOf, programs } from '../test/fidelity.js';
import { recorded, recordedCapture, toldBy } from '../test/trials.js';

/** What one recorded program asks of the weights: its places with their features, and which of its keys tell a fact or are noise. */
interface Program {
  readonly name: string;
  readonly facts: number;
  readonly trace: Trace;
  readonly leaves: readonly Leaf[];
  readonly slots: ReadonlyMap<Slot, number>;
  /** Of each feature: the places that have it, and how much. */
  readonly columns: readonly (readonly (readonly [place: number, share: number])[])[];
  readonly noise: ReadonlySet<string>;
  readonly told: ReadonlyMap<string, readonly number[]>;
  /** What each place is worth with the weights at hand. */
  readonly worths: Float64Array;
}

const programOf = (name: string, trace: Trace, judge: Pick<Program, 'facts' | 'noise' | 'told'>): Program => {
  const order = new Map(trace.leaves.map(({ slot, at }, i) => [`${slot.pattern}\n${at}`, i]));
  const orderOf = ({ slot, at }: Leaf): number => order.get(`${slot.pattern}\n${at}`) as number;
  const places = placesOf(trace);
  return {
    name,
    ...judge,
    trace,
    leaves: [...trace.served, ...trace.rest].sort((a, b) => orderOf(a) - orderOf(b)),
    slots: new Map(places.map(({ slot }, i) => [slot, i])),
    columns: featureNames.map((feature) =>
      places.flatMap((place, i) => {
        const share = shareOf(feature, place);
        return share === 0 ? [] : [[i, share] as const];
      }),
    ),
    worths: new Float64Array(places.length),
  };
};

/** The judged captures that are not held out, and the recorded trials. */
const read = (): Program[] => {
  const traced = (capture: Parameters<typeof interpret>[0], use: (told: ReturnType<typeof interpret>) => Program): Program =>
    use(interpret(capture));
  return [
    ...programs
      .filter((name) => !heldOut.has(name))
      .map((name) => traced(captureOf(name), (told) => programOf(name, traceOf(told) as Trace, judgementOf(name, told)))),
    ...recorded.map((id) => traced(recordedCapture(id), (told) => programOf(id, traceOf(told) as Trace, toldBy(id, told)))),
  ];
};

/** The keys that are looked at first: few, as many as are counted, and more, so that nothing hangs on the one number. */
const firsts = [90, 150, 240] as const;
const shares = [0.25, 0.5, 0.25] as const;

interface Score {
  readonly first: number;
  readonly served: number;
  readonly noise: number;
  readonly total: number;
}

const scoreOf = (program: Program): Score => {
  const { trace, slots, worths, leaves, facts } = program;
  const own = (slot: Slot): number => stepsOfWorth(worths[slots.get(slot) as number] ?? Number.NEGATIVE_INFINITY);
  const worth = (slot: Slot): number => Math.max(own(slot), ...[...(trace.copies.get(slot) ?? [])].map(own));
  // Nothing is served because it was.
  const { served } = select(leaves, 2000, worth, new Set(slots.keys()));
  const foundAt = new Map<number, number>();
  const noise = firsts.map(() => 0);
  served.forEach(({ key }, at) => {
    for (const fact of program.told.get(key) ?? []) if (!foundAt.has(fact)) foundAt.set(fact, at);
    if (program.noise.has(key)) for (const [i, first] of firsts.entries()) if (at < first) noise[i]! += 1;
  });
  const share = (i: number): number => [...foundAt.values()].filter((at) => at < (firsts[i] as number)).length / facts;
  const noisy = (i: number): number => (noise[i] as number) / Math.max(1, Math.min(firsts[i] as number, served.length));
  const mean = (of: (i: number) => number): number => shares.reduce<number>((sum, weight, i) => sum + weight * of(i), 0);
  return {
    first: share(1) * facts,
    served: foundAt.size,
    noise: noisy(1),
    total: mean(share) + 0.7 * (foundAt.size / facts) - mean(noisy),
  };
};

/** The weights as one list, the bias last. */
type Weights = readonly number[];
const now: Weights = [...featureNames.map((name) => features[name][0]), bias];
/** What was set and not fitted: nothing outweighs that there is no name. */
const fixed: ReadonlySet<Feature> = new Set(['nameless']);

const add = ({ worths, columns }: Program, at: number, by: number): void => {
  const column = columns[at];
  if (column) for (const [place, share] of column) worths[place]! += by * share;
  else for (let i = 0; i < worths.length; i++) worths[i]! += by;
};

const set = (program: Program, some: Weights): void => {
  program.worths.fill(0);
  some.forEach((weight, at) => {
    add(program, at, weight);
  });
};

/** How much a step away from the weights of before has to bring, for each 1 that it goes: few programs tell little apart. */
const pull = 0.002;

/** Goes from weight to weight, and takes the step that tells most, in smaller steps each time round. */
const fit = (some: readonly Program[]): Weights => {
  const found = [...now];
  for (const program of some) set(program, found);
  const total = (): number =>
    some.reduce((sum, program) => sum + scoreOf(program).total, 0) / some.length -
    pull * found.reduce((sum, weight, at) => sum + (at < featureNames.length ? Math.abs(weight - (now[at] as number)) : 0), 0);
  const go = (at: number, by: number): void => {
    found[at]! += by;
    for (const program of some) add(program, at, by);
  };
  let best = total();
  for (const step of [0.4, 0.2, 0.1, 0.1]) {
    for (let at = 0; at <= featureNames.length; at++) {
      if (fixed.has(featureNames[at] as Feature)) continue;
      let better = 0;
      for (const by of [step, -step, 2 * step, -2 * step]) {
        go(at, by);
        const reached = total();
        go(at, -by);
        if (reached > best + 1e-4) [best, better] = [reached, by];
      }
      if (better !== 0) go(at, better);
    }
  }
  return found;
};

const runtimeOf = ({ name }: Program): string => name.slice(0, name.indexOf('-'));

/** What is told of programs with the weights that each is given. */
const tell = (title: string, all: readonly Program[], weightsFor: (program: Program) => Weights): void => {
  const scores = all.map((program) => {
    set(program, weightsFor(program));
    return { program, ...scoreOf(program) };
  });
  const lines = [...new Set(all.map(runtimeOf)), ''].map((runtime) => {
    const of = scores.filter(({ program }) => runtime === '' || runtimeOf(program) === runtime);
    const sum = (get: (one: (typeof of)[number]) => number): number => of.reduce((all, one) => all + get(one), 0);
    const facts = sum(({ program }) => program.facts);
    const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
    return `  ${(runtime || 'all').padEnd(5)} ${percent(
      sum(({ first }) => first),
      facts,
    )} of ${facts} facts in the first 150 keys, ${percent(
      sum(({ served }) => served),
      facts,
    )} in all, ${percent(
      sum(({ noise }) => noise),
      of.length,
    )} noise`;
  });
  process.stdout.write(`${title}\n${lines.join('\n')}\n`);
};

const folds = 5;

export const main = (mode = ''): void => {
  const all = read();
  tell('as it is', all, () => now);
  if (mode === 'check') {
    const foldOf = new Map(all.map((program, at) => [program, at % folds]));
    const fitted = Array.from({ length: folds }, (_, fold) => fit(all.filter((program) => foldOf.get(program) !== fold)));
    tell('of programs that were left out', all, (program) => fitted[foldOf.get(program) as number] as Weights);
    return;
  }
  const found = fit(all);
  tell('fitted', all, () => found);
  const round = (value: number): number => Math.round(value * 100) / 100;
  const table = new URL('../src/features.ts', import.meta.url);
  const number = '-?\\d+(?:\\.\\d+)?';
  const text = featureNames.reduce(
    (text, name, at) => text.replace(new RegExp(`^(  ${name}: \\[\\s*)${number}`, 'm'), `$1${round(found[at] as number)}`),
    readFileSync(table, 'utf8'),
  );
  writeFileSync(table, text.replace(new RegExp(`(const bias = )${number}`), `$1${round(found.at(-1) as number)}`));
};
