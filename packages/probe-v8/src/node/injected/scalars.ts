import type { Omission, Primitive, RawNode } from '@substrate/core';
import type { Kit } from './kit.js';

/** What reads as one value: primitives, and things that stand for one though they are objects. Secrets are cut out here. Closed. */
export const addScalars = (kit: Kit): void => {
  const types = kit.builtin('util')?.types as Record<string, (value: unknown) => boolean> | undefined;
  const is = (kind: string, value: unknown): boolean => types?.[kind]?.(value) ?? false;
  const mostText = 2048;
  const leaf = (name: string, value: Primitive, type?: string): RawNode =>
    type === undefined ? { name, kind: 'value', value } : { name, kind: 'value', value, type };
  kit.hide = (name) => ({ name, kind: 'value', value: '[redacted]', secret: true });
  kit.omit = (name: string, omitted: Omission, type?: string, size?: number): RawNode => ({
    name,
    kind: 'omitted',
    omitted,
    ...(type === undefined ? {} : { type }),
    ...(size === undefined ? {} : { size }),
  });

  kit.primitive = (name, value, step) => {
    switch (typeof value) {
      case 'string': {
        const { maxString } = step.budget;
        // What is cut off is not told; a secret that is cut in two must still be known.
        const judged = value.length > maxString + 512 ? value.slice(0, maxString + 512) : value;
        const secrecy = kit.secrets.below(step.secrecy, name);
        if (kit.secrets.cuts(secrecy, judged) || (judged.length >= 8 && kit.isSecretVariable(judged))) return kit.hide(name);
        const isLong = value.length > maxString;
        const text = isLong ? `${value.slice(0, maxString - 1)}…` : value;
        step.spent.bytes += text.length;
        return isLong ? { ...leaf(name, text), length: value.length } : leaf(name, text);
      }
      case 'number':
        if (kit.secrets.cuts(kit.secrets.below(step.secrecy, name), value)) return kit.hide(name);
        return Number.isFinite(value) ? leaf(name, value) : leaf(name, null, 'number');
      case 'boolean':
        return leaf(name, value);
      case 'undefined':
        return leaf(name, null, 'undefined');
      case 'bigint':
        if (kit.secrets.cuts(kit.secrets.below(step.secrecy, name), value)) return kit.hide(name);
        return value >= -9007199254740991n && value <= 9007199254740991n
          ? leaf(name, Number(value), 'bigint')
          : leaf(name, `${value}`, 'bigint');
      case 'symbol':
        // A variable's own symbol is a name; in a field it is what the field says.
        return step.depth > 0 ? leaf(name, value.description ?? '', 'symbol') : undefined;
      default:
        return value === null ? leaf(name, null) : undefined;
    }
  };

  const decoder = new TextDecoder('utf-8', { fatal: true });
  const { decode } = TextDecoder.prototype;
  /** Bytes that are no Buffer may be small numbers: so many must read as text before they are taken for it. */
  const leastText = 8;
  /** The text of bytes that hold nothing but text: payloads, records, keys of a database. */
  kit.textOf = (value) => {
    const isBuffer = is('isUint8Array', value) && kit.typeName(value) === 'Buffer';
    const length = (value as ArrayBuffer).byteLength;
    if (length < (isBuffer ? 1 : leastText) || length > mostText || is('isSharedArrayBuffer', value)) return undefined;
    const { 0: first = 9, [length - 1]: last = 9 } = is('isUint8Array', value) ? (value as Uint8Array) : [];
    if (first < 9 || last < 9) return undefined;
    try {
      const text = decode.call(decoder, value as Uint8Array);
      const plain = text.replace(/[\t\r\n]/g, ' ');
      return (length < 4 ? /^[\w .:+-]+$/ : /^[^\p{Cc}\p{Cn}\p{Co}]*$/u).test(plain) ? text : undefined;
    } catch {
      return undefined;
    }
  };

  /** Arrays of numbers, where bytes are none: what they hold has a meaning each. */
  const isNumbers = (value: object): boolean =>
    is('isTypedArray', value) && !is('isUint8Array', value) && !is('isUint8ClampedArray', value);

  kit.scalar = (name, value, step) => {
    if (is('isDate', value)) {
      const time = Date.prototype.getTime.call(value);
      return leaf(name, Number.isNaN(time) ? null : new Date(time).toISOString(), 'Date');
    }
    if (is('isRegExp', value)) return leaf(name, RegExp.prototype.toString.call(value), 'RegExp');
    if (isNumbers(value)) return undefined;
    if (is('isAnyArrayBuffer', value) || ArrayBuffer.isView(value)) {
      const text = kit.textOf(value);
      return text === undefined
        ? kit.omit(name, 'binary', kit.typeName(value), (value as ArrayBuffer).byteLength)
        : kit.primitive(name, text, step);
    }
    if (is('isBoxedPrimitive', value)) {
      const kind = [Number, String, Boolean, BigInt, Symbol].find(({ name: one }) => is(`is${one}Object`, value));
      return kit.primitive(name, (kind?.prototype.valueOf as (() => unknown) | undefined)?.call(value), step);
    }
    if (is('isNativeError', value)) {
      // With more than its message it is told as what it has.
      if (step.depth < step.budget.maxDepth && kit.names(value).some((one) => one !== 'stack' && one !== 'message'))
        return undefined;
      const message = kit.slot(value, 'message');
      const type = kit.typeName(value) ?? 'Error';
      const told = typeof message === 'string' ? kit.primitive(name, message, step) : leaf(name, null);
      return told && { ...told, type };
    }
    if (typeof URL === 'function' && value instanceof URL) return kit.primitive(name, kit.secrets.address(value.href), step);
    return undefined;
  };
};
