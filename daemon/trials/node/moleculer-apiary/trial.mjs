/** Services of an apiary on one broker (Moleculer) with its gateway: a hive was founded, two were inspected, honey was harvested twice. */
export default {
  get: {
    npm: { moleculer: '0.14.35', 'moleculer-web': '0.10.8' },
    files: ['index.js', 'hives.service.js', 'harvest.service.js'],
  },
  start: ({ program, port }) => ['node', [`${program}/index.js`, port()]],
  ready: ({ until, said, json }) =>
    until(async () => said().includes('humming') && Array.isArray((await json('/api/harvest')).jars), 'the services'),
  async drive({ json }) {
    await json('/api/hives', { name: 'Acacia', queen: 'marked red', frames: 8 });
    await json('/api/hives/Acacia/inspection', { mites: 9, swarming: true }, 'PUT');
    await json('/api/hives/Linden/inspection', { mites: 2 }, 'PUT');
    await json('/api/harvest', { hive: 'Linden', kind: 'lime blossom', kilos: 14.5 });
    await json('/api/harvest', { hive: 'Acacia', kind: 'forest', kilos: 6 });
    await json('/api/hives');
  },
};
