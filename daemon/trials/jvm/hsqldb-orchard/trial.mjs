/** A database in the memory of the program (HSQLDB), one connection that stays. */
export default {
  get: { debian: ['libhsqldb-java'], java: 'src' },
  start: ({ classes, jars }) => ['java', ['-Xmx96m', '-cp', [classes, ...jars].join(':'), 'orchard.Orchard']],
  ready: ({ until, said }) => until(() => said().includes('planted'), 'the tables'),
};
