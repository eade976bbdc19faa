/** A game server (boardgame.io): one match that two have joined, another that waits. */
export default {
  get: { npm: { 'boardgame.io': '0.50.2' }, files: ['orchard.js'] },
  start: ({ program, port }) => ['node', [`${program}/orchard.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('planted'), 'the server'),
  async drive({ json }) {
    const { matchID } = await json('/games/orchard/create', { numPlayers: 2, setupData: { season: 'autumn' } });
    await json(`/games/orchard/${matchID}/join`, { playerID: '0', playerName: 'Tove' });
    await json(`/games/orchard/${matchID}/join`, { playerID: '1', playerName: 'Emil' });
    await json('/games/orchard/create', { numPlayers: 4, unlisted: true });
  },
};
