/** A test runner that watches (Vitest, started by its own interface): two files of tests ran once, one of the tests failed. */
export default {
  get: {
    npm: { vitest: '3.2.4', vite: '7.1.12' },
    files: ['watch.mjs', 'vitest.config.mjs', 'tides.mjs', 'tides.test.mjs', 'moon.test.mjs'],
  },
  start: ({ program }) => ['node', [`${program}/watch.mjs`], { cwd: program, env: { CI: '' } }],
  ready: ({ until, said }) => until(() => /Watching for file changes/.test(said()), 'the first run'),
};
