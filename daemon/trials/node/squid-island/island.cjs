const { createMCServer } = require('flying-squid');

createMCServer({
  host: '127.0.0.1',
  port: Number(process.argv[2]),
  motd: 'Puffin Island',
  version: '1.16.4',
  gameMode: 0,
  difficulty: 2,
  'max-players': 14,
  'online-mode': false,
  'view-distance': 2,
  'max-entities': 60,
  'everybody-op': false,
  'player-list-text': { header: { text: 'Welcome ashore' }, footer: { text: 'Mind the puffins' } },
  generation: { name: 'superflat', options: { seed: 4711, worldHeight: 20 } },
  kickTimeout: 600_000,
  logging: false,
  plugins: {},
  modpe: false,
});
