/** A program that keeps its data in a cache and a multimap of Guava. */
export default {
  get: { debian: ['libguava-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    ['-Xmx96m', '-Dstation=Gaustatoppen', '-cp', [classes, ...jars].join(':'), 'weather.Station'],
  ],
  ready: ({ until, said }) => until(() => said().includes('ready'), 'the station'),
};
