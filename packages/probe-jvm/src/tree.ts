/**
 * The agent sends differences: in a list, a number n says that the next n nodes are as before, an object is a node that is new or
 * changed. What is as before stays the very same object.
 */
import {
  type Omission,
  type Primitive,
  type RawAction,
  type RawNode,
  type RawRoot,
  type RootSource,
  rootSources,
} from '@substrate/core';
import { originOf, withOrigin } from './origin.js';

export interface WireNode {
  /** name */ readonly n: string;
  /** kind: v(alue) o(bject) m(ap) l(ist) x omitted */ readonly k: string;
  /** value */ readonly v?: Primitive;
  /** id */ readonly i?: string;
  /** type */ readonly t?: string;
  /** omitted */ readonly o?: Omission;
  /** label */ readonly l?: string;
  /** address */ readonly a?: string;
  /** source */ readonly s?: RootSource;
  /** library */ readonly b?: string;
  /** size */ readonly z?: number;
  /** length of a text that was cut */ readonly e?: number;
  /** literal: 1 yes, 2 no */ readonly q?: number;
  /** shown: 1 yes, 2 no */ readonly w?: number;
  /** secret */ readonly x?: number;
  /** children */ readonly c?: readonly WireItem[];
}

export type WireItem = number | WireNode;

const kinds: Record<string, RawNode['kind']> = { v: 'value', o: 'object', m: 'map', l: 'list', x: 'omitted' };

/** Whoever speaks may not be the agent: what is not of the right kind is no node, and ends the reading. */
const requireNode = (wire: WireNode): void => {
  const texts = [
    wire.n,
    wire.k,
    wire.i ?? '',
    wire.t ?? '',
    wire.o ?? '',
    wire.l ?? '',
    wire.a ?? '',
    wire.s ?? '',
    wire.b ?? '',
  ];
  const numbers = [wire.z ?? 0, wire.e ?? 0, wire.q ?? 0, wire.w ?? 0, wire.x ?? 0];
  const plain = wire.v === null || typeof wire.v !== 'object';
  const fits = texts.every((each) => typeof each === 'string') && numbers.every(Number.isFinite) && plain;
  if (!fits || (wire.c !== undefined && !Array.isArray(wire.c))) throw new Error('the agent sent something that is no node');
};

const decodeNode = (wire: WireNode, before: RawNode | undefined): RawNode => {
  requireNode(wire);
  return {
    name: wire.n,
    kind: kinds[wire.k] ?? 'omitted',
    ...(wire.k === 'v' && { value: wire.v ?? null }),
    ...(wire.c && { children: decodeNodes(wire.c, before?.children ?? []) }),
    ...(wire.z !== undefined && { size: wire.z }),
    ...(wire.e !== undefined && { length: wire.e }),
    ...(wire.q !== undefined && { literal: wire.q === 1 }),
    ...(wire.t !== undefined && { type: wire.t }),
    ...(wire.o !== undefined && { omitted: wire.o }),
    ...(wire.i !== undefined && { id: wire.i }),
    ...(wire.l !== undefined && { label: wire.l }),
    ...(wire.w !== undefined && { shown: wire.w === 1 }),
    ...(wire.x !== undefined && { secret: true }),
    ...(wire.a !== undefined && { address: wire.a }),
    ...(wire.s !== undefined && { source: wire.s }),
    ...(wire.b !== undefined && { library: wire.b }),
    ...(wire.a !== undefined && wire.s !== undefined && originOf(wire.a, wire.s)),
  };
};

export const decodeNodes = (items: readonly WireItem[], before: readonly RawNode[]): RawNode[] => {
  const now: RawNode[] = [];
  for (const item of items) {
    if (typeof item === 'object' && item !== null) {
      now.push(decodeNode(item, before[now.length]));
      continue;
    }
    if (!Number.isInteger(item) || item < 0 || now.length + item > before.length)
      throw new Error('the agent refers to nodes that were never sent');
    now.push(...before.slice(now.length, now.length + item));
  }
  return now;
};

export const decodeRoots = (items: readonly WireItem[], before: readonly RawRoot[]): RawRoot[] => {
  const roots = decodeNodes(items, before) as RawRoot[];
  const isRoot = ({ address, source }: RawRoot) => typeof address === 'string' && rootSources.includes(source);
  if (!roots.every(isRoot)) throw new Error('the agent sent a root without an address or a source');
  return roots;
};

const isAction = (action: RawAction): boolean =>
  typeof action === 'object' &&
  action !== null &&
  [action.address, action.name, action.kind, action.owner ?? '', action.description ?? ''].every(
    (text) => typeof text === 'string',
  ) &&
  rootSources.includes(action.source) &&
  Number.isFinite(action.certainty) &&
  Array.isArray(action.parameters) &&
  action.parameters.every((each) => typeof each?.name === 'string' && typeof each.type === 'string');

export const decodeActions = (actions: readonly RawAction[]): readonly RawAction[] => {
  if (!Array.isArray(actions) || !actions.every(isAction)) throw new Error('the agent sent something that is no action');
  return actions.map(withOrigin);
};
