const db = {
  plants: [
    { id: 1, name: 'Ficus', pots: 14, light: 'half shade' },
    { id: 2, name: 'Monstera', pots: 3, light: 'bright' },
  ],
  orders: [{ id: 1, customer: 'Ines', plantId: 2, paid: false }],
  profile: { nursery: 'Green Corner', town: 'Ghent' },
};

/** json-server as its package starts it: a REST server of a file. */
export default {
  get: { npm: { 'json-server': '0.17.4' } },
  start: ({ modules, port, write }) => [
    'node',
    [
      `${modules}/json-server/lib/cli/bin.js`,
      write('db.json', JSON.stringify(db)),
      '--port',
      port(),
      '--host',
      '127.0.0.1',
      '--delay',
      '5',
    ],
  ],
  ready: ({ until, json }) => until(async () => Array.isArray(await json('/plants')), 'the server'),
  async drive({ json }) {
    await json('/plants', { name: 'Calathea', pots: 8, light: 'shade' });
    await json('/orders', { customer: 'Bram', plantId: 1, paid: true });
    await json('/plants/1', { pots: 11 }, 'PATCH');
  },
};
