/** A broker of ActiveMQ in the program itself: one queue is listened to, in the other messages wait. */
export default {
  get: { debian: ['libactivemq-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    ['-Xmx192m', '-Djava.awt.headless=true', '-cp', [classes, ...jars].join(':'), 'depot.Depot'],
  ],
  ready: ({ until, said }) => until(() => said().includes('the depot is open'), 'the depot'),
};
