/** Services of an apiary in a container (Awilix): a hive was founded, two were inspected, honey was harvested twice. */
export default {
  get: { npm: { awilix: '13.0.5' }, files: ['index.js', 'services.js'] },
  start: ({ program, port }) => ['node', [`${program}/index.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('humming'), 'the services'),
  async drive({ json }) {
    await json('/');
    await json('/hives', { name: 'Acacia', queen: 'marked red', frames: 8 });
    await json('/inspections', { name: 'Acacia', mites: 9, swarming: true }, 'PUT');
    await json('/inspections', { name: 'Linden', mites: 2 }, 'PUT');
    await json('/harvest', { hive: 'Linden', kind: 'lime blossom', kilos: 14.5 });
    await json('/harvest', { hive: 'Acacia', kind: 'forest', kilos: 6 });
  },
};
