/** A program that keeps its data in two caches of Caffeine. */
export default {
  get: { debian: ['libcaffeine-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx96m',
      '-cp',
      [classes, ...jars].join(':'),
      'lighthouse.Lighthouse',
      ...['Morwenna', 'Pelikan', 'Panama', 'Gull', 'Malta', 'fog in the channel'],
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('lit'), 'the light'),
};
