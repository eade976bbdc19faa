/** A database in memory (H2) that only a connection on the stack of its main thread leads to. */
export default {
  get: { debian: ['libh2-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx96m',
      '-Dkeeper=Odile',
      '-cp',
      [classes, ...jars.filter((jar) => /\/h2(-[\d.]+)?\.jar$/.test(jar))].join(':'),
      'cellar.Cellar',
      ...['Brunello', '1997', '61.5', 'Tokaji', '2006', '38'],
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('stocked'), 'the cellar'),
};
