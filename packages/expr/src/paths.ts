import { formatKey, type KeySegment } from '@substrate/core';
import { Branch } from './state-tree.js';
import { isObject, member, type Run, type Value } from './values.js';

/** A name and the members that the text of the expression fixes: `cart.items[0].price`. */
export interface StaticPath {
  readonly text: string;
  readonly segments: readonly string[];
  /** It begins with `["…"]`, and is an array of one string where the state has no such name. */
  readonly quoted: boolean;
}

export const staticPath = (segments: readonly KeySegment[], quoted = false): StaticPath => ({
  text: formatKey(segments),
  segments: segments.map(String),
  quoted,
});

/** Whether a path that may be an array means a part of the state. */
export const isThere = (run: Run, { segments: [first = ''] }: StaticPath): boolean => run.tree.has(first);

/** Where a path leads: the key or branch that it reaches, and what of it is left to read there. */
export interface Resolved {
  readonly value: Value;
  /** The deepest part of the path that is a key, a branch or a field of the context. */
  readonly name: string;
  readonly isKey: boolean;
}

/** Reads a path whose text is no key: a branch, a member of a value, a field of the context, or nothing. */
export const resolve = (run: Run, path: StaticPath): Resolved => {
  const [first = '', field] = path.segments;
  if (first === 'context') {
    if (field === undefined) return { value: contextValue(run), name: 'context', isKey: false };
    if (Object.hasOwn(run.scope.context, field)) {
      const value = (run.scope.context as Record<string, string | null>)[field] ?? null;
      return follow(run, path, 2, value, formatKey(['context', field]), true);
    }
  }
  return follow(run, path, 0, run.tree, '', false);
};

const follow = (run: Run, path: StaticPath, from: number, start: Value, startName: string, startIsKey: boolean): Resolved => {
  let value = start;
  let name = startName;
  let isKey = startIsKey;
  for (let i = from; i < path.segments.length; i++) {
    const segment = path.segments[i] as string;
    if (value instanceof Branch && (value.has(segment) || value.lacks(segment))) {
      const asked = run.demands?.length ?? 0;
      value = member(run, value, segment);
      if ((run.demands?.length ?? 0) > asked || value === undefined) return { value: undefined, name: path.text, isKey: false };
      name = value instanceof Branch ? value.prefix : formatKey(path.segments.slice(0, i + 1).map(asSegment));
      isKey = !isObject(value);
      continue;
    }
    if (value === null) run.miss(path.text, `${name} is null, so ${path.text} is undefined`);
    const next = member(run, value, segment);
    if (next === undefined && value !== null) {
      run.miss(path.text, `no key is named ${path.text}${neighbours(value)}`);
      if (!isKey) name = path.text;
    }
    value = next;
    if (value === undefined) break;
  }
  return { value, name, isKey };
};

/** What there is instead, where a name was wanted: the mistake is most often in its last part. */
const neighbours = (value: Value): string => {
  if (!(value instanceof Branch) || value.prefix === '') return '';
  const names = value.names().filter((name) => !/^\d+$/.test(name));
  if (names.length === 0) return '';
  return `; ${value.prefix} has ${names.slice(0, 8).join(', ')}${names.length > 8 ? ' …' : ''}`;
};

const asSegment = (segment: string): KeySegment => (/^(?:0|[1-9]\d*)$/.test(segment) ? Number(segment) : segment);

const contexts = new WeakMap<object, Value>();

/** The context as a value. The same context gives the same value, so that it equals itself. */
const contextValue = ({ scope: { context } }: Run): Value => {
  let value = contexts.get(context);
  if (!value) {
    value = Object.assign(Object.create(null), context) as Value;
    contexts.set(context, value as object & Value);
  }
  return value;
};

/** Reads a path. The text is tried as a key first: that is one look-up, and nearly always the answer. */
export const readPath = (path: StaticPath): ((run: Run) => Value) => {
  const { text, segments } = path;
  if (segments[0] === 'context') return (run) => resolve(run, path).value;
  return (run) => {
    const value: unknown = run.objects[text];
    // What a map inherits is a function or an object; what it owns never is.
    if (typeof value === 'string') return run.text(text, value);
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
    return resolve(run, path).value;
  };
};
