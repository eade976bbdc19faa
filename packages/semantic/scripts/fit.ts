import { writeFileSync } from 'node:fs';
import { type Feature, featureNames, shareOf } from '../src/features.js';
import { interpret } from '../src/interpret.js';
import { traceOf } from '../src/trace.js';
import { placesOf } from '../src/worth.js';
import { captureOf, heldOut, judgeOf, programs } from '../test/fidelity.js';

/** A place of a judged program: its features, whether somebody asks for it, and how much it counts. */
interface Example {
  readonly values: readonly number[];
  readonly wanted: boolean;
  weight: number;
}

/** How much more a fact that somebody asked for counts than a key that is merely right. */
const factWeight = 4;

const examplesOf = (name: string): Example[] => {
  const trace = traceOf(interpret(captureOf(name)));
  if (!trace) return [];
  const verdict = judgeOf(name);
  const keys = new Map(trace.leaves.map((leaf) => [leaf.slot, leaf.key]));
  const examples = [...placesOf(trace)].flatMap(([slot, place]): Example[] => {
    // A copy is served under another name: nobody judged it.
    if (slot.entry.sameAs !== undefined) return [];
    const said = verdict(keys.get(slot) as string);
    return [
      {
        values: [...featureNames.map((feature) => shareOf(feature, place)), 1],
        wanted: said !== 'noise',
        weight: said === 'fact' ? factWeight : 1,
      },
    ];
  });
  // Each program counts the same, and in each what is wanted as much as what is not; small ones a little less.
  for (const side of [true, false]) {
    const of = examples.filter(({ wanted }) => wanted === side);
    const sum = of.reduce((all, { weight }) => all + weight, 0);
    const share = Math.min(1, of.length / 20);
    for (const one of of) one.weight *= share / sum;
  }
  return examples;
};

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Solves the symmetric system by elimination. */
const solve = (matrix: number[][], right: number[]): number[] => {
  const size = right.length;
  for (let i = 0; i < size; i++) {
    const row = matrix[i] as number[];
    for (let k = i + 1; k < size; k++) {
      const other = matrix[k] as number[];
      const factor = (other[i] as number) / (row[i] as number);
      if (factor === 0) continue;
      for (let j = i; j < size; j++) other[j]! -= factor * (row[j] as number);
      right[k]! -= factor * (right[i] as number);
    }
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = matrix[i] as number[];
    for (let j = i + 1; j < size; j++) right[i]! -= (row[j] as number) * (right[j] as number);
    right[i]! /= row[i] as number;
  }
  return right;
};

/** Logistic regression with a pull towards 0 on all but the bias, which is the last: Newton's steps. */
const fit = (examples: readonly Example[], pull: number): number[] => {
  const size = featureNames.length + 1;
  const weights = new Array<number>(size).fill(0);
  for (let round = 0; round < 12; round++) {
    const slope = weights.map((weight, at) => (at < size - 1 ? pull * weight : 0));
    const bend = weights.map((_, at) => weights.map((__, other) => (at === other ? (at < size - 1 ? pull : 1e-6) : 0)));
    for (const { values, wanted, weight } of examples) {
      const chance = sigmoid(dot(values, weights));
      const off = (chance - (wanted ? 1 : 0)) * weight;
      const curve = Math.max(1e-6, chance * (1 - chance)) * weight;
      const at = [...values.keys()].filter((i) => values[i] !== 0);
      for (const i of at) {
        const value = values[i] as number;
        slope[i]! += off * value;
        for (const j of at) (bend[i] as number[])[j]! += curve * value * (values[j] as number);
      }
    }
    const steps = solve(bend, slope);
    for (let i = 0; i < size; i++) weights[i]! -= steps[i] as number;
  }
  return weights;
};

const dot = (values: readonly number[], weights: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] as number) * (weights[i] as number);
  return sum;
};

/** What no recorded capture tells yet: probes give it since. Set by hand, and small enough not to decide alone. */
const notInCorpus: Partial<Record<Feature, number>> = { literal: -0.5, foreign: -0.7 };

/** How surprised it is by programs that it was not fitted on, each fifth of them in turn. */
const surprise = (sets: readonly (readonly Example[])[], pull: number): number => {
  let [sum, all] = [0, 0];
  for (let fold = 0; fold < 5; fold++) {
    const weights = fit(sets.filter((_, at) => at % 5 !== fold).flat(), pull);
    for (const { values, wanted, weight } of sets.filter((_, at) => at % 5 === fold).flat()) {
      const chance = sigmoid(dot(values, weights));
      sum -= weight * Math.log(Math.max(1e-6, wanted ? chance : 1 - chance));
      all += weight;
    }
  }
  return sum / all;
};

export const main = (given = '', shift = '0.5'): void => {
  const sets = programs.filter((name) => !heldOut.has(name)).map(examplesOf);
  const examples = sets.flat();
  let pull = given;
  if (pull === '') {
    const tried = ['0.03', '0.1', '0.3', '0.6', '1', '2'].map((one) => ({ one, off: surprise(sets, Number(one)) }));
    process.stdout.write(`${tried.map(({ one, off }) => `pull ${one}: ${off.toFixed(3)}`).join('\n')}\n`);
    // So few programs tell little apart: of those that do nearly as well, the one that says the least.
    const best = Math.min(...tried.map(({ off }) => off));
    pull = tried.findLast(({ off }) => off <= best * 1.05)?.one ?? '1';
  }
  const weights = fit(examples, Number(pull));
  const bias = weights.at(-1) as number;
  const round = (value: number): number => Math.round(value * 100) / 100;
  const lines = featureNames.map((name, at) => `  ${name}: ${round(notInCorpus[name] ?? (weights[at] as number))},`);
  writeFileSync(
    new URL('../src/weights.ts', import.meta.url),
    `import type { Feature } from './features.js';

/** Made by scripts/fit.mjs from the judged captures (test/golden/facts.json), without those held out. Not to be changed by hand. */

export const weightsVersion = 5;

export const bias = ${round(bias + Number(shift))};

export const weights: Readonly<Record<Feature, number>> = {
${lines.join('\n')}
};
`,
  );
};
