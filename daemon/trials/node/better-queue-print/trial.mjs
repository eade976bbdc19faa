/** A queue in memory (better-queue): one job is done, one under way, two wait. */
export default {
  get: { npm: { 'better-queue': '3.8.12' }, files: ['worker.js'] },
  start: ({ program, port }) => ['node', [`${program}/worker.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('poster.pdf'), 'the job under way'),
};
