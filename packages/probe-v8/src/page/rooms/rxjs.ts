import type { Room } from './room.js';

/** A subject that keeps its last value, and those that only pass on what comes. */
export const rxjs: Room = {
  name: 'RxJS',
  classes: /^Subscription$/,
  inside: ({ own, has }) => ({
    // Who emits and who listens, without a value of its own.
    isMachinery: (value) => has(value, 'isStopped') && has(value, 'closed') && !has(value, '_value') && !has(value, '_buffer'),
    unwrap: (value) =>
      has(value, '_value') && (has(value, 'observers') || has(value, 'currentObservers')) ? own(value, '_value') : value,
  }),
};
