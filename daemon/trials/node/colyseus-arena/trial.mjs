/** A server of games (Colyseus): two rooms with their state, three players. */
export default {
  get: {
    npm: {
      '@colyseus/core': '0.16.19',
      '@colyseus/schema': '3.0.42',
      '@colyseus/ws-transport': '0.16.5',
      'colyseus.js': '0.16.19',
    },
    files: ['arena.mjs', 'players.mjs'],
  },
  start: ({ program, port }) => ['node', [`${program}/arena.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('arena is open'), 'the server'),
  async drive({ start, program, port, until }) {
    const players = start('node', [`${program}/players.mjs`, port()]);
    await until(() => players.said().includes('all play'), 'the players');
  },
};
