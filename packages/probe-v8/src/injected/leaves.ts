import type { Omission, Primitive, RawNode, Secrecy, Secrets } from '@substrate/core';
import type { Sight } from './sight.js';

/** What reads as one value: primitives, and things that stand for one though they are objects. Secrets are cut out here. */
export interface Leaves {
  /** In place of a secret. */
  hide(name: string): RawNode;
  omit(name: string, omitted: Omission, type?: string, size?: number): RawNode;
  primitive(name: string, value: unknown, how: LeafHow): RawNode | undefined;
  /** Undefined for what has parts. */
  scalar(name: string, value: object, how: LeafHow): RawNode | undefined;
  /** Hides those of the children that are secrets by what stands beside them. */
  settle(children: RawNode[], isList: boolean): void;
  /** Whether what stands beside a part of an object says that it is a secret. */
  isHiddenBeside(holder: object, name: string): boolean;
  /** The text of bytes that hold nothing but text: payloads, records, keys of a database. */
  textOf(bytes: object): string | undefined;
}

export interface LeafHow {
  readonly maxString: number;
  /** What the names above say of it. */
  readonly secrecy: Secrecy;
  /** What is an object with parts as well is told as one value, since there is no room for those. */
  readonly isLast?: boolean;
}

/** `isKnownSecret`: whether the target holds a text where it keeps its secrets. */
export function createLeaves(kit: { sight: Sight; secrets: Secrets; isKnownSecret(text: string): boolean }): Leaves {
  const { sight, secrets, isKnownSecret } = kit;
  const mostText = 2048;
  /** What is larger is no pair of a name and its value. */
  const mostBeside = { list: 200, fields: 24 };
  /** Bytes that are no Buffer may be small numbers: so many must read as text before they are taken for it. */
  const leastText = 8;
  const boxes: Readonly<Record<string, { readonly prototype: object }>> = { Number, String, Boolean, BigInt, Symbol };

  const leaf = (name: string, value: Primitive, type?: string): RawNode =>
    type === undefined ? { name, kind: 'value', value } : { name, kind: 'value', value, type };
  const hide = (name: string): RawNode => ({ name, kind: 'value', value: '[redacted]', secret: true });
  const omit = (name: string, omitted: Omission, type?: string, size?: number): RawNode => ({
    name,
    kind: 'omitted',
    omitted,
    ...(type === undefined ? {} : { type }),
    ...(size === undefined ? {} : { size }),
  });

  const text = (name: string, value: string, { maxString, secrecy }: LeafHow): RawNode => {
    // What is cut off is not told; a secret that is cut in two must still be known.
    const judged = value.length > maxString + 512 ? value.slice(0, maxString + 512) : value;
    if (secrets.cuts(secrets.below(secrecy, name), judged) || (judged.length >= 8 && isKnownSecret(judged))) return hide(name);
    if (value.length <= maxString) return leaf(name, value);
    return { ...leaf(name, `${value.slice(0, maxString - 1)}…`), length: value.length };
  };

  const primitive: Leaves['primitive'] = (name, value, how) => {
    switch (typeof value) {
      case 'string':
        return text(name, value, how);
      case 'number':
        if (secrets.cuts(secrets.below(how.secrecy, name), value)) return hide(name);
        return Number.isFinite(value) ? leaf(name, value) : leaf(name, null, 'number');
      case 'boolean':
        return leaf(name, value);
      case 'undefined':
        return leaf(name, null, 'undefined');
      case 'bigint':
        if (secrets.cuts(secrets.below(how.secrecy, name), value)) return hide(name);
        return value >= -9007199254740991n && value <= 9007199254740991n
          ? leaf(name, Number(value), 'bigint')
          : leaf(name, `${value}`, 'bigint');
      case 'symbol':
        return leaf(name, value.description ?? '', 'symbol');
      default:
        return value === null ? leaf(name, null) : undefined;
    }
  };

  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const textOf: Leaves['textOf'] = (bytes) => {
    const length = (bytes as ArrayBuffer).byteLength;
    const least = sight.typeName(bytes) === 'Buffer' ? 1 : leastText;
    const isShared = typeof SharedArrayBuffer === 'function' && bytes instanceof SharedArrayBuffer;
    if (length < least || length > mostText || isShared) return undefined;
    const { 0: first = 9, [length - 1]: last = 9 } = bytes as Uint8Array;
    if (first < 9 || last < 9) return undefined;
    try {
      decoder ??= new TextDecoder('utf-8', { fatal: true });
      const said = TextDecoder.prototype.decode.call(decoder, bytes as Uint8Array);
      const plain = said.replace(/[\t\r\n]/g, ' ');
      return (length < 4 ? /^[\w .:+-]+$/ : /^[^\p{Cc}\p{Cn}\p{Co}]*$/u).test(plain) ? said : undefined;
    } catch {
      return undefined;
    }
  };

  const error = (name: string, value: object, how: LeafHow): RawNode | undefined => {
    // With more than its message it is told as what it has.
    if (!how.isLast && sight.names(value).some((one) => one !== 'stack' && one !== 'message')) return undefined;
    const message = sight.own(value, 'message');
    const told = typeof message === 'string' ? text(name, message, how) : leaf(name, null);
    return { ...told, type: sight.typeName(value) ?? 'Error' };
  };

  const scalar: Leaves['scalar'] = (name, value, how) => {
    const kind = sight.kindOf(value);
    switch (kind) {
      case 'Date': {
        const time = Date.prototype.getTime.call(value);
        return leaf(name, Number.isNaN(time) ? null : new Date(time).toISOString(), kind);
      }
      case 'RegExp':
        return leaf(name, RegExp.prototype.toString.call(value), kind);
      case 'Bytes': {
        const said = textOf(value);
        if (said !== undefined) return text(name, said, how);
        return omit(name, 'binary', sight.typeName(value), (value as ArrayBuffer).byteLength);
      }
      case 'Error':
        return error(name, value, how);
      case 'URL':
        return { ...text(name, secrets.address((value as URL).href), how), type: kind };
      default: {
        const box = boxes[kind];
        return box && primitive(name, box.prototype.valueOf.call(value), how);
      }
    }
  };

  const settle: Leaves['settle'] = (children, isList) => {
    const found = isList ? secrets.following(children.map((child) => child.value)) : secrets.among(children);
    for (const at of found) children[at] = hide((children[at] as RawNode).name);
  };

  const isHiddenBeside: Leaves['isHiddenBeside'] = (holder, name) => {
    if (Array.isArray(holder)) return holder.length <= mostBeside.list && secrets.following(holder).includes(Number(name));
    const isMap = sight.kindOf(holder) === 'Map';
    const names = isMap ? [] : sight.names(holder);
    const entries: readonly (readonly [unknown, unknown])[] = isMap
      ? Array.from(Map.prototype.entries.call(holder as Map<unknown, unknown>))
      : names.length > mostBeside.fields
        ? []
        : names.map((one) => [one, sight.own(holder, one)]);
    const beside = entries.map(([key, value]) => ({ name: String(key), value }));
    return secrets.among(beside).some((at) => beside[at]?.name === name);
  };

  return { hide, omit, primitive, scalar, settle, isHiddenBeside, textOf };
}
