const hash = (letter) => letter.repeat(20);
const announce = ({ torrent, peer, port, left, event = 'started' }) =>
  `/announce?info_hash=${encodeURIComponent(hash(torrent))}&peer_id=${peer}&port=${port}&uploaded=0&downloaded=0&left=${left}&event=${event}&compact=1`;

/** The BitTorrent tracker as its package starts it: peers that announce themselves for torrents. */
export default {
  get: { npm: { 'bittorrent-tracker': '9.19.0' } },
  start: ({ modules, port }) => [
    'node',
    [
      `${modules}/bittorrent-tracker/bin/cmd.js`,
      '--http',
      '--http-hostname',
      '127.0.0.1',
      '--port',
      port(),
      '--interval',
      '45000',
      '--trust-proxy',
    ],
  ],
  ready: ({ until, json }) => until(async () => String(await json('/stats')).includes('torrents'), 'the tracker'),
  async drive({ json }) {
    await json(announce({ torrent: 'A', peer: '-TR3000-aaaaaaaaaaaa', port: 6881, left: 0 }));
    await json(announce({ torrent: 'A', peer: '-DE2110-bbbbbbbbbbbb', port: 6999, left: 5000 }));
    await json(announce({ torrent: 'A', peer: '-LT1000-cccccccccccc', port: 7000, left: 7000 }));
    await json(announce({ torrent: 'B', peer: '-TR3000-aaaaaaaaaaaa', port: 6881, left: 900 }));
  },
};
