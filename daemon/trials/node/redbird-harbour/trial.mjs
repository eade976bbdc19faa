/** Redbird as published: a proxy whose table of routes changes while it runs; four were entered, one of them has two targets, one was taken out again. */
export default {
  get: { npm: { redbird: '1.0.2' }, files: ['proxy.mjs'] },
  ports: ['main', 'door'],
  start: ({ program, port }) => ['node', [`${program}/proxy.mjs`, port('door'), port()]],
  ready: ({ until, said }) => until(() => said().includes('the harbour is open'), 'the harbour'),
  async drive({ json }) {
    await json('/berths', { host: 'tugs.kessel.test', target: 'http://127.0.0.1:7411/tow' });
    await json('/berths', { host: 'tugs.kessel.test', target: 'http://127.0.0.1:7412/tow' });
    await json('/berths', { host: 'cranes.kessel.test/heavy', target: 'http://127.0.0.1:7520' });
    await json('/berths', { host: 'chandler.kessel.test', target: 'http://127.0.0.1:7633/shop' });
    await json('/berths', { host: 'quarantine.kessel.test', target: 'http://127.0.0.1:7700' });
    const { routing } = await json('/gone', { host: 'quarantine.kessel.test', target: 'http://127.0.0.1:7700' });
    if (routing['tugs.kessel.test'][0].urls.length !== 2) throw new Error(JSON.stringify(routing));
  },
};
