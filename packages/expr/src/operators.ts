import { hasOwn, isObject, looseEquals, type Plain, primitive, type Run, type Value } from './values.js';

/** The operators with the semantics of JavaScript, on values that may be branches of the state. */

type Unary = (run: Run, value: Value) => Value;
type Binary = (run: Run, left: Value, right: Value) => Value;

export const unaryOperators: ReadonlyMap<string, Unary> = new Map<string, Unary>([
  ['!', (_, value) => !value],
  ['-', (run, value) => -Number(primitive(run, value))],
  ['+', (run, value) => Number(primitive(run, value))],
  ['typeof', (_, value) => typeof value],
]);

const ofPrimitives =
  (operate: (left: number, right: number) => Value): Binary =>
  (run, left, right) => {
    if (typeof left !== 'object' && typeof right !== 'object') return operate(left as number, right as number);
    return operate(primitive(run, left) as number, primitive(run, right) as number);
  };

const add: Binary = (run, left, right) => {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const sum = (primitive(run, left) as number) + (primitive(run, right) as number);
  return typeof sum === 'string' ? run.made(sum) : sum;
};

const isIn: Binary = (run, left, right) => {
  if (isObject(right)) return hasOwn(run, right, String(primitive(run, left) as Plain));
  run.note(`in needs an object on its right, and found ${right === null ? 'null' : typeof right}`);
  return false;
};

/** Stands in place of a secret. */
const hidden = '[redacted]';

/** What is compared with a secret is never true: the answer would tell of it. */
const unlessHidden =
  (compare: Binary): Binary =>
  (run, left, right) => {
    if (left !== hidden && right !== hidden) return compare(run, left, right);
    run.note('a redacted value can’t be compared: that is always false');
    return false;
  };

export const binaryOperators: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ['===', unlessHidden((_, left, right) => left === right)],
  ['!==', unlessHidden((_, left, right) => left !== right)],
  ['==', unlessHidden(looseEquals)],
  ['!=', unlessHidden((run, left, right) => !looseEquals(run, left, right))],
  ['<', unlessHidden(ofPrimitives((left, right) => left < right))],
  ['<=', unlessHidden(ofPrimitives((left, right) => left <= right))],
  ['>', unlessHidden(ofPrimitives((left, right) => left > right))],
  ['>=', unlessHidden(ofPrimitives((left, right) => left >= right))],
  ['+', add],
  ['-', ofPrimitives((left, right) => left - right)],
  ['*', ofPrimitives((left, right) => left * right)],
  ['/', ofPrimitives((left, right) => left / right)],
  ['%', ofPrimitives((left, right) => left % right)],
  ['in', isIn],
]);
