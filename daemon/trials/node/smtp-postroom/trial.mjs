/** A mail server (smtp-server of Nodemailer) with a postroom of its own: two mails came in from a real client, one was refused. */
export default {
  get: { npm: { 'smtp-server': '3.16.1', nodemailer: '7.0.10', mailparser: '3.9.0' }, files: ['postroom.js', 'senders.js'] },
  start: ({ program, port }) => ['node', [`${program}/postroom.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the postroom'),
  async drive({ start, program, port, until }) {
    const senders = start('node', [`${program}/senders.js`, port()]);
    await until(() => senders.said().includes('sent all'), 'the senders');
  },
};
