/** A search engine in memory (Orama) behind a small web server: sheets of a herbarium, one was added and one was searched for over HTTP. */
export default {
  get: { npm: { '@orama/orama': '3.1.16' }, files: ['herbarium.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/herbarium.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the herbarium'),
  async drive({ json }) {
    await json('/sheets', {
      id: 'HB-904',
      species: 'Saxifraga oppositifolia',
      place: 'Svalbard',
      collector: 'E. Dahl',
      year: 1936,
      damaged: true,
    });
    await json('/search', { term: 'alpina' });
    await json('/search', { term: 'glacier' });
  },
};
