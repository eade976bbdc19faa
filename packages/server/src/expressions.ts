import { SubstrateError } from '@substrate/core';
import { createCompiler, type Outcome, type Program } from '@substrate/expr';
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

export const evaluate = (program: Program, { state, overflow }: StoredSnapshot): Outcome =>
  program.evaluate({ objects: state.objects, overflow, context: state.context });
