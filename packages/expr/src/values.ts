import { type AppContext, type Demand, type Extents, formatKey, type Objects } from '@substrate/core';
import type { Limits } from './limits.js';
import { Branch, treeOf } from './state-tree.js';

/** What an expression works on. Functions are no values; objects made by an expression have no prototype. */
export type Value = undefined | null | boolean | number | string | Branch | readonly Value[] | { readonly [name: string]: Value };

export interface Scope {
  readonly objects: Objects;
  /** Keys that are known but were left out of `objects`: they can be read by an expression all the same. */
  readonly overflow?: Objects;
  readonly context: AppContext;
  /** What is known of places beyond their keys: how long lists are, and what was not read. */
  readonly extents?: Extents;
  /** Steps that may be taken beyond the limit, for the sake of what was read on demand. */
  readonly allowance?: number;
}

/** Thrown inside an evaluation, and made an `invalid_expression` at its rim. */
export class LimitReached extends Error {}

/** One evaluation: what it reads, what it may still spend, what it found missing. */
export class Run {
  readonly objects: Objects;
  readonly scope: Scope;
  readonly limits: Limits;
  readonly slots: Value[] = [];
  steps: number;
  missing: string[] | undefined;
  notes: string[] | undefined;
  demands: Demand[] | undefined;

  constructor(scope: Scope, limits: Limits, steps: number) {
    this.objects = scope.objects;
    this.scope = scope;
    this.limits = limits;
    this.steps = steps;
  }

  get tree(): Branch {
    return treeOf(this.scope.objects, this.scope.overflow, this.scope.extents);
  }

  spend(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0) throw new LimitReached(`the expression takes more than ${this.limits.steps} steps`);
  }

  /** Notes why something is undefined where JavaScript would have thrown. */
  note(why: string): undefined {
    this.notes ??= [];
    if (this.notes.length < 20 && !this.notes.includes(why)) this.notes.push(why);
    return undefined;
  }

  /** Notes a name that gave undefined, and why. */
  miss(name: string, why: string): undefined {
    this.missing ??= [];
    if (this.missing.length < 20 && !this.missing.includes(name)) this.missing.push(name);
    return this.note(why);
  }

  /** Notes what was needed and not read. The evaluation goes on to find what else is; what it comes to is not told. */
  demand(wanted: Demand): undefined {
    this.demands ??= [];
    const known = this.demands.some(({ path, from, to }) => path === wanted.path && from === wanted.from && to === wanted.to);
    if (this.demands.length < 100 && !known) this.demands.push(wanted);
    return undefined;
  }

  /** A string of the state. One that was cut is not what is there. */
  text(key: string, value: string): string | undefined {
    return this.scope.extents?.get(key)?.kind === 'text' ? this.demand({ path: key }) : value;
  }

  /** A string that an expression made: its length is bounded, and the work it took is counted. */
  made(text: string): string {
    if (text.length > this.limits.stringLength)
      throw new LimitReached(`a string becomes longer than ${this.limits.stringLength} characters`);
    if (text.length >= 1024) this.spend(text.length >> 10);
    return text;
  }
}

export const isObject = (value: Value): value is Branch | readonly Value[] | { readonly [name: string]: Value } =>
  typeof value === 'object' && value !== null;

export const isArray = (value: Value): value is Branch | readonly Value[] =>
  Array.isArray(value) || (value instanceof Branch && value.isArray);

/** The elements of an array, or a part of them. An element that has no key is undefined; those that were not read are asked for. */
export const elementsOf = (run: Run, value: Branch | readonly Value[], from = 0, to = value.length): readonly Value[] => {
  if (!(value instanceof Branch)) return from === 0 && to === value.length ? value : value.slice(from, to);
  const all = value.readTo >= value.length;
  let first = -1;
  for (let i = from; !all && i < to && first < 0; i++) if (value.lacks(String(i))) first = i;
  if (first >= 0) {
    run.demand({ path: value.prefix, from: first, to });
    return [];
  }
  run.spend((to - from) >> 4);
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => childOf(run, value, String(from + at)));
};

/** The elements up to the first that was not read: they may be enough. `rest` asks for the others. */
export const readElements = (
  run: Run,
  value: Branch | readonly Value[],
): { elements: readonly Value[]; rest: (() => undefined) | undefined } => {
  if (!(value instanceof Branch) || value.readTo >= value.length) return { elements: elementsOf(run, value), rest: undefined };
  const { readTo, length, prefix } = value;
  return {
    elements: elementsOf(run, value, 0, readTo),
    rest: () => run.demand({ path: prefix, from: readTo, to: length }),
  };
};

/** What lies in a branch under a name that it has. */
const childOf = (run: Run, value: Branch, name: string): Value => {
  const child = value.get(name);
  if (child instanceof Branch) return child.isUnread ? run.demand({ path: child.prefix }) : child;
  if (typeof child !== 'string' || !run.scope.extents) return child;
  return run.text(formatChild(value, name), child);
};

const formatChild = (value: Branch, name: string): string => {
  const text = formatKey([value.isArray && /^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : name]);
  return value.prefix === '' || text.startsWith('[') ? value.prefix + text : `${value.prefix}.${text}`;
};

/** Asks for what lies in a branch under a name that was not read. */
const demandIn = (run: Run, { prefix, extent }: Branch, name: string): undefined =>
  extent?.kind === 'list' ? run.demand({ path: prefix, from: Number(name), to: Number(name) + 1 }) : run.demand({ path: prefix });

export const hasOwn = (run: Run, value: Value, name: string): boolean => {
  if (!isObject(value)) return false;
  if (value instanceof Branch) {
    if (value.has(name) || (name === 'length' && value.isArray)) return true;
    if (value.lacks(name)) demandIn(run, value, name);
    return false;
  }
  return Object.hasOwn(value, name);
};

/** An own property, `length` included. Of anything that has none: undefined. */
export const member = (run: Run, value: Value, name: string): Value => {
  if (typeof value === 'string')
    return name === 'length' ? value.length : indexIn(name, value.length) ? value[Number(name)] : undefined;
  if (!isObject(value)) return undefined;
  if (value instanceof Branch) {
    if (value.has(name)) return childOf(run, value, name);
    if (name === 'length' && value.isArray) return value.length;
    return value.lacks(name) ? demandIn(run, value, name) : undefined;
  }
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: Value })[name] : undefined;
};

const indexIn = (name: string, length: number): boolean => /^(?:0|[1-9]\d*)$/.test(name) && Number(name) < length;

export const namesOf = (run: Run, value: Value): string[] => {
  if (value instanceof Branch) {
    if (value.isArray) readElements(run, value).rest?.();
    else if (value.extent) run.demand({ path: value.prefix });
    const names = value.names();
    run.spend(names.length >> 4);
    return names;
  }
  return typeof value === 'string' || isObject(value) ? Object.keys(value as object | string) : [];
};

export type Plain = undefined | null | boolean | number | string;

/** Objects become strings wherever JavaScript wants a primitive: arrays joined by commas, anything else by its fixed text. */
export const primitive = (run: Run, value: Value): Plain => {
  if (!isObject(value)) return value;
  return isArray(value) ? join(run, value, ',') : '[object Object]';
};

export const join = (run: Run, value: Branch | readonly Value[], separator: string): string => {
  let text = '';
  let first = true;
  for (const element of elementsOf(run, value)) {
    run.spend(1);
    if (!first) text += separator;
    first = false;
    if (element !== undefined && element !== null) text += String(primitive(run, element));
    if (text.length > run.limits.stringLength) break;
  }
  return run.made(text);
};

export const looseEquals = (run: Run, left: Value, right: Value): boolean => {
  if (isObject(left) === isObject(right)) return isObject(left) ? left === right : equalPrimitives(left as Plain, right as Plain);
  if (left === null || left === undefined || right === null || right === undefined) return false;
  return equalPrimitives(primitive(run, left), primitive(run, right));
};

// The one place where the language itself needs the loose comparison.
const equalPrimitives = (left: Plain, right: Plain): boolean => {
  if (typeof left === typeof right) return left === right;
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  return Number(left) === Number(right);
};

/** Thrown while a value is made JSON that is longer than an answer may be. */
export class TooLong extends Error {}

/**
 * The value as JSON: what JSON cannot say is null. What is long is not made at all: a text that is in a list a thousand times is one text
 * here and a thousand in the answer.
 */
export const toJson = (run: Run, value: Value): unknown => {
  const json = convert(run, value, { left: run.limits.resultBytes });
  if (typeof json === 'number' || typeof json === 'boolean' || json === null) return json;
  if (encoder.encode(JSON.stringify(json)).length > run.limits.resultBytes) throw new TooLong();
  return json;
};

const encoder = new TextEncoder();

/** Of the answer's text: what is counted here is never more than it will have. */
interface Room {
  left: number;
}

const take = (room: Room, characters: number): void => {
  room.left -= characters;
  if (room.left < 0) throw new TooLong();
};

const convert = (run: Run, value: Value, room: Room): unknown => {
  take(room, typeof value === 'string' ? value.length + 2 : 1);
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (value === undefined) return null;
  if (!isObject(value)) return value;
  if (isArray(value)) {
    return elementsOf(run, value).map((element) => {
      run.spend(1);
      return convert(run, element, room);
    });
  }
  return Object.fromEntries(
    namesOf(run, value).map((name) => {
      run.spend(1);
      take(room, name.length + 3);
      return [name, convert(run, member(run, value, name), room)];
    }),
  );
};
