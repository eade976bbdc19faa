/** A run of tests in its middle: two passed, one failed, one is under way. */
export default {
  get: { npm: { mocha: '11.7.4' }, files: ['spec.js'] },
  start: ({ modules, program }) => [
    'node',
    [`${modules}/mocha/bin/_mocha`, '--slow', '120', '--retries', '0', `${program}/spec.js`],
  ],
  ready: ({ until, said }) => until(() => said().includes('waiting'), 'the test under way'),
};
