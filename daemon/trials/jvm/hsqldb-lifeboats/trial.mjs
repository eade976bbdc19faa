/** A database in memory (HSQLDB) behind a connection, with two tables. */
export default {
  get: { debian: ['libhsqldb-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx96m',
      '-Dweather=gale from the south-west',
      '-cp',
      [classes, ...jars.filter((jar) => /\/hsqldb\.jar$/.test(jar))].join(':'),
      'coast.Coast',
      ...['Grace Darling', 'Bamburgh', 'W. Hall', '1988', 'Rose of the Shires', 'Skegness', 'R. Orme', '2004', 'yacht aground'],
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('afloat'), 'the coast'),
};
