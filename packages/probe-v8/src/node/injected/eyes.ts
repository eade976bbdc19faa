import type { Eyes } from '../../injected/sight.js';

/** Node.js tells proxies and the kinds of things by the engine itself. Closed. */
export function createEyes(builtin: (name: string) => unknown): Eyes {
  const { types = {} } = (builtin('util') ?? {}) as { types?: Record<string, ((value: unknown) => boolean) | undefined> };
  const kinds = [
    ...['Date', 'RegExp', 'Map', 'Set', 'WeakMap'].map((kind) => ({ kind, test: types[`is${kind}`] })),
    { kind: 'Bytes', test: types.isAnyArrayBuffer },
    { kind: 'Error', test: types.isNativeError },
    { kind: 'URL', test: (value: unknown) => typeof URL === 'function' && value instanceof URL },
  ];
  const boxes = ['Number', 'String', 'Boolean', 'BigInt', 'Symbol'];
  return {
    isProxy: types.isProxy ?? (() => false),
    kindOf: (value) => {
      for (const { kind, test } of kinds) if (test?.(value)) return kind;
      const box = types.isBoxedPrimitive?.(value) ? boxes.find((kind) => types[`is${kind}Object`]?.(value)) : undefined;
      return box ?? 'Object';
    },
  };
}
