/** Notes in an ordered store in memory (memory-level), values as JSON in bytes. */
export default {
  get: { npm: { 'memory-level': '1.0.0' }, files: ['notes.js'] },
  start: ({ program, port }) => ['node', [`${program}/notes.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('notes'), 'the notes'),
  async drive({ json }) {
    await json('/notes/boat', { title: 'Paint the boat', due: '2026-12-04', done: false });
  },
};
