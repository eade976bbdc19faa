/** Beans of a Spring context, without a server. */
export default {
  get: {
    debian: [
      'libspring-context-java',
      'libspring-core-java',
      'libspring-beans-java',
      'libspring-aop-java',
      'libspring-expression-java',
      'libcommons-logging-java',
    ],
    java: 'src',
  },
  start: ({ classes, jars }) => [
    'java',
    ['-Xmx128m', '--add-opens=java.base/java.lang=ALL-UNNAMED', '-cp', [classes, ...jars].join(':'), 'clinic.Clinic'],
  ],
  ready: ({ until, said }) => until(() => said().includes('ready'), 'the context'),
};
