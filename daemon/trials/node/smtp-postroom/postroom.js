const { SMTPServer } = require('smtp-server');
const { simpleParser } = require('mailparser');

class Postroom {
  #pigeonholes = new Map();
  refusals = [];
  received = 0;
  onHoliday = new Set(['lena@mill.example']);
  constructor(house, limit) {
    this.house = house;
    this.limit = limit;
    for (const who of ['lena@mill.example', 'joost@mill.example']) this.#pigeonholes.set(who, []);
  }
  knows(address) {
    return this.#pigeonholes.has(address);
  }
  refuse(address, why) {
    this.refusals.push({ address, why });
    return new Error(why);
  }
  deliver(address, { subject, text, from }, bytes) {
    this.received += 1;
    this.#pigeonholes.get(address).push({ subject, text: text.trim(), sender: from.value[0].address, bytes, read: false });
  }
  empty(address) {
    this.#pigeonholes.set(address, []);
  }
  leave(address) {
    this.onHoliday.add(address);
  }
}

const postroom = new Postroom('Paper mill', 50000);
const server = new SMTPServer({
  name: 'mail.mill.example',
  banner: 'The mill takes mail until six',
  size: postroom.limit,
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, callback) {
    if (postroom.knows(address)) return callback();
    callback(postroom.refuse(address, 'Nobody of that name works here'));
  },
  async onData(stream, { envelope }, callback) {
    const mail = await simpleParser(stream);
    for (const { address } of envelope.rcptTo) postroom.deliver(address, mail, stream.byteLength);
    callback();
  },
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
