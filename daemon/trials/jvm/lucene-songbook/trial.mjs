/** The song book of a folk club in an index (Lucene) that a person asks on its input. */
export default {
  get: { debian: ['liblucene8-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx128m',
      '-cp',
      [classes, ...jars.filter((jar) => /\/usr\/share\/java\/lucene-(core|analyzers-common|queryparser)-/.test(jar))].join(':'),
      'songs.SongBook',
      'The Lantern Club',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('the book is open'), 'the book'),
  async drive({ stdin, until, said }) {
    stdin('find herring\nfind river AND night\nsing 3 Dervla\nlend Casey\n');
    await until(() => said().includes('lent to Casey'), 'the evening');
  },
};
