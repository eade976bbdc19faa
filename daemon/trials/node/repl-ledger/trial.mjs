/** A program that is used from its prompt (node:repl), with variables that a person typed. */
export default {
  get: { npm: {}, files: ['ledger.js'] },
  start: ({ program }) => ['node', [`${program}/ledger.js`]],
  ready: ({ until, said }) => until(() => said().includes('ledger>'), 'the prompt'),
  async drive({ stdin, until, said }) {
    stdin("book('rent', -900)\n");
    stdin("book('salary', 2750)\n");
    stdin('let rate = 1.25\n');
    stdin("var holiday = { place: 'Bergen', days: 9 }\n");
    stdin('.limit 400\n');
    await until(() => said().includes('limit is 400'), 'the last command');
  },
};
