import { readdirSync, readFileSync } from 'node:fs';
import type { RawCapture } from '@substrate/core';
import { parseKey } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { type Interpretation, interpret } from '../src/index.js';

/**
 * Captures of real applications, recorded by scripts/record.mjs, and how they read. A golden file is for a person: when it changes, read
 * it, and accept it with `-u` only if every line says more than before.
 */

const folder = new URL('golden/', import.meta.url);
const names = readdirSync(folder).flatMap((file) => /^(.+)\.capture\.json$/.exec(file)?.[1] ?? []);
const captureOf = (name: string): RawCapture =>
  JSON.parse(readFileSync(new URL(`${name}.capture.json`, folder), 'utf8')) as RawCapture;

const clipped = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
};

const rendered = (result: Interpretation): string => {
  const { objects, overflow, actions, context } = result;
  return [
    `view: ${context.view}   confidence: ${result.confidence.toFixed(2)}   keys: ${Object.keys(objects).length}   overflow: ${Object.keys(overflow).length}`,
    '',
    ...Object.entries(objects).map(([key, value]) => `${key} = ${clipped(value)}`),
    '',
    ...Object.entries(actions).map(
      ([name, one]) =>
        `${name} ${one.signature.slice(2)}  [${one.reversibility}, ${one.confidence}]  ${clipped(one.description)}`,
    ),
    '',
  ].join('\n');
};

describe.each(names)('%s', (name) => {
  const capture = captureOf(name);
  const result = interpret(capture);

  it('reads well', async () => {
    await expect(rendered(result)).toMatchFileSnapshot(`golden/${name}.golden.txt`);
  });

  it('has valid keys only, and the same ones again', () => {
    for (const key of Object.keys(result.objects)) expect(parseKey(key), key).not.toBeNull();
    const again = interpret(captureOf(name), { previous: result });
    expect(again.objects).toBe(result.objects);
    expect(again.schema).toBe(result.schema);
    expect(interpret(captureOf(name), { schema: result.schema }).objects).toEqual(result.objects);
  });
});
