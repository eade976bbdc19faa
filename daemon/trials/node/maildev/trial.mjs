import { rmSync } from 'node:fs';
import { connect } from 'node:net';

const mails = [
  { from: 'shop@example.org', to: 'ada@example.org', subject: 'Your order 4711', text: 'It is on its way.' },
  { from: 'club@example.org', to: 'bob@example.org', subject: 'Meeting moved', text: 'To Thursday.' },
];

/** Sends one mail by the words of the protocol. */
const send = (port, { from, to, subject, text }) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const lines = [
      'EHLO trial',
      `MAIL FROM:<${from}>`,
      `RCPT TO:<${to}>`,
      'DATA',
      `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <${subject.length}@example.org>\r\n\r\n${text}\r\n.`,
      'QUIT',
    ];
    socket.setEncoding('utf8').on('error', reject).on('close', resolve);
    socket.on('data', (answer) => {
      if (/^\d{3} /m.test(answer) && lines.length > 0) socket.write(`${lines.shift()}\r\n`);
    });
  });

/** MailDev: a mail server for development that keeps what it gets, with a web page. */
export default {
  get: { npm: { maildev: '2.2.1' } },
  ports: ['main', 'smtp'],
  start({ modules, port, work }) {
    rmSync(`${work}/mails`, { recursive: true, force: true });
    return [
      'node',
      [
        `${modules}/maildev/bin/maildev`,
        '--ip',
        '127.0.0.1',
        '--web',
        port(),
        '--smtp',
        port('smtp'),
        '--mail-directory',
        `${work}/mails`,
        '--hide-extensions',
        'STARTTLS',
      ],
    ];
  },
  ready: ({ until, json }) => until(async () => Array.isArray(await json('/email')), 'the web page'),
  async drive({ port, until, json }) {
    for (const mail of mails) await send(port('smtp'), mail);
    const kept = await until(async () => (await json('/email')).length === 2 && (await json('/email')), 'the mails');
    await json(`/email/${kept[0].id}`);
  },
};
