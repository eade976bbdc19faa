/** A test runner that watches a folder (QUnit, as published): modules, one in another, ran once; the tests keep a clock. */
export default {
  get: { npm: { qunit: '2.24.1' }, files: ['clock-tests.js'] },
  start: ({ program }) => [
    'node',
    [`${program}/node_modules/qunit/bin/qunit.js`, '--watch', '--seed', 'gears', 'clock-tests.js'],
    { cwd: program },
  ],
  ready: ({ until, said }) => until(() => /# fail 1/.test(said()), 'the first run'),
};
