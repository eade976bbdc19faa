import type { Primitive, RawAction, RawCapture, RawNode, RawRoot, RootSource } from '@substrate/core';

/** Captures from literals, for tests. */

export type Literal = Primitive | readonly Literal[] | { readonly [name: string]: Literal };

export const node = (name: string, value: Literal, extra: Partial<RawNode> = {}): RawNode => {
  if (Array.isArray(value)) {
    return {
      name,
      kind: 'list',
      children: (value as readonly Literal[]).map((element, at) => node(String(at), element)),
      ...extra,
    };
  }
  if (value !== null && typeof value === 'object') {
    return {
      name,
      kind: 'object',
      children: Object.entries(value).map(([field, inner]) => node(field, inner as Literal)),
      ...extra,
    };
  }
  return { name, kind: 'value', value: value as Primitive, ...extra };
};

export const root = (
  address: string,
  source: RootSource,
  name: string,
  value: Literal,
  extra: Partial<RawRoot> = {},
): RawRoot => ({
  ...node(name, value),
  address,
  source,
  ...extra,
});

export const action = (extra: Partial<RawAction> & Pick<RawAction, 'name'>): RawAction => ({
  address: `action:${extra.owner ?? ''}.${extra.name}`,
  kind: 'method',
  source: 'bean',
  parameters: [],
  certainty: 0.95,
  ...extra,
});

export const capture = (roots: readonly RawRoot[], extra: Partial<RawCapture> = {}): RawCapture => ({
  runtime: 'v8',
  tier: 'aso_fast',
  context: { url: null, location: null, view: null, window_title: null, window_id: null },
  hints: {},
  roots,
  actions: [],
  discovered: false,
  moreRoutes: false,
  rawObjectCount: 100,
  counts: { rootsKnown: roots.length, rootsReached: roots.length, nodesRead: 100, nodesCut: 0, nodesFailed: 0 },
  notes: [],
  ...extra,
});
