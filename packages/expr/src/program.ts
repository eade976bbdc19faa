import type { Demand } from '@substrate/core';
import type { Expression } from 'acorn';
import { type Compiled, compileTree } from './compile.js';
import { explain } from './explain.js';
import { defaultLimits, invalidAt, type Limits } from './limits.js';
import { parse } from './parse.js';
import { isThere, type Resolved, resolve, type StaticPath } from './paths.js';
import { wordsFor } from './supplied.js';
import { LimitReached, Run, type Scope, TooLong, toJson, type Value } from './values.js';

/** What one evaluation came to. The words and names are made when they are asked for. */
export interface Outcome {
  /** The value itself, as JSON: undefined, NaN and infinities are null. */
  readonly computedValue: unknown;
  /** The truth of the value. */
  readonly passed: boolean;
  /** In words, what each compared key held. */
  readonly explanation: string;
  /** The keys that the expression names, and the roots of the keys it reads as one object or array. */
  readonly names: readonly string[];
  /** The one key that the expression is about, when it names one only, and what that key holds. */
  readonly single: { readonly key: string; readonly value: unknown } | undefined;
  /** The names that nothing has, or that were read from null or undefined. */
  readonly missing: readonly string[];
  /** What the outcome depends on and was not read. While there is any, it does not pass and its value is null: see `supplied`. */
  readonly demands: readonly Demand[];
}

/** An expression that was parsed, checked and compiled. */
export interface Program {
  readonly source: string;
  /** Every path in the text. A change of a key concerns it when the one lies below the other. */
  readonly names: readonly string[];
  /** Never throws, but for `invalid_expression` when a limit is passed. */
  evaluate(scope: Scope): Outcome;
}

class Evaluation implements Outcome {
  readonly passed: boolean;
  readonly computedValue: unknown;
  readonly demands: readonly Demand[];
  readonly #program: Compilation;
  readonly #run: Run;
  readonly #tooLong: boolean;

  constructor(program: Compilation, run: Run, value: Value) {
    this.#program = program;
    this.#run = run;
    const told = typeof value === 'object' ? program.fresh(run) : run;
    const json = program.toJson(told, value);
    this.demands = [...(run.demands ?? []), ...(told === run ? [] : (told.demands ?? []))];
    this.passed = this.demands.length === 0 && Boolean(value);
    this.computedValue = this.demands.length === 0 ? json.value : null;
    this.#tooLong = json.tooLong;
  }

  get explanation(): string {
    const { maxBytes } = this.#program;
    const unread = this.demands.map((demand) => wordsFor(demand, this.#run.scope));
    const words =
      unread.length === 0 ? [] : [`not known, since ${unread.slice(0, 5).join('; ')}${unread.length > 5 ? ' …' : ''}`];
    words.push(this.#program.explain(this.#run));
    if (this.#tooLong) words.push(`the value is longer than ${maxBytes} bytes of JSON, so it is given as null`);
    const single = this.#single();
    if (single?.tooLong) words.push(`${single.key} holds more than ${maxBytes} bytes of JSON, so it is given as null`);
    return words.filter((word) => word !== '').join('; ');
  }

  get names(): readonly string[] {
    return [...new Set(this.#resolved().map(({ name }) => name))];
  }

  get single(): { key: string; value: unknown } | undefined {
    const single = this.#single();
    return single && { key: single.key, value: single.value };
  }

  get missing(): readonly string[] {
    return this.#run.missing ?? [];
  }

  #single(): { key: string; value: unknown; tooLong: boolean } | undefined {
    const resolved = this.#resolved();
    const [first] = resolved;
    if (!first?.isKey || resolved.some(({ name }) => name !== first.name)) return undefined;
    const held = this.#program.read(this.#run, first.name);
    return { key: first.name, ...this.#program.toJson(this.#program.fresh(this.#run), held as Value) };
  }

  #resolved(): Resolved[] {
    return this.#program.resolve(this.#run);
  }
}

class Compilation implements Program {
  readonly source: string;
  readonly #limits: Limits;
  readonly #tree: Expression;
  readonly #compiled: Compiled;
  readonly #steps: number;

  constructor(source: string, limits: Limits) {
    this.source = source;
    this.#limits = limits;
    this.#tree = parse(source, limits);
    this.#compiled = this.#bounded(() => compileTree(source, this.#tree, limits));
    this.#steps = limits.steps - this.#compiled.steps;
    if (this.#steps < 0) throw invalidAt(source, 0, `the expression takes more than ${limits.steps} steps`);
  }

  get names(): readonly string[] {
    return this.#compiled.paths.map(({ text }) => text);
  }

  evaluate(scope: Scope): Outcome {
    const run = new Run(scope, this.#limits, this.#steps + (scope.allowance ?? 0));
    try {
      return new Evaluation(this, run, this.#compiled.evaluate(run));
    } catch (error) {
      throw this.#place(error);
    }
  }

  get maxBytes(): number {
    return this.#limits.resultBytes;
  }

  /** The value as JSON; null when that would be longer than an answer may be. */
  toJson(run: Run, value: Value): { value: unknown; tooLong: boolean } {
    try {
      return { value: toJson(run, value), tooLong: false };
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      return { value: null, tooLong: true };
    }
  }

  /** A run over the same state with all its steps to spend. */
  fresh({ scope }: Run): Run {
    return new Run(scope, this.#limits, this.#limits.steps + (scope.allowance ?? 0));
  }

  explain({ scope }: Run): string {
    const run = new Run(scope, this.#limits, Number.POSITIVE_INFINITY);
    return this.#bounded(() => explain(this.source, this.#tree, this.#compiled, run));
  }

  resolve(past: Run): Resolved[] {
    const run = this.fresh(past);
    const meant = this.#compiled.paths.filter((path) => !path.quoted || isThere(run, path));
    return meant.map((path: StaticPath) => resolve(run, path));
  }

  /** What a key or a field of the context holds. */
  read({ scope }: Run, key: string): unknown {
    if (Object.hasOwn(scope.objects, key)) return scope.objects[key];
    if (scope.overflow && Object.hasOwn(scope.overflow, key)) return scope.overflow[key];
    return (scope.context as Record<string, string | null>)[key.replace(/^context\.?/, '')];
  }

  #bounded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#place(error);
    }
  }

  /** A stack that ran out is a limit like the others. Anything else passes as it is. */
  #place(error: unknown): unknown {
    if (error instanceof LimitReached) return invalidAt(this.source, 0, error.message);
    if (error instanceof RangeError) return invalidAt(this.source, 0, 'the expression is nested too deeply');
    return error;
  }
}

export interface Compiler {
  compile(source: string): Program;
}

/** Compiles each text once, and keeps the programs that were used last. */
export const createCompiler = ({ limits = {}, size = 512 }: { limits?: Partial<Limits>; size?: number } = {}): Compiler => {
  const programs = new Map<string, Program>();
  const all = { ...defaultLimits, ...limits };
  return {
    compile(source) {
      const program = programs.get(source) ?? new Compilation(source, all);
      programs.delete(source);
      programs.set(source, program);
      if (programs.size > size) programs.delete(programs.keys().next().value as string);
      return program;
    },
  };
};

const standard = createCompiler();

/** Parses, checks and compiles an expression. Throws `invalid_expression` with line and column. */
export const compile = (source: string, limits?: Partial<Limits>): Program =>
  limits ? new Compilation(source, { ...defaultLimits, ...limits }) : standard.compile(source);
