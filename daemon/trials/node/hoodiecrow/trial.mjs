import { connect } from 'node:net';

/** An IMAP server with a mailbox in memory, one client that has the inbox open. */
export default {
  get: { npm: { 'hoodiecrow-imap': '2.1.0' }, files: ['server.js'] },
  start: ({ program, port }) => ['node', [`${program}/server.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the server'),
  async drive({ port, until }) {
    let said = '';
    const socket = connect(port(), '127.0.0.1')
      .setEncoding('utf8')
      .on('error', () => undefined);
    socket.unref().on('data', (text) => {
      said += text;
    });
    await until(() => said.includes('* OK'), 'the greeting');
    socket.write('a LOGIN postmaster not-told\r\n');
    await until(() => /^a OK/m.test(said), 'the login');
    socket.write('b SELECT INBOX\r\n');
    await until(() => /^b OK/m.test(said), 'the inbox');
  },
};
