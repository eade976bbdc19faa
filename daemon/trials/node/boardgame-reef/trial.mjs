/** A server of board games (boardgame.io) with a game of its own: two matches in memory, one of them under way. */
export default {
  // It adds its routes once its server is there, which a later koa-compose does not see.
  get: {
    npm: { 'boardgame.io': '0.50.2' },
    overrides: { 'koa-compose': '4.1.0' },
    files: ['server.js', 'reef.js', 'players.js'],
  },
  start: ({ program, port }) => ['node', [`${program}/server.js`, port()]],
  ready: ({ json, until }) => until(async () => (await json('/games'))[0] === 'reef', 'the server'),
  async drive({ json, start, program, port, until }) {
    await json('/games/reef/create', { numPlayers: 2, setupData: { depth: 35 } });
    const { playerCredentials } = await json('/games/reef/match-1/join', {
      playerID: '0',
      playerName: 'Moana',
      data: { boat: 'Tern' },
    });
    const other = await json('/games/reef/match-1/join', { playerID: '1', playerName: 'Leif', data: { boat: 'Eider' } });
    await json('/games/reef/create', { numPlayers: 3, setupData: { depth: 12 }, unlisted: true });
    await json('/games/reef/match-2/join', { playerID: '2', playerName: 'Zofia' });
    const players = start('node', [`${program}/players.js`, port(), playerCredentials, other.playerCredentials]);
    await until(() => players.said().includes('played'), 'the moves');
  },
};
