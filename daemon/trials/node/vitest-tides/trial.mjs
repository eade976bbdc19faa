/** A test runner that watches (Vitest, as published): two files of tests ran once, one of the tests failed. */
export default {
  get: {
    npm: { vitest: '3.2.4', vite: '7.1.12' },
    files: ['vitest.config.mjs', 'tides.mjs', 'tides.test.mjs', 'moon.test.mjs'],
  },
  start: ({ program }) => ['node', [`${program}/node_modules/vitest/vitest.mjs`, 'watch'], { cwd: program, env: { CI: '' } }],
  ready: ({ until, said }) => until(() => /Watching for file changes/.test(said()), 'the first run'),
};
