/** A program of timers alone, in modules: no server (toad-scheduler). */
export default {
  get: { npm: { 'toad-scheduler': '3.1.0' }, files: ['jobs.mjs'] },
  start: ({ program }) => ['node', [`${program}/jobs.mjs`]],
  ready: ({ until, said }) => until(() => said().includes('scheduled'), 'the jobs'),
};
