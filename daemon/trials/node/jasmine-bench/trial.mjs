/** A test runner that stays and waits for the next run (jasmine as published, driven by its own interface): suites, one in another, ran once. */
export default {
  get: { npm: { jasmine: '7.0.0' }, files: ['watch.mjs', 'kettle.spec.mjs'] },
  start: ({ program }) => ['node', [`${program}/watch.mjs`]],
  ready: ({ until, said }) => until(() => said().includes('watching'), 'the runner'),
  async drive({ stdin, until, said }) {
    stdin('bail on\nrun\n');
    await until(() => said().includes('run 1 failed'), 'the first run');
  },
};
