import { SubstrateError } from '@substrate/core';
import { compile, type Evaluation, type Program } from '@substrate/expr';
import type { StoredSnapshot } from './captures.js';

/** Expressions, compiled once and kept by their text. */
export interface Expressions {
  /** Throws `verify_expression_too_large`. */
  checkSize(source: string): void;
  /** Throws `invalid_expression`. */
  compile(source: string): Program;
}

const kept = 256;

export const createExpressions = (maxBytes: number): Expressions => {
  const programs = new Map<string, Program>();
  return {
    checkSize: (source) => {
      const bytes = Buffer.byteLength(source);
      if (bytes <= maxBytes) return;
      throw new SubstrateError('verify_expression_too_large', `The expression has ${bytes} bytes; the limit is ${maxBytes}.`);
    },
    compile: (source) => {
      const program = programs.get(source) ?? compile(source);
      // Taken out and put back, the map is in order of use: the first is the one to forget.
      programs.delete(source);
      programs.set(source, program);
      if (programs.size > kept) programs.delete(programs.keys().next().value as string);
      return program;
    },
  };
};

export const evaluate = (program: Program, { state, overflow }: StoredSnapshot): Evaluation =>
  program.evaluate({ objects: state.objects, overflow, context: state.context });
