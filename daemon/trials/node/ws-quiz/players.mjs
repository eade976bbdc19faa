import WebSocket from 'ws';

const play = async (name, team, answers) => {
  const socket = new WebSocket(`ws://127.0.0.1:${process.argv[2]}`);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ room: 'rivers', name, team }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const answer of answers) {
    socket.send(JSON.stringify(answer));
    await new Promise((resolve) => socket.once('message', resolve));
  }
};
await play('Hanna', 'north', [
  { text: 'Mekong', right: true },
  { text: 'Amur', right: true },
]);
await play('Petr', 'south', [{ text: 'Volga', right: false }]);
console.log('answered');
