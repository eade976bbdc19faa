const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { Reef } = require('./reef.js');

const [, , port, ...credentials] = process.argv;
const clients = credentials.map((one, index) => {
  const client = Client({
    game: Reef,
    matchID: 'match-1',
    playerID: String(index),
    credentials: one,
    multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }),
    debug: false,
  });
  client.start();
  return client;
});
const until = async (look) => {
  while (!look()) await new Promise((resolve) => setTimeout(resolve, 50));
};
const at = (id) => clients[id].getState();

(async () => {
  await until(() => at(0)?.isConnected && at(1)?.isConnected);
  clients[0].moves.dive('wreck', 4);
  await until(() => at(0).G.pearls.wreck === 10);
  clients[0].events.endTurn();
  await until(() => at(1).ctx.currentPlayer === '1');
  clients[1].moves.dive('grotto', 7);
  await until(() => at(1).G.pearls.grotto === 2);
  clients[1].moves.breathe();
  await until(() => at(0).ctx.turn === 3 && at(0).ctx.currentPlayer === '0');
  console.log('played');
})();
