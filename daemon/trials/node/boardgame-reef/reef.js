const { INVALID_MOVE } = require('boardgame.io/core');

/** Two divers take turns on a reef: whoever has brought up the most pearls when the air is gone has won. */
exports.Reef = {
  name: 'reef',
  setup: ({ ctx }, setupData) => ({
    depth: setupData?.depth ?? 20,
    weather: 'calm',
    pearls: { oyster: 6, grotto: 9, wreck: 14 },
    divers: Object.fromEntries(ctx.playOrder.map((id) => [id, { air: 10, haul: 0, sack: [] }])),
  }),
  validateSetupData: (_data, players) => (players > 4 ? 'Too many divers' : undefined),
  turn: { minMoves: 1, maxMoves: 2 },
  moves: {
    dive({ G, playerID }, place, count) {
      const diver = G.divers[playerID];
      if (G.pearls[place] < count || diver.air < count) return INVALID_MOVE;
      G.pearls[place] -= count;
      diver.air -= count;
      diver.haul += count;
      diver.sack.push(place);
    },
    breathe({ G, playerID }) {
      G.divers[playerID].air += 3;
    },
    storm({ G }) {
      G.weather = 'storm';
    },
  },
  endIf: ({ G, ctx }) =>
    Object.values(G.divers).every(({ air }) => air === 0)
      ? { winner: ctx.playOrder.toSorted((a, b) => G.divers[b].haul - G.divers[a].haul)[0] }
      : undefined,
};
