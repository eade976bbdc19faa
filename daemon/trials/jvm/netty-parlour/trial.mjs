/** A chat server over netty: rooms, remarks and guests in maps of the program's own, one guest on a socket. */
export default {
  get: { debian: ['libnetty-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx128m',
      '-cp',
      [classes, ...jars].join(':'),
      'parlour.Parlour',
      'Wipe your feet',
      'veranda|Odile|the kettle is on',
      'veranda|Bastien|two sugars please',
      'library|Odile|who has the atlas',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('the parlour is open'), 'the parlour'),
};
