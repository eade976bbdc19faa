import { connect } from 'node:net';

const commands = [
  'CLIENT SETNAME ticket-desk',
  'HSET ferry:aurora captain Solveig berths 36 line fjord',
  'HSET ferry:borealis captain Henrik berths 52 line islands',
  'RPUSH queue:cars Volvo Saab Lada',
  'ZADD crossing 41 Tormund 27 Astrid 63 Yrsa',
  'SADD flags quarantine pilot',
  'SET motto slow-but-dry',
  'EXPIRE motto 86400',
];

/** Speaks the protocol over a connection that stays. */
const speak = async (port, until, lines) => {
  let said = '';
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket
    .on('error', () => undefined)
    .on('data', (text) => {
      said += text;
    });
  socket.unref();
  for (const line of lines) {
    said = '';
    const words = line.split(' ');
    socket.write([`*${words.length}`, ...words.flatMap((word) => [`$${word.length}`, word]), ''].join('\r\n'));
    await until(() => said.endsWith('\r\n'), `an answer to ${line}`);
    if (said.startsWith('-')) throw new Error(`${line}: ${said}`);
  }
};

/** Garnet, as published: a store for caches that speaks Redis; two ferries, a queue, and somebody who listens for news. */
export default {
  get: { nugetTool: ['garnet-server', '2.2.5'] },
  start: ({ tools, port }) => [
    `${tools}/garnet-server`,
    [
      '--port',
      port(),
      '--bind',
      '127.0.0.1',
      '--memory',
      '64m',
      '--page',
      '1m',
      '--index',
      '4m',
      '--network-connection-limit',
      '77',
      '--slowlog-max-len',
      '55',
    ],
    { env: { DOTNET_gcServer: '0' } },
  ],
  ready: ({ until, said }) => until(() => said().includes('Ready to accept connections'), 'the store'),
  async drive({ port, until }) {
    await speak(port(), until, commands);
    await speak(port(), until, ['CLIENT SETNAME harbour-radio', 'SUBSCRIBE weather']);
  },
};
