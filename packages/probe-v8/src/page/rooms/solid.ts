import type { Room } from './room.js';

/** A signal is an object behind bound accessors. */
export const solid: Room = {
  name: 'Solid',
  inside: ({ own, has }) => ({
    unwrap: (value) =>
      has(value, 'observerSlots') && has(value, 'observers') && has(value, 'value') ? own(value, 'value') : value,
    isSignal: (value) => own(value, 'observerSlots') !== undefined,
  }),
};
