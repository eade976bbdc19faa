import { connect } from 'node:net';

const config = (port) => ({
  network: 'harbour-net',
  hostname: 'irc.example.org',
  serverDescription: 'Talk of the quay',
  serverName: 'quay',
  port,
  linkPort: 0,
  whoWasLimit: 777,
  token: 1,
  motd: 'Mind the gap',
  opers: {},
  links: {},
  pingTimeout: 360,
  maxNickLength: 22,
});

/** A chat server of IRC's protocol with two people in a channel. */
export default {
  get: { npm: { ircdjs: '0.0.17' }, overrides: { commander: '2.20.3' } },
  start: ({ modules, port, write }) => [
    'node',
    [`${modules}/ircdjs/bin/ircd.js`, '-f', write('config.json', JSON.stringify(config(port())))],
  ],
  async ready({ port, until }) {
    await until(
      () =>
        new Promise((resolve) => {
          const socket = connect(port(), '127.0.0.1', () => {
            socket.destroy();
            resolve(true);
          }).on('error', () => resolve(false));
        }),
      'the server',
    );
  },
  async drive({ port, until }) {
    for (const [nick, real] of [
      ['orla', 'Orla Pilot'],
      ['sven', 'Sven Tug'],
    ]) {
      let said = '';
      const socket = connect(port(), '127.0.0.1')
        .setEncoding('utf8')
        .on('error', () => undefined);
      socket.unref().on('data', (text) => {
        said += text;
      });
      socket.write(`NICK ${nick}\r\nUSER ${nick} 0 * :${real}\r\n`);
      await until(() => said.includes('001'), 'the welcome');
      socket.write('JOIN #pilots\r\n');
      await until(() => said.includes('366'), 'the channel');
      if (nick === 'orla') {
        socket.write('TOPIC #pilots :Fog until noon\r\n');
        await until(() => said.includes('Fog'), 'the topic');
      }
    }
  },
};
