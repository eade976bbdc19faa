import type { Looking } from './parts.js';
import type { Room } from './room.js';

/** Nanostores keeps each value in a store of its own, and counts who listens (`lc`). Stores are asked for their field alone: `get` would start and stop them. */
export const nanostores: Room = {
  name: 'Nanostores',
  globals: /^nanostoresGlobal$/,
  inside: ({ own, has }: Looking) => {
    const isStore = (value: object): boolean =>
      has(value, 'lc') &&
      has(value, 'value') &&
      typeof own(value, 'listen') === 'function' &&
      typeof own(value, 'notify') === 'function';
    return { isSignal: isStore, unwrap: (value) => (isStore(value) ? own(value, 'value') : value) };
  },
};
