/** A cache of objects (Ehcache 2.6) that a waiting `main` holds. */
export default {
  get: { debian: ['libehcache-java', 'libslf4j-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx96m',
      '-cp',
      [
        classes,
        ...jars.filter((jar) => /(ehcache|slf4j-(api|nop)|commons-(logging|collections3))(-[\d.]+)?\.jar$/.test(jar)),
      ].join(':'),
      'museum.Museum',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the museum'),
};
