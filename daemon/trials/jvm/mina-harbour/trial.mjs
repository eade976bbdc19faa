/** A server on Apache MINA with one visitor: what is known of it is in the library's session. */
export default {
  get: { debian: ['libmina2-java', 'libslf4j-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx96m',
      '-cp',
      [classes, ...jars.filter((jar) => /(mina-core|slf4j-(api|nop))(-[\d.]+)?\.jar$/.test(jar))].join(':'),
      'harbour.Harbour',
      'Aurora inbound',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('heard'), 'the visitor'),
};
