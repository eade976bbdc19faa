/** The monitoring of a town's water: metrics of prom-client, and rules that raise alerts of them. */
export default {
  get: { npm: { 'prom-client': '15.1.3' }, files: ['waterworks.cjs'] },
  start: ({ program, port }) => ['node', [`${program}/waterworks.cjs`, port()], { cwd: program }],
  ready: ({ until, json }) => until(async () => (await json('/')).onCall, 'the works'),
  async drive({ json }) {
    await json('/pumped', { pump: 'Old mill', amount: 5400 });
    await json('/pumped', { pump: 'Station west', amount: 1250 });
    await json('/pumped', { pump: 'Old mill', amount: 600 });
    await json('/chlorine', { reservoir: 'Hilltop', milligrams: 0.35 });
    await json('/pressure', { district: 'Fjellsiden', bar: 4.1 });
    await json('/pressure', { district: 'Havna', bar: 2.2 });
    for (const minutes of [12, 40, 95, 30]) await json('/repair', { minutes });
    await json('/silence', { rule: 'Too much chlorine', by: 'Laboratory' });
    await json('/chlorine', { reservoir: 'Hilltop', milligrams: 0.72 });
  },
};
