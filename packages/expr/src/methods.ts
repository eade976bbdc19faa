import { Branch } from './state-tree.js';
import {
  elementsOf,
  isArray,
  join,
  member,
  namesOf,
  type Plain,
  primitive,
  type Run,
  readElements,
  type Value,
} from './values.js';

/** Everything that can be called. Nothing here reaches a prototype: a name that is not in a table does not exist. */

export type Callback = (run: Run, ...values: Value[]) => Value;
export type Method<Self> = (run: Run, self: Self, values: readonly Value[]) => Value;

type Elements = readonly Value[];
type Listed = Branch | Elements;

const plain = (run: Run, values: readonly Value[]): Plain[] => values.map((value) => primitive(run, value));
const text = (run: Run, value: Value): string => String(primitive(run, value));
const number = (run: Run, value: Value): number => Number(primitive(run, value));

/** Searching one long string for another is the one string method whose work is a product. */
const search = (name: 'includes' | 'startsWith' | 'endsWith' | 'indexOf' | 'lastIndexOf'): Method<string> => {
  const native = String.prototype[name] as (this: string, ...values: unknown[]) => Value;
  return (run, self, values) => {
    const [wanted, ...rest] = values.length === 1 && typeof values[0] === 'string' ? (values as string[]) : plain(run, values);
    const needle = String(wanted);
    run.spend(Math.floor((self.length * needle.length) / 65_536));
    return native.call(self, needle, ...rest);
  };
};

const derive = (name: 'slice' | 'substring' | 'trim' | 'toLowerCase' | 'toUpperCase' | 'charAt'): Method<string> => {
  const native = String.prototype[name] as (this: string, ...values: unknown[]) => string;
  return (run, self, values) => run.made(native.apply(self, plain(run, values)));
};

const stringMethods = new Map<string, Method<string>>([
  ['includes', search('includes')],
  ['startsWith', search('startsWith')],
  ['endsWith', search('endsWith')],
  ['indexOf', search('indexOf')],
  ['lastIndexOf', search('lastIndexOf')],
  ['slice', derive('slice')],
  ['substring', derive('substring')],
  ['trim', derive('trim')],
  ['toLowerCase', derive('toLowerCase')],
  ['toUpperCase', derive('toUpperCase')],
  ['charAt', derive('charAt')],
  ['at', (run, self, [index]) => self.at(number(run, index))],
  [
    'split',
    (run, self, values) => {
      const [separator, limit] = plain(run, values);
      const needle = separator === undefined ? undefined : String(separator);
      run.spend((self.length >> 4) + Math.floor((self.length * (needle?.length ?? 0)) / 65_536));
      return self.split(needle as string, limit as number | undefined);
    },
  ],
]);

/** Where it is among the elements that were read, that is the answer; else the others are needed. */
const look =
  <T extends Value>(name: 'includes' | 'indexOf', isFound: (answer: Value) => boolean): Method<Listed> =>
  (run, self, [wanted, from]) => {
    const { elements, rest } = readElements(run, self);
    if (rest && from !== undefined) return rest();
    const native = Array.prototype[name] as (this: Elements, wanted: Value, from?: number) => T;
    const answer = native.call(elements, wanted, from === undefined ? undefined : number(run, from));
    return rest && !isFound(answer) ? rest() : answer;
  };

/** As the arguments of `slice` and `at` count: from the end when negative. */
const within = (length: number, index: number): number => {
  const whole = Math.trunc(index) || 0;
  return whole < 0 ? Math.max(0, length + whole) : Math.min(length, whole);
};

const arrayMethods = new Map<string, Method<Listed>>([
  ['includes', look('includes', (answer) => answer === true)],
  ['indexOf', look('indexOf', (answer) => (answer as number) >= 0)],
  ['join', (run, self, [separator]) => join(run, self, separator === undefined ? ',' : text(run, separator))],
  [
    'slice',
    (run, self, values) => {
      const [from, to] = plain(run, values) as (number | undefined)[];
      const start = from === undefined ? 0 : within(self.length, Number(from));
      const end = to === undefined ? self.length : within(self.length, Number(to));
      return elementsOf(run, self, start, Math.max(start, end)).slice();
    },
  ],
  [
    'at',
    (run, self, [index]) => {
      const whole = Math.trunc(number(run, index)) || 0;
      const at = whole < 0 ? self.length + whole : whole;
      return at < 0 || at >= self.length ? undefined : elementsOf(run, self, at, at + 1)[0];
    },
  ],
  ['flat', (run, self, [depth]) => flatten(run, elementsOf(run, self), depth === undefined ? 1 : number(run, depth))],
]);

const flatten = (run: Run, self: Elements, depth: number): Elements =>
  self.flatMap((element) => {
    run.spend(1);
    return depth >= 1 && isArray(element) ? flatten(run, elementsOf(run, element), depth - 1) : [element];
  });

const numberMethods = new Map<string, Method<number>>([
  [
    'toFixed',
    (run, self, [digits]) => {
      const places = Math.trunc(number(run, digits ?? 0)) || 0;
      return places < 0 || places > 100 ? undefined : self.toFixed(places);
    },
  ],
]);

/** Array methods that call a function for each element. What comes after the function is an initial value. */
export type Walk = (run: Run, self: Listed, call: Callback, values: readonly Value[]) => Value;

/** Needs all elements. */
const over =
  (walk: (elements: Elements, visit: (element: Value, index: number) => Value) => Value): Walk =>
  (run, self, call) =>
    walk(elementsOf(run, self), (element, index) => call(run, element, index, self));

/** Ends at the first element for which the function is truthy, or falsy; only where none is, those that were not read are needed. */
const until =
  (wanted: boolean, found: (element: Value, index: number) => Value, none: Value): Walk =>
  (run, self, call) => {
    const { elements, rest } = readElements(run, self);
    const index = elements.findIndex((element, at) => Boolean(call(run, element, at, self)) === wanted);
    if (index >= 0) return found(elements[index], index);
    return rest ? rest() : none;
  };

export const walks = new Map<string, Walk>([
  ['some', until(true, () => true, false)],
  ['every', until(false, () => false, true)],
  ['find', until(true, (element) => element, undefined)],
  ['findIndex', until(true, (_, index) => index, -1)],
  ['filter', over((elements, visit) => elements.filter(visit))],
  ['map', over((elements, visit) => elements.map(visit))],
  [
    'reduce',
    (run, self, call, values) => {
      const elements = elementsOf(run, self);
      if (values.length > 0) return elements.reduce((sum, element, index) => call(run, sum, element, index, self), values[0]);
      return elements.length === 0 ? undefined : elements.reduce((sum, element, index) => call(run, sum, element, index, self));
    },
  ],
]);

export const methodNames: ReadonlySet<string> = new Set([
  ...stringMethods.keys(),
  ...arrayMethods.keys(),
  ...numberMethods.keys(),
]);

/** Calls a method of whatever the value is; `absent` is asked when it has none of that name. */
export const callMethod = (run: Run, self: Value, name: string, values: readonly Value[], absent: () => undefined): Value => {
  if (typeof self === 'string') {
    const method = stringMethods.get(name);
    return method ? method(run, self, values) : absent();
  }
  if (isArray(self)) {
    const method = arrayMethods.get(name);
    if (!method) return absent();
    if (!(self instanceof Branch)) run.spend(self.length >> 4);
    return method(run, self, values);
  }
  const method = typeof self === 'number' ? numberMethods.get(name) : undefined;
  return method ? method(run, self as number, values) : absent();
};

export type Fn = (run: Run, values: readonly Value[]) => Value;

const mathFunctions =
  'abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow round sign sin sinh sqrt tan tanh trunc'.split(
    ' ',
  );
const mathConstants = 'E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2'.split(' ');

const ofNumbers =
  (native: (...values: number[]) => number): Fn =>
  (run, values) =>
    native(...values.map((value) => number(run, value)));

const onNumber =
  (test: (value: unknown) => boolean): Fn =>
  (_, [value]) =>
    test(value);

const needsObject = (value: Value): void => {
  if (value === undefined || value === null) throw new NoObject();
};

/** Thrown where JavaScript would refuse undefined or null; the call gives undefined and says so. */
export class NoObject extends Error {}

/** Functions by the text that names them. */
export const functions = new Map<string, Fn>([
  ['Number', (run, values) => (values.length === 0 ? 0 : number(run, values[0]))],
  ['String', (run, values) => (values.length === 0 ? '' : run.made(text(run, values[0])))],
  ['Boolean', (_, [value]) => Boolean(value)],
  ['parseInt', (run, [value, radix]) => Number.parseInt(text(run, value), radix === undefined ? undefined : number(run, radix))],
  ['parseFloat', (run, [value]) => Number.parseFloat(text(run, value))],
  ['Number.isInteger', onNumber(Number.isInteger)],
  ['Number.isFinite', onNumber(Number.isFinite)],
  ['Number.isNaN', onNumber(Number.isNaN)],
  ['Array.isArray', (_, [value]) => isArray(value)],
  [
    'Object.keys',
    (run, [value]) => {
      needsObject(value);
      return namesOf(run, value);
    },
  ],
  [
    'Object.values',
    (run, [value]) => {
      needsObject(value);
      return namesOf(run, value).map((name) => member(run, value, name));
    },
  ],
  [
    'Object.entries',
    (run, [value]) => {
      needsObject(value);
      return namesOf(run, value).map((name) => [name, member(run, value, name)]);
    },
  ],
  ...mathFunctions.map((name): [string, Fn] => [`Math.${name}`, ofNumbers(Math[name as 'max'])]),
]);

export const constants = new Map<string, Value>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ...mathConstants.map((name): [string, Value] => [`Math.${name}`, Math[name as 'PI']]),
]);

export const namespaces: ReadonlySet<string> = new Set(['Math', 'Number', 'Array', 'Object', 'String', 'Boolean']);
