import type { Room } from './room.js';

/** A subject that keeps its last value. */
export const rxjs: Room = {
  name: 'RxJS',
  classes: /^Subscription$/,
  inside: ({ own, has }) => ({
    unwrap: (value) =>
      has(value, '_value') && (has(value, 'observers') || has(value, 'currentObservers')) ? own(value, '_value') : value,
  }),
};
