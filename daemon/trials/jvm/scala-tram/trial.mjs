/** A Scala program that is told what to do line by line, in a language of its own made with the parser combinators. */
export default {
  get: {
    debian: ['scala', 'scala-library', 'scala-parser-combinators', 'scala-xml', 'libjline2-java'],
    scala: 'src',
  },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx96m',
      '-cp',
      [classes, ...jars.filter((jar) => /scala-(library|parser)[^/]*\.jar$/.test(jar))].join(':'),
      'tram.Control',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('Control room Nordhavn'), 'the control room'),
  async drive({ stdin, until, said }) {
    stdin('tram 12 on "Harbour loop" driven by Solveig\n');
    stdin('tram 31 on "Hill line" driven by Baptiste\n');
    stdin('board 12 44\n');
    stdin('delay 31 6 because "points frozen"\n');
    stdin('close "Old Market"\n');
    await until(() => said().includes('closed Old Market'), 'the last command');
  },
};
