import { cpSync, rmSync } from 'node:fs';

const gateway = (port) => `
http:
  port: ${port()}
  hostname: 127.0.0.1
admin:
  port: ${port('admin')}
  host: 127.0.0.1
apiEndpoints:
  timetable:
    host: '*'
    paths: '/timetable*'
  fares:
    host: 'fares.rail.example'
    paths: ['/single', '/season']
serviceEndpoints:
  trains:
    url: 'http://127.0.0.1:${port('trains')}'
  till:
    url: 'http://till.rail.example:8090'
policies: [cors, key-auth, proxy, rate-limit]
pipelines:
  passengers:
    apiEndpoints: [timetable]
    policies:
      - rate-limit:
          - action: { max: 40, windowMs: 90000, rateLimitBy: '\${req.hostname}' }
      - proxy:
          - action: { serviceEndpoint: trains, changeOrigin: true }
  counters:
    apiEndpoints: [fares]
    policies:
      - key-auth:
      - proxy:
          - action: { serviceEndpoint: till }
`;
const system = `
db: { redis: { emulate: true, namespace: RAIL } }
crypto: { cipherKey: sensitiveKey, algorithm: aes256, saltRounds: 10 }
session: { secret: winter timetable, resave: false, saveUninitialized: false }
accessTokens: { timeToExpiry: 5400000 }
refreshTokens: { timeToExpiry: 7200000 }
authorizationCodes: { timeToExpiry: 300000 }
`;

/** Express Gateway, as published: a gateway before two services, with its users, their applications and keys in its own memory. */
export default {
  get: { npm: { 'express-gateway': '1.16.11' } },
  ports: ['main', 'admin', 'trains'],
  start: async ({ modules, port, work, write, start, until, trial }) => {
    rmSync(`${work}/gateway`, { recursive: true, force: true });
    write('gateway/gateway.config.yml', gateway(port));
    write('gateway/system.config.yml', system);
    cpSync(`${modules}/express-gateway/lib/config/models`, `${work}/gateway/models`, { recursive: true });
    const trains = start('node', [`${trial}/trains.mjs`, port('trains')]);
    await until(() => trains.said().includes('open'), 'the service');
    return ['node', [`${modules}/express-gateway/lib/index.js`], { env: { EG_CONFIG_DIR: `${work}/gateway` } }];
  },
  ready: ({ until, said }) =>
    until(() => /admin http[\s\S]*gateway http|gateway http[\s\S]*admin http/.test(said()), 'the gateway'),
  drive: async ({ json, port }) => {
    const admin = (route, ...rest) => json(`http://127.0.0.1:${port('admin')}${route}`, ...rest);
    await admin('/scopes', { scopes: ['sell_tickets', 'read_times'] });
    await admin('/users', { username: 'nbratt', firstname: 'Nils', lastname: 'Bratt', email: 'nils@rail.example' });
    await admin('/users', { username: 'solveig', firstname: 'Solveig', lastname: 'Moe', email: 'solveig@rail.example' });
    await admin('/apps', { name: 'Ticket machine', redirectUri: 'https://machine.rail.example/back', userId: 'solveig' });
    await admin('/credentials', { credential: { scopes: ['sell_tickets'] }, consumerId: 'solveig', type: 'key-auth' });
    await admin('/users/nbratt/status', { status: false }, 'PUT');
    for (let times = 0; times < 3; times++) {
      const { station } = await json('/timetable/today');
      if (station !== 'Åndalsnes') throw new Error('the gateway does not lead to the station');
    }
    const { users } = await admin('/users');
    if (users?.length !== 2 || users.filter(({ isActive }) => isActive).length !== 1) throw new Error('the users are not there');
    const { apps } = await admin('/apps');
    const { credentials } = await admin('/credentials/solveig');
    if (apps?.length !== 1 || credentials?.length !== 1) throw new Error('the machine is not there');
  },
};
