/** A database in memory (LokiJS) behind a small server. */
export default {
  get: { npm: { lokijs: '1.5.12' }, files: ['zoo.js'] },
  start: ({ program, port }) => ['node', [`${program}/zoo.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the zoo'),
  async drive({ json }) {
    await json('/animals', { name: 'Tuva', species: 'lynx', weight: 19.5, enclosure: 'Forest' });
    await json('/feed?name=Knut');
  },
};
