/** A debugging port that means harm: `endpoint.mjs WAY FILE` appends its way to the file when it is first asked. It ends with its parent. */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , way, asked] = process.argv;
setInterval(() => process.ppid === 1 && process.exit(), 1000);

const version = (port) =>
  JSON.stringify({
    Browser: 'Chrome/140',
    'Protocol-Version': '1.3',
    webSocketDebuggerUrl: way === 'elsewhere' ? 'ws://127.0.0.1:9/x' : `ws://127.0.0.1:${port}/devtools/browser/x`,
  });
const targets = JSON.stringify(
  Array.from({ length: 50_000 }, (_, at) => ({ id: `t${at}`, type: 'page', title: 't', url: 'https://example.org/' })),
);
const frame = (bytes) => {
  const head = Buffer.alloc(10);
  head[0] = 0x81;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(bytes.length), 2);
  return Buffer.concat([head, bytes]);
};
const says = {
  'deep-message': () => frame(Buffer.alloc(5_000_000, '[')),
  rubbish: () => Buffer.from(Array.from({ length: 9999 }, (_, at) => (at * 7919) & 0xff)),
  'huge-frame': () => Buffer.from([0x81, 0x7f, 0x40, 0, 0, 0, 0, 0, 0, 0]),
  null: () => frame(Buffer.from('null')),
};

const server = createServer((request, response) => {
  const { port } = server.address();
  if (way === 'silent') return;
  if (way === 'brackets') return void response.end('['.repeat(5_000_000));
  if (way === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  if (way === 'endless') {
    const more = () => void (response.write(' '.repeat(65_536)) ? setImmediate(more) : response.once('drain', more));
    return more();
  }
  response.end(request.url === '/json/version' ? version(port) : targets);
});
server.on('upgrade', (request, socket) => {
  const salted = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accepted = createHash('sha1').update(salted).digest('base64');
  socket.on('error', () => {});
  socket.write(`HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`);
  socket.on('data', () => socket.write((says[way] ?? says.null)()));
});
server.once('request', () => appendFileSync(asked, `${way}\n`));
server.listen(0, '127.0.0.1');
