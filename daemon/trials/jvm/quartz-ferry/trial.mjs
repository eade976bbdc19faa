/** A scheduler in memory (Quartz 2.3) with one job. */
export default {
  get: { debian: ['libquartz2-java', 'libslf4j-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx96m',
      '-cp',
      [
        classes,
        ...jars.filter((jar) => /(quartz2?|slf4j-(api|nop)|c3p0|mchange-commons-java|HikariCP)(-[\d.]+)?\.jar$/i.test(jar)),
      ].join(':'),
      'ferry.Ferry',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('scheduled'), 'the scheduler'),
};
