import { connect } from 'node:net';

const letters = [
  ['quartermaster', 'captain', 'Ropes are here', 'Forty metres of the blue one.'],
  ['cook', 'quartermaster', 'No more onions', 'Please bring two sacks.'],
  ['stranger', 'captain', 'spam', 'Buy.'],
];

/** A mail server of no library that keeps its letters in memory: two came in, one was refused, and one sender is still there. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Inbox.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the server'),
  async drive({ port, until }) {
    let said = '';
    const socket = connect(port(), '127.0.0.1')
      .setEncoding('utf8')
      .on('error', () => undefined);
    socket.unref().on('data', (text) => {
      said += text;
    });
    const say = async (line, answer) => {
      said = '';
      socket.write(`${line}\r\n`);
      await until(() => answer.test(said), `an answer to ${line}`);
    };
    await until(() => said.startsWith('220'), 'the greeting');
    await say('HELO deck', /^250/m);
    for (const [from, to, subject, text] of letters) {
      await say(`MAIL FROM:<${from}@harbour.example>`, /^250/m);
      await say(`RCPT TO:<${to}@harbour.example>`, /^250/m);
      await say('DATA', /^354/m);
      await say(`Subject: ${subject}\r\n\r\n${text}\r\n.`, /^[25]50/m);
    }
  },
};
