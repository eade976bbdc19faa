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
      default:
        return value === null ? leaf(name, null) : undefined;
    }
  };

  const decoder = new TextDecoder('utf-8', { fatal: true });
  const { decode } = TextDecoder.prototype;
  /** The text of a buffer that holds nothing but text: payloads, records, keys of a database. */
  const textOf = (value: object): string | undefined => {
    if (kit.typeName(value) !== 'Buffer' || !is('isUint8Array', value)) return undefined;
    const bytes = value as Uint8Array;
    const { length } = bytes;
    if (length === 0 || length > mostText || (bytes[0] as number) < 9 || (bytes[length - 1] as number) < 9) return undefined;
    try {
      const text = decode.call(decoder, bytes);
      const plain = text.replace(/[\t\r\n]/g, ' ');
      return (length < 4 ? /^[\w .:+-]+$/ : /^[^\p{Cc}\p{Cn}\p{Co}]*$/u).test(plain) ? text : undefined;
    } catch {
      return undefined;
    }
  };

  kit.scalar = (name, value, step) => {
    if (is('isDate', value)) {
      const time = Date.prototype.getTime.call(value);
      return leaf(name, Number.isNaN(time) ? null : new Date(time).toISOString(), 'Date');
    }
    if (is('isRegExp', value)) return leaf(name, RegExp.prototype.toString.call(value), 'RegExp');
    if (is('isAnyArrayBuffer', value) || ArrayBuffer.isView(value)) {
      const text = textOf(value);
      return text === undefined
        ? kit.omit(name, 'binary', kit.typeName(value), (value as ArrayBuffer).byteLength)
        : kit.primitive(name, text, step);
    }
    if (is('isBoxedPrimitive', value)) return kit.primitive(name, (value as { valueOf(): unknown }).valueOf(), step);
    if (is('isNativeError', value)) {
      const message = kit.slot(value, 'message');
      const type = kit.typeName(value) ?? 'Error';
      const told = typeof message === 'string' ? kit.primitive(name, message, step) : leaf(name, null);
      return told && { ...told, type };
    }
    if (typeof URL === 'function' && value instanceof URL) return kit.primitive(name, kit.secrets.address(value.href), step);
    return undefined;
  };
};
