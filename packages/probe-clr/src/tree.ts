import type { Omission, Primitive, RawNode, RawRoot, RootSource } from '@substrate/core';
import { originIn } from '@substrate/core/probing';

/** A node as the payload writes it; see `Walker.Json.cs`. */
export interface WireNode {
  n?: string;
  v?: Primitive;
  o?: WireNode[];
  m?: WireNode[];
  l?: WireNode[];
  t?: string;
  s?: number;
  x?: Omission;
  r?: 1;
  h?: 1;
  /** Of a text: whether it stands as a literal in the code, and its true length where it was cut. */
  i?: 0 | 1;
  e?: number;
}

export interface WireRoot {
  a: string;
  f: RootSource;
  b?: string;
  d: WireNode;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The node that a wire node stands for. Whatever is equal to its counterpart in `before` is that very object, so that identity tells what
 * did not change.
 */
export const toNode = (wire: WireNode, name: string, before?: RawNode, id?: string, from = 0): RawNode => {
  const list = wire.o ?? wire.m ?? wire.l;
  const node: Mutable<RawNode> = {
    name,
    // Bytes that are no text have their first ones as a value.
    kind: wire.o ? 'object' : wire.m ? 'map' : wire.l ? 'list' : 'v' in wire && wire.x !== 'binary' ? 'value' : 'omitted',
  };
  if (id !== undefined) node.id = id;
  if (wire.v !== undefined && (wire.x !== 'binary' || wire.v !== '')) node.value = wire.v;
  if (wire.t !== undefined) node.type = wire.t;
  if (wire.s !== undefined) node.size = wire.s;
  if (wire.x !== undefined) node.omitted = wire.x;
  if (wire.r) node.secret = true;
  if (wire.h) node.shown = true;
  if (wire.i !== undefined) node.literal = wire.i === 1;
  if (wire.e !== undefined) node.length = wire.e;
  if (list) node.children = toChildren(list, wire.l !== undefined, before?.children, from);
  return before && isSame(before, node) ? before : node;
};

const toChildren = (
  wires: WireNode[],
  isList: boolean,
  before: readonly RawNode[] | undefined,
  from: number,
): readonly RawNode[] => {
  const names = new Set<string>();
  let same = before !== undefined && before.length === wires.length;
  const children = wires.map((wire, index) => {
    const name = isList ? String(from + index) : (wire.n ?? '');
    // Two fields of one name (a local in two blocks) still need an address each.
    let id: string | undefined;
    for (let i = 2; names.has(id ?? name); i++) id = `${name}#${i}`;
    names.add(id ?? name);
    const old = before?.[index];
    const known =
      old && old.name === name && old.id === id
        ? old
        : isList
          ? undefined
          : before?.find((one) => one.name === name && one.id === id);
    const child = toNode(wire, name, known, id);
    if (child !== old) same = false;
    return child;
  });
  return same && before ? before : children;
};

const isSame = (a: RawNode, b: RawNode): boolean =>
  a.kind === b.kind &&
  a.value === b.value &&
  a.children === b.children &&
  a.type === b.type &&
  a.size === b.size &&
  a.omitted === b.omitted &&
  a.secret === b.secret &&
  a.shown === b.shown &&
  a.literal === b.literal &&
  a.length === b.length &&
  a.name === b.name &&
  a.id === b.id;

export const toRoot = (wire: WireRoot, before?: RawRoot): RawRoot => {
  const node = toNode(wire.d, wire.d.n ?? wire.a, before && stripRoot(before));
  const root: Mutable<RawRoot> = { ...node, address: wire.a, source: wire.f, ...originIn(wire.a, wire.f) };
  if (wire.b !== undefined) root.library = wire.b;
  return before && isSame(before, root) && before.source === root.source && before.library === root.library ? before : root;
};

const stripRoot = ({
  address: _address,
  source: _source,
  library: _library,
  element: _element,
  qualifiedName: _qualifiedName,
  ...node
}: RawRoot): RawNode => node;

/** What a node stands for, as plain JSON: how the result of a call is told. */
export const toJson = (node: RawNode): unknown => {
  if (node.kind === 'value') return node.value ?? null;
  if (node.kind === 'list') return (node.children ?? []).map(toJson);
  if (node.kind === 'omitted') return null;
  return Object.fromEntries((node.children ?? []).map((child) => [child.id ?? child.name, toJson(child)]));
};
