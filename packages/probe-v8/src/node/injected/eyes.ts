import type { Eyes } from '../../injected/sight.js';

/** Node.js tells proxies and the kinds of things by the engine itself. Closed. */
export function createEyes(builtin: (name: string) => unknown): Eyes {
  const { types = {} } = (builtin('util') ?? {}) as { types?: Record<string, ((value: unknown) => boolean) | undefined> };
  const kinds = [
    ...['Date', 'RegExp', 'Map', 'Set', 'WeakMap'].map((kind) => ({ kind, test: types[`is${kind}`] })),
    { kind: 'Bytes', test: types.isAnyArrayBuffer },
    { kind: 'Error', test: types.isNativeError },
    ...['Number', 'String', 'Boolean', 'BigInt', 'Symbol'].map((kind) => ({ kind, test: types[`is${kind}Object`] })),
    { kind: 'URL', test: (value: unknown) => typeof URL === 'function' && value instanceof URL },
  ];
  return {
    isProxy: types.isProxy ?? (() => false),
    kindOf: (value) => kinds.find(({ test }) => test?.(value))?.kind ?? 'Object',
  };
}
