/** A bakery in ES modules: a queue of jobs for each oven (p-queue), plans (node-schedule), prices that expire (node-cache). */
export default {
  get: {
    npm: { 'p-queue': '8.1.0', 'node-schedule': '2.1.1', 'node-cache': '5.1.2' },
    files: ['bakery.mjs', 'ovens.mjs', 'prices.mjs'],
  },
  start: ({ program, port }) => ['node', [`${program}/bakery.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the bakery'),
  async drive({ json }) {
    await json('/orders', { oven: 'stone', bread: 'rye', loaves: 12 });
    await json('/orders', { oven: 'stone', bread: 'spelt', loaves: 4 });
    await json('/orders', { oven: 'deck', bread: 'brioche', loaves: 20 });
    await json('/prices', { bread: 'rye', price: 3.8 });
  },
};
