/** A cache of objects (Ehcache 2.6) that a waiting `main` holds. */
export default {
  get: { debian: ['libehcache-java', 'libslf4j-java'], java: 'src' },
  start: ({ classes, jars }) => ['java', ['-Xmx96m', '-cp', [classes, ...jars].join(':'), 'museum.Museum']],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the museum'),
};
