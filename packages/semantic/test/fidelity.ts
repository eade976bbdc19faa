import { readdirSync, readFileSync } from 'node:fs';
import type { RawCapture } from '@substrate/core';
import type { Interpretation } from '../src/index.js';

/**
 * The recorded applications with what a person judged about them (golden/facts.json): facts that somebody would ask for, each with the keys
 * that would tell it, by meaning; `plain`, other keys that say something about this run; and `noise`. A key that is in none of them is noise.
 */
export interface Judgement {
  readonly facts: Readonly<Record<string, string>>;
  readonly plain: readonly string[];
  readonly noise: readonly string[];
}

const folder = new URL('golden/', import.meta.url);

export const programs: readonly string[] = readdirSync(folder).flatMap((file) => /^(.+)\.capture\.json$/.exec(file)?.[1] ?? []);

export const captureOf = (name: string): RawCapture =>
  JSON.parse(readFileSync(new URL(`${name}.capture.json`, folder), 'utf8')) as RawCapture;

const judgements = JSON.parse(readFileSync(new URL('facts.json', folder), 'utf8')) as Record<string, Judgement>;

/** A third of them, one in three of each runtime in the order of their names: nothing was fitted on these. */
export const heldOut: ReadonlySet<string> = new Set(
  ['clr', 'jvm', 'node', 'page'].flatMap((runtime) =>
    programs.filter((name) => name.startsWith(runtime)).filter((_, at) => at % 3 === 1),
  ),
);

export type Verdict = 'fact' | 'plain' | 'noise';

/** What a person said of each key of a program. */
export const judgeOf = (name: string): ((key: string) => Verdict) => {
  const { facts, plain, noise } = judgements[name] as Judgement;
  const compiled = (list: readonly string[]): RegExp[] => list.map((text) => new RegExp(text));
  const [told, fine, bad] = [compiled(Object.values(facts)), compiled(plain), compiled(noise)];
  return (key) => {
    if (bad.some((one) => one.test(key))) return 'noise';
    if (told.some((one) => one.test(key))) return 'fact';
    return fine.some((one) => one.test(key)) ? 'plain' : 'noise';
  };
};

/** Which keys of an interpretation tell which facts, and which are noise. */
export const judgementOf = (
  name: string,
  { objects, overflow }: Interpretation,
): { facts: number; told: Map<string, number[]>; noise: Set<string> } => {
  const verdict = judgeOf(name);
  const facts = Object.values((judgements[name] as Judgement).facts).map((text) => new RegExp(text));
  const keys = [...Object.keys(objects), ...Object.keys(overflow)];
  const tellsOf = (key: string): number[] =>
    verdict(key) === 'fact' ? facts.flatMap((fact, at) => (fact.test(key) ? [at] : [])) : [];
  return {
    facts: facts.length,
    told: new Map(keys.map((key) => [key, tellsOf(key)])),
    noise: new Set(keys.filter((key) => verdict(key) === 'noise')),
  };
};

export interface Score {
  readonly name: string;
  readonly facts: number;
  /** Of the facts: told in the first 150 keys, anywhere in `objects`, read and not served. */
  readonly first: number;
  readonly served: number;
  readonly rest: number;
  readonly keys: number;
  /** The share of noise in the first 150 keys and in all. */
  readonly noiseFirst: number;
  readonly noise: number;
}

const firstKeys = 150;

export const scoreOf = (name: string, { objects, overflow }: Interpretation): Score => {
  const { facts } = judgements[name] as Judgement;
  const verdict = judgeOf(name);
  const keys = Object.keys(objects);
  const first = keys.slice(0, firstKeys);
  const told = (among: readonly string[]): number =>
    Object.values(facts).filter((text) => among.some((key) => new RegExp(text).test(key) && verdict(key) === 'fact')).length;
  const share = (among: readonly string[]): number =>
    among.length === 0 ? 0 : among.filter((key) => verdict(key) === 'noise').length / among.length;
  const served = told(keys);
  return {
    name,
    facts: Object.keys(facts).length,
    first: told(first),
    served,
    rest: told([...keys, ...Object.keys(overflow)]) - served,
    keys: keys.length,
    noiseFirst: share(first),
    noise: share(keys),
  };
};

export interface Total {
  readonly first: number;
  readonly served: number;
  readonly read: number;
  readonly noiseFirst: number;
  readonly noise: number;
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

/** Each program counts the same. */
export const totalOf = (scores: readonly Score[]): Total => ({
  first: mean(scores.map((one) => one.first / one.facts)),
  served: mean(scores.map((one) => one.served / one.facts)),
  read: mean(scores.map((one) => (one.served + one.rest) / one.facts)),
  noiseFirst: mean(scores.map((one) => one.noiseFirst)),
  noise: mean(scores.map((one) => one.noise)),
});

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`.padStart(7);

/** One line a program, and the totals of both sides. */
export const tableOf = (scores: readonly Score[]): string => {
  const line = (name: string, facts: string, one: Total, keys: string): string =>
    `${name.padEnd(24)}${facts.padStart(6)}${percent(one.first)}${percent(one.served)}${percent(one.read)}${keys.padStart(7)}${percent(one.noiseFirst)}${percent(one.noise)}`;
  const rows = scores.map((one) =>
    line(`${heldOut.has(one.name) ? '* ' : '  '}${one.name}`, String(one.facts), totalOf([one]), String(one.keys)),
  );
  const sum = (title: string, some: readonly Score[]): string =>
    line(title, String(some.reduce((all, one) => all + one.facts, 0)), totalOf(some), '');
  return [
    `${''.padEnd(24)}${' facts'}${'  at 150   in all   read   keys  noise at 150, in all'}`,
    ...rows,
    sum(
      'fitted on',
      scores.filter(({ name }) => !heldOut.has(name)),
    ),
    sum(
      '* held out',
      scores.filter(({ name }) => heldOut.has(name)),
    ),
    '',
  ].join('\n');
};
