const { createInterface } = require('node:readline');
const dns2 = require('dns2');

const { Packet } = dns2;

class Zone {
  constructor(origin, admin, serial) {
    this.origin = origin;
    this.admin = admin;
    this.serial = serial;
    this.hosts = new Map();
    this.mail = { exchange: `post.${origin}`, priority: 10 };
  }
  add(name, address, ttl) {
    this.hosts.set(name, { address, ttl, asked: 0 });
    this.serial += 1;
  }
  drop(name) {
    if (this.hosts.delete(name)) this.serial += 1;
  }
}

const zone = new Zone('campus.example', 'hostmaster@campus.example', 2026111700);
zone.add('library.campus.example', '10.8.0.12', 3600);
zone.add('observatory.campus.example', '10.8.7.2', 300);
zone.add('canteen.campus.example', '10.8.0.77', 900);

const blocked = {};
const policy = { logQueries: true, defaultTtl: 120, contact: 'ext. 4410' };
const tally = { answered: 0, refused: 0, unknown: 0 };
const recent = [];

const answer = ({ name, type }) => {
  if (policy.logQueries) recent.push({ name, type: type === Packet.TYPE.MX ? 'MX' : 'A' });
  if (blocked[name]) {
    tally.refused += 1;
    return [];
  }
  if (type === Packet.TYPE.MX && name === zone.origin) {
    tally.answered += 1;
    return [{ name, type, class: Packet.CLASS.IN, ttl: policy.defaultTtl, ...zone.mail }];
  }
  const host = zone.hosts.get(name);
  if (!host) {
    tally.unknown += 1;
    return [];
  }
  host.asked += 1;
  tally.answered += 1;
  return [{ name, type: Packet.TYPE.A, class: Packet.CLASS.IN, ttl: host.ttl, address: host.address }];
};

const server = dns2.createServer({
  udp: true,
  handle(request, send) {
    const response = Packet.createResponseFromRequest(request);
    for (const question of request.questions) response.answers.push(...answer(question));
    if (response.answers.length === 0) response.header.rcode = 3;
    send(response);
  },
});

const orders = {
  add: (name, address, ttl) => zone.add(name, address, Number(ttl)),
  drop: (name) => zone.drop(name),
  block: (name, by) => {
    blocked[name] = { by, since: '2026-11-16' };
    console.log(`blocked ${name}`);
  },
  allow: (name) => delete blocked[name],
  policy: (key, value) => {
    policy[key] = JSON.parse(value);
  },
  tell: () => console.log(JSON.stringify({ zone: { ...zone, hosts: [...zone.hosts] }, blocked, policy, tally, recent })),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const [order, ...words] = line.split(' ');
  orders[order]?.(...words);
});

server.listen({ udp: { port: Number(process.argv[2]), address: '127.0.0.1' } }).then(() => console.log('answering'));
