const { io } = require('socket.io-client');
const open = (nickname, room, ...texts) => {
  const socket = io(`http://127.0.0.1:${process.argv[2]}`, { transports: ['websocket'] });
  socket.emit('join', room, nickname);
  for (const text of texts) socket.emit('say', room, text);
  return socket;
};
open('mira', 'lobby', 'Good morning', 'Is anybody here?').on('message', (text) => {
  if (text === 'Is anybody here?') open('teo', 'garden', 'Mine are ripe').on('message', () => console.log('said'));
});
