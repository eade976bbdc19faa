import { SubstrateError } from '@substrate/core';
import { createCompiler, type Outcome, type Program, type Scope, supplied } from '@substrate/expr';
import type { Application } from './applications.js';
import type { StoredSnapshot } from './captures.js';

/** Expressions over the state: bounded in size, compiled once and kept by their text. */
export interface Expressions {
  /** Throws `verify_expression_too_large`. */
  checkSize(source: string): void;
  /** Throws `invalid_expression`. */
  compile(source: string): Program;
}

export const createExpressions = (maxBytes: number): Expressions => ({
  ...createCompiler(),
  checkSize: (source) => {
    const bytes = Buffer.byteLength(source);
    if (bytes <= maxBytes) return;
    throw new SubstrateError('verify_expression_too_large', `The expression has ${bytes} bytes; the limit is ${maxBytes}.`);
  },
});

const scopeOf = ({ state, overflow, extents }: StoredSnapshot): Scope => ({
  objects: state.objects,
  overflow,
  extents,
  context: state.context,
});

export const evaluate = (program: Program, snapshot: StoredSnapshot): Outcome => program.evaluate(scopeOf(snapshot));

/** What one evaluation may read of the running application. */
const mostElements = 20_000;
const mostLeaves = 400_000;
/** What was read may show that more is needed; a list in each element of a list, for one. */
const mostRounds = 6;

/** Evaluates, and reads from the running application what the outcome depends on and the snapshot does not have. */
export const evaluateNow = async (
  program: Program,
  snapshot: StoredSnapshot,
  application: Application,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  let scope = scopeOf(snapshot);
  let outcome = program.evaluate(scope);
  const end = performance.now() + timeoutMs;
  const asked = new Set<string>();
  let maxElements = mostElements;
  for (let round = 0; round < mostRounds && outcome.demands.length > 0 && application.supply; round++) {
    const wanted = outcome.demands.filter((demand) => !asked.has(JSON.stringify(demand)));
    const left = end - performance.now();
    if (wanted.length === 0 || maxElements <= 0 || left <= 0) break;
    for (const demand of wanted) asked.add(JSON.stringify(demand));
    const supply = await application.supply(wanted, { maxElements, maxLeaves: mostLeaves, timeoutMs: left }, signal);
    for (const { read = [] } of supply.extents.values()) for (const [from, to] of read) maxElements -= to - from;
    scope = supplied(scope, supply);
    outcome = program.evaluate(scope);
  }
  return outcome;
};
