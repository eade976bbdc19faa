/** A web framework's server (Koa, a router and a body parser as published) whose state lies in plugins on the context of the application. */
export default {
  get: { npm: { koa: '3.2.1', '@koa/router': '15.7.0', '@koa/bodyparser': '6.1.0' }, files: ['marina.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/marina.mjs`], { env: { PORT: String(port()) } }],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the harbour'),
  async drive({ json }) {
    await json('/marina/berths/A4', { boat: 'Terna', length: 9.4 });
    await json('/marina/berths/C1', { boat: 'Lomvi', length: 12 });
    await json('/marina/tide', { level: 0.8 }, 'PUT');
  },
};
