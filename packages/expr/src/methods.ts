import { Branch } from './state-tree.js';
import { elementsOf, isArray, join, member, namesOf, type Plain, primitive, type Run, type Value } from './values.js';

/** Everything that can be called. Nothing here reaches a prototype: a name that is not in a table does not exist. */

export type Callback = (run: Run, ...values: Value[]) => Value;
export type Method<Self> = (run: Run, self: Self, values: readonly Value[]) => Value;

type Elements = readonly Value[];

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

const arrayMethods = new Map<string, Method<Elements>>([
  ['includes', (run, self, [wanted, from]) => self.includes(wanted, from === undefined ? undefined : number(run, from))],
  ['indexOf', (run, self, [wanted, from]) => self.indexOf(wanted, from === undefined ? undefined : number(run, from))],
  ['join', (run, self, [separator]) => join(run, self, separator === undefined ? ',' : text(run, separator))],
  ['slice', (run, self, values) => self.slice(...(plain(run, values) as number[]))],
  ['at', (run, self, [index]) => self.at(number(run, index))],
  ['flat', (run, self, [depth]) => flatten(run, self, depth === undefined ? 1 : number(run, depth))],
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
export type Walk = (run: Run, self: Elements, call: Callback, values: readonly Value[], whole: Value) => Value;

export const walks = new Map<string, Walk>([
  ['some', (run, self, call, _, whole) => self.some((element, index) => call(run, element, index, whole))],
  ['every', (run, self, call, _, whole) => self.every((element, index) => call(run, element, index, whole))],
  ['filter', (run, self, call, _, whole) => self.filter((element, index) => call(run, element, index, whole))],
  ['find', (run, self, call, _, whole) => self.find((element, index) => call(run, element, index, whole))],
  ['findIndex', (run, self, call, _, whole) => self.findIndex((element, index) => call(run, element, index, whole))],
  ['map', (run, self, call, _, whole) => self.map((element, index) => call(run, element, index, whole))],
  [
    'reduce',
    (run, self, call, values, whole) => {
      if (values.length > 0) return self.reduce((sum, element, index) => call(run, sum, element, index, whole), values[0]);
      return self.length === 0 ? undefined : self.reduce((sum, element, index) => call(run, sum, element, index, whole));
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
    return method(run, elementsOf(run, self), values);
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
      return namesOf(run, value).map((name) => member(value, name));
    },
  ],
  [
    'Object.entries',
    (run, [value]) => {
      needsObject(value);
      return namesOf(run, value).map((name) => [name, member(value, name)]);
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
