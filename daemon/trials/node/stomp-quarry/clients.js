const WebSocket = require('ws');

const connect = (login, then) => {
  const socket = new WebSocket(`ws://127.0.0.1:${process.argv[2]}/scales`, ['v12.stomp']);
  const frame = (command, headers, body = '') =>
    socket.send(
      `${command}\n${Object.entries(headers)
        .map(([key, value]) => `${key}:${value}\n`)
        .join('')}\n${body}\0`,
    );
  socket.on('open', () => frame('CONNECT', { 'accept-version': '1.2', host: 'quarry', login }));
  socket.on('message', (text) => String(text).startsWith('CONNECTED') && then(frame));
};

connect('office', (frame) => {
  frame('SUBSCRIBE', { id: 'sub-office', destination: '/gate/refused' });
  connect('scale-2', (send) => {
    send('SUBSCRIBE', { id: 'sub-scale', destination: '/scales.commands' });
    const weighed = [
      { truck: 'MT-RO 88', stone: 'basalt', tonnes: 24.6 },
      { truck: 'MT-KL 5', stone: 'slate', tonnes: 43.9 },
      { truck: 'MT-RO 88', stone: 'gravel', tonnes: 18.4 },
      { truck: 'AW-T 301', stone: 'basalt', tonnes: 31.2 },
    ];
    for (const one of weighed) send('SEND', { destination: '/scales.two' }, JSON.stringify(one));
  });
});
