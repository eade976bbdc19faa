import { assign, setup } from 'xstate';

const jobs = [
  { number: 301, customer: 'Ines Prado', paper: 'matte', copies: 4, seconds: 14, urgent: false },
  { number: 302, customer: 'Otto Lind', paper: 'glossy', copies: 1, seconds: 22, urgent: true },
  { number: 303, customer: 'Mei Tan', paper: 'baryta', copies: 2, seconds: 31, urgent: false },
];

/** The enlarger takes one job after the other: it is loaded, exposes, waits for the bath, and is idle again. */
export const enlarger = setup({
  actions: {
    take: assign(({ context }) => ({ current: context.queue[0], queue: context.queue.slice(1) })),
    finish: assign(({ context }) => ({
      done: [...context.done, context.current.number],
      sheets: context.sheets - context.current.copies,
      current: null,
    })),
    putBack: assign(({ context }) => ({ queue: [context.current, ...context.queue], current: null })),
    add: assign(({ context, event }) => ({ queue: [...context.queue, event.job] })),
    refill: assign({ sheets: 50 }),
    warm: assign({ bath: ({ event }) => event.degrees }),
    light: assign({ safelight: ({ event }) => event.colour }),
  },
  guards: { hasJob: ({ context }) => context.queue.length > 0 },
}).createMachine({
  id: 'enlarger',
  initial: 'idle',
  context: { queue: jobs, current: null, done: [], sheets: 37, bath: 20, safelight: 'red' },
  on: { ADD: { actions: 'add' }, REFILL: { actions: 'refill' }, WARM: { actions: 'warm' }, LIGHT: { actions: 'light' } },
  states: {
    idle: { on: { LOAD: { guard: 'hasJob', target: 'loaded', actions: 'take' } } },
    loaded: { on: { EXPOSE: 'exposed', CANCEL: { target: 'idle', actions: 'putBack' } } },
    exposed: { on: { DEVELOP: { target: 'idle', actions: 'finish' } } },
  },
});
