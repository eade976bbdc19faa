/** Two collections of a database in memory (NeDB) behind a plain HTTP server. */
export default {
  get: { npm: { '@seald-io/nedb': '4.1.2' }, files: ['server.js'] },
  start: ({ program, port }) => ['node', [`${program}/server.js`, port()]],
  ready: ({ until, json }) => until(async () => (await json('/')).length === 3, 'the books'),
};
