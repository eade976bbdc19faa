const { WebSocket } = require('ws');
const [port, ...names] = process.argv.slice(2);
let open = 0;
for (const name of names) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/lounge/peerjs?key=velvet&id=${name}&token=t-${name}`);
  setInterval(() => socket.send(JSON.stringify({ type: 'HEARTBEAT' })), 5000);
  socket.on('message', (data) => {
    if (JSON.parse(data).type !== 'OPEN') return;
    if (++open === names.length) console.log('seated');
    if (name === names[0]) socket.send(JSON.stringify({ type: 'OFFER', dst: 'absent-owl', payload: { song: 'Nightjar' } }));
  });
}
