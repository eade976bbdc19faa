const { createServer } = require('node:http');
const { Server } = require('socket.io');

const server = createServer((request, response) => response.end('chat'));
const io = new Server(server);
const rooms = new Map([
  ['lobby', { topic: 'Welcome', members: [] }],
  ['garden', { topic: 'Tomatoes', members: [] }],
]);
const messages = [];
let served = 0;
const banned = ['troll42'];

function setTopic(room, topic) {
  rooms.get(room).topic = topic;
  io.to(room).emit('topic', topic);
}
function announce(text) {
  messages.push({ from: 'server', room: 'lobby', text, at: Date.now() });
  io.emit('message', text);
}

io.on('connection', (socket) => {
  served += 1;
  socket.on('join', (room, nickname) => {
    socket.data.nickname = nickname;
    socket.join(room);
    rooms.get(room).members.push(nickname);
  });
  socket.on('say', (room, text) => {
    messages.push({ from: socket.data.nickname, room, text, at: Date.now() });
    io.to(room).emit('message', text);
  });
  socket.on('topic', setTopic);
  socket.on('announce', announce);
});
server.listen(Number(process.argv[2]), '127.0.0.1');
