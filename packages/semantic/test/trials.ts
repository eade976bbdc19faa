import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { RawCapture } from '@substrate/core';
// @ts-expect-error: a script without types
import * as judge from '../../../daemon/trials/lib/judge.mjs';
import type { Interpretation } from '../src/index.js';

/**
 * The programs of daemon/trials, recorded (`pnpm trials NAME --record`), with the facts that were written down before anybody read them and the same matcher
 * over keys and values. What is held out is not here: a capture is something to look at.
 */
type Entry = readonly [key: string, value: unknown];
interface Written {
  readonly heldOut: boolean;
  readonly facts: readonly unknown[];
}
const { toldIn, noiseOf } = judge as {
  toldIn(fact: unknown, entries: readonly Entry[], all?: readonly Entry[]): Entry | undefined;
  noiseOf(written: Written): (key: string) => boolean;
};

const folder = new URL('corpus/', import.meta.url);
const trials = new URL('../../../daemon/trials/', import.meta.url);

export const recorded: readonly string[] = readdirSync(folder).flatMap(
  (file) => /^(.+)\.capture\.json\.gz$/.exec(file)?.[1] ?? [],
);

export const recordedCapture = (id: string): RawCapture =>
  JSON.parse(gunzipSync(readFileSync(new URL(`${id}.capture.json.gz`, folder))).toString()) as RawCapture;

export const writtenOf = (id: string): Written =>
  JSON.parse(readFileSync(new URL(`${id.replace('-', '/')}/facts.json`, trials), 'utf8')) as Written;

export interface TrialScore {
  readonly id: string;
  readonly facts: number;
  readonly first: number;
  readonly served: number;
  readonly read: number;
  readonly noise: number;
}

/** Which keys of an interpretation tell which facts, and which are noise. */
export const toldBy = (
  id: string,
  { objects, overflow }: Interpretation,
): { facts: number; told: Map<string, number[]>; noise: Set<string> } => {
  const written = writtenOf(id);
  const all: readonly Entry[] = [...Object.entries(objects), ...Object.entries(overflow)];
  const isNoise = noiseOf(written);
  const tellsOf = (entry: Entry): number[] => written.facts.flatMap((fact, at) => (toldIn(fact, [entry], all) ? [at] : []));
  return {
    facts: written.facts.length,
    told: new Map(all.map((entry) => [entry[0], tellsOf(entry)])),
    noise: new Set(all.flatMap(([key]) => (isNoise(key) ? [key] : []))),
  };
};

const firstKeys = 150;

export const trialScore = (id: string, { objects, overflow }: Interpretation): TrialScore => {
  const written = writtenOf(id);
  const served: readonly Entry[] = Object.entries(objects);
  const all: readonly Entry[] = [...served, ...Object.entries(overflow)];
  const first = served.slice(0, firstKeys);
  const told = (among: readonly Entry[]): number => written.facts.filter((fact) => toldIn(fact, among, all)).length;
  const isNoise = noiseOf(written);
  return {
    id,
    facts: written.facts.length,
    first: told(first),
    served: told(served),
    read: told(all),
    noise: first.filter(([key]) => isNoise(key)).length / Math.max(1, first.length),
  };
};
