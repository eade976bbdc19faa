const socket = require('node:net').connect(Number(process.argv[2]), '127.0.0.1');
const lines = ['USER ilse', 'PASS heron', 'TYPE I', 'CWD maps', 'MKD 1911'];
let text = '';
socket.setEncoding('utf8').on('data', (part) => {
  text += part;
  if (!/^\d{3} .*\r\n$/m.test(text)) return;
  text = '';
  const line = lines.shift();
  if (line) socket.write(`${line}\r\n`);
  else console.log('done');
});
