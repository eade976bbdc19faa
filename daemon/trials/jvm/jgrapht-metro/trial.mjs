/** A program that keeps its data in two graphs of JGraphT. */
export default {
  get: { debian: ['libjgrapht0.8-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    ['-Xmx96m', '-cp', [classes, ...jars].join(':'), 'metro.Metro', ...['Opera', 'Zoo', 'Airport', 'inner zone', 'outer zone']],
  ],
  ready: ({ until, said }) => until(() => said().includes('running'), 'the trains'),
};
