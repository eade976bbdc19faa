import { createSocket } from 'node:dgram';

/** StatsD, as published: it counts what programs of a shop send it, and flushes once in an hour. */
const sent = [
  'shop.orders:12|c\nshop.orders:5|c\nshop.refunds:2|c',
  'shop.basket.value:84.5|g\nwarehouse.temperature:6.5|g',
  'shop.checkout:320|ms\nshop.checkout:210|ms\nshop.checkout:455|ms',
  'shop.visitors:ada|s\nshop.visitors:bela|s\nshop.visitors:ada|s',
  'shop.orders:many|c',
];

const config = (port, management) => `{
  port: ${port},
  address: '127.0.0.1',
  mgmt_port: ${management},
  mgmt_address: '127.0.0.1',
  flushInterval: 3600000,
  percentThreshold: [95],
  prefixStats: 'meter',
  deleteIdleStats: true,
  gaugesMaxTTL: 4,
  backends: ['./backends/console']
}
`;

export default {
  get: { npm: { statsd: '0.9.0' } },
  ports: ['main', 'management'],
  start: ({ modules, port, write }) => [
    'node',
    [`${modules}/statsd/stats.js`, write('shop.js', config(port(), port('management')))],
  ],
  ready: ({ until, said }) => until(() => said().includes('server is up'), 'the server'),
  async drive({ port, until, said }) {
    const socket = createSocket('udp4');
    for (const text of sent) await new Promise((resolve) => socket.send(text, port(), '127.0.0.1', resolve));
    socket.close();
    await until(() => said().includes('Bad line'), 'what was sent last');
  },
};
