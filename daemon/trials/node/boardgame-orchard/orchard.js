const { Server, Origins } = require('boardgame.io/server');

const Orchard = {
  name: 'orchard',
  setup: () => ({ trees: { apple: 10, pear: 10, plum: 10 }, baskets: { 0: 0, 1: 0 }, raven: 0 }),
  moves: {
    pick: ({ G, playerID }, tree) => {
      G.trees[tree] -= 1;
      G.baskets[playerID] += 1;
    },
    caw: ({ G }) => {
      G.raven += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 2 },
};

const server = Server({ games: [Orchard], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]), () => console.log('planted'));
