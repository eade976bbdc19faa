/** A house with lifts that are threads, tenants by flats that are values, and days of a library's own. */
export default {
  get: { debian: ['libjoda-time-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    ['-Xmx96m', '-cp', [classes, ...jars].join(':'), 'lifts.Tower', 'Mrs Okafor', 'Priya Nair'],
  ],
  ready: ({ until, said }) => until(() => said().includes('the tower stands'), 'the tower'),
};
