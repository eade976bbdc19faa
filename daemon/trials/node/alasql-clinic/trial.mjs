/** Tables in memory (AlaSQL) behind JSON-RPC (jayson). */
export default {
  get: { npm: { alasql: '4.6.0', jayson: '4.1.3' }, files: ['clinic.js'] },
  start: ({ program, port }) => ['node', [`${program}/clinic.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the server'),
  async drive({ json }) {
    let id = 0;
    const call = (method, params) => json('/', { jsonrpc: '2.0', id: ++id, method, params });
    await call('admit', { animal: 'Brisket', species: 'dog', weight: 23.4 });
    await call('admit', { animal: 'Olive', species: 'owl', weight: 1.3 });
    await call('admit', { animal: 'Tarragon', species: 'goat', weight: 41 });
    await call('book', { animal: 'Olive', vet: 'Dr Amsel', at: '2026-05-11 09:40' });
    await call('discharge', { animal: 'Tarragon' });
    await call('nothing', {});
  },
};
