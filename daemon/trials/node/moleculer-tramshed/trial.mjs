/** A tram shed of services (Moleculer) that call each other and hear each other's events, behind a small server. */
export default {
  get: { npm: { moleculer: '0.14.36' }, files: ['shed.js', 'trams.js', 'crew.js'] },
  start: ({ program, port }) => ['node', [`${program}/shed.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('shed is lit'), 'the shed'),
  async drive({ json }) {
    await json('/crew.signOn', { driver: 'Ludmila', tram: 214 });
    await json('/trams.report', { tram: 207, fault: 'Doors stick', grade: 2 });
    await json('/trams.report', { tram: 219, fault: 'Flat wheel', grade: 4 });
    await json('/trams.wash', { tram: 214 });
    await json('/crew.signOn', { driver: 'Anatol', tram: 219 });
  },
};
