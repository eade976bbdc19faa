/** A scheduler in memory (Quartz 2.3) with one job. */
export default {
  get: { debian: ['libquartz2-java', 'libslf4j-java'], java: 'src' },
  start: ({ classes, jars }) => ['java', ['-Xmx96m', '-cp', [classes, ...jars].join(':'), 'ferry.Ferry']],
  ready: ({ until, said }) => until(() => said().includes('scheduled'), 'the scheduler'),
};
