/** The desk of a river board (Swing, JFreeChart): gauges, their readings as a chart, and a form for what is done about them. */
export default {
  get: { debian: ['libjfreechart-java'], java: 'src' },
  display: true,
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx128m',
      '-cp',
      [classes, ...jars.filter((jar) => jar.includes('/usr/share/java/'))].join(':'),
      'weirs.Desk',
      'River Tarn',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('the desk is manned'), 'the desk'),
  async drive({ stdin, until, said }) {
    stdin('Millbridge 14 2.31\nMillbridge 15 2.64\nOxbow 15 1.12\nwatch Millbridge\n');
    await until(() => said().includes('watching Millbridge'), 'the readings');
  },
};
