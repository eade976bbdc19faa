/** Two members of a group (JGroups) in one program: a map that both share, a message that was sent, a state of its own. */
export default {
  get: { debian: ['libjgroups-java', 'libcommons-logging-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx128m',
      '-Djava.net.preferIPv4Stack=true',
      '-cp',
      [classes, ...jars.filter((jar) => /java\/(jgroups|commons-logging)(-[\w.]+)?\.jar$/.test(jar))].join(':'),
      'relay.Relay',
      'alpine-relay',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('the relay runs'), 'the relay'),
};
