/** A gateway before two services, with published circuit breakers, a cache and a rate limiter that all keep their state in memory. */
export default {
  get: { npm: { opossum: '10.0.0', 'rate-limiter-flexible': '11.4.0', 'node-cache': '5.1.2' }, files: ['gateway.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/gateway.mjs`, port()]],
  ready: ({ until, json }) => until(async () => (await json('/notice?kiosk=ready')).notice, 'the server'),
  async drive({ json }) {
    await json('/4?kiosk=theatre');
    await json('/4?kiosk=theatre');
    await json('/11?kiosk=castle');
    await json('/9?kiosk=castle');
    for (let i = 0; i < 4; i++) await json('/weather?kiosk=castle');
    await json('/4?kiosk=market&points=31');
  },
};
