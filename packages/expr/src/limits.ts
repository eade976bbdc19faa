import { SubstrateError } from '@substrate/core';

export interface Limits {
  /** How many nodes may be evaluated. */
  readonly steps: number;
  /** How deep an expression may be nested. */
  readonly nesting: number;
  /** How long a string may become, and how long the expression itself may be. */
  readonly stringLength: number;
  /** How long the value of an expression, or of the one key it is about, may be as JSON. */
  readonly resultBytes: number;
}

export const defaultLimits: Limits = { steps: 10_000, nesting: 64, stringLength: 65_536, resultBytes: 65_536 };

/** The error for an expression that cannot be used, at an offset of its source. */
export const invalidAt = (source: string, offset: number, what: string): SubstrateError => {
  const before = source.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  const column = (before.at(-1)?.length ?? 0) + 1;
  return new SubstrateError('invalid_expression', `Line ${before.length}, column ${column}: ${what}`);
};
