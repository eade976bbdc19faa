/** A state machine (XState) that a server moves. */
export default {
  get: { npm: { xstate: '5.20.1' }, files: ['lift.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/lift.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('ready'), 'the lift'),
  drive: ({ json }) => json('/call?floor=5'),
};
