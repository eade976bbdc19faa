/** PeerServer, the published signalling server for WebRTC, by its command: three guests, one of whom calls somebody who is not there. */
export default {
  get: { npm: { peer: '1.0.2', ws: '8.18.3' }, files: ['guests.js'] },
  start: ({ modules, port }) => [
    'node',
    [
      `${modules}/peer/dist/bin/peerjs.js`,
      '--port',
      port(),
      '--path',
      '/lounge',
      '--key',
      'velvet',
      '--concurrent_limit',
      40,
      '--expire_timeout',
      600000,
    ],
  ],
  ready: ({ until, said }) => until(() => /started/i.test(said()), 'the server'),
  async drive({ start, program, port, until }) {
    const guests = start('node', [`${program}/guests.js`, port(), 'wren', 'finch', 'swift']);
    await until(() => guests.said().includes('seated'), 'the guests');
  },
};
