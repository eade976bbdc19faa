const { Server, Origins } = require('boardgame.io/server');
const { Reef } = require('./reef.js');

let made = 0;
let tickets = 0;
const server = Server({
  games: [Reef],
  origins: [Origins.LOCALHOST],
  uuid: () => `match-${++made}`,
  generateCredentials: () => `ticket-${++tickets}`,
});
const house = { name: 'Coral House', keeper: 'Aunt Lani', tables: 4, open: true };

server.router.get('/house', (ctx) => {
  ctx.body = house;
});
server.router.post('/house/close', (ctx) => {
  house.open = false;
  ctx.body = house;
});
server.run({ port: Number(process.argv[2]) });
