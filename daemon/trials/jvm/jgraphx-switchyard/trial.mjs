/** A plan of tracks on JGraphX in a Swing window: stations and tracks are cells of a graph whose values are the program's own records. */
export default {
  get: { debian: ['libjgraphx-java'], java: 'src' },
  display: true,
  start: ({ classes, jars }) => [
    'java',
    ['-Xmx128m', '-cp', [classes, ...jars].join(':'), 'switchyard.Switchyard', 'Northern yard'],
  ],
  ready: ({ until, said }) => until(() => said().includes('the yard is shown'), 'the window'),
};
