/** A prompt on JLine 3: the keeper of a toll gate typed who came by; the gate is a variable of the main thread. */
export default {
  get: { debian: ['libjline3-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx96m',
      '-cp',
      [classes, ...jars.filter((jar) => /java\/jline3(-[\d.]+)?\.jar$/.test(jar))].join(':'),
      'tollgate.Tollgate',
      'Ebenezer Pyke',
    ],
  ],
  async drive({ stdin, until, said }) {
    stdin('pass coach The Exeter mail\npass rider Miss Tregear\npass cart Widow Nance\n');
    await until(() => said().includes('taken: 26'), 'the passages');
  },
};
