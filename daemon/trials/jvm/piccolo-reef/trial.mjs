/** A chart that can be zoomed, on Piccolo: what is drawn are nodes of a scene, what they mean is in a map beside them. */
export default {
  get: { debian: ['libpiccolo-java'], java: 'src' },
  display: true,
  start: ({ classes, jars }) => [
    'java',
    ['-Xmx128m', '-cp', [classes, ...jars.filter((jar) => /java\/piccolox?(-[\d.]+)?\.jar$/.test(jar))].join(':'), 'reef.Reef'],
  ],
  ready: ({ until, said }) => until(() => said().includes('the reef is charted'), 'the chart'),
};
