/** It would overwrite its command line with its name, and the daemon of a trial lists by folders alone. */
const keepTitle = "Object.defineProperty(process, 'title', { get: () => 'node', set: () => undefined })";
const config = (work) => `
storage: ${work}/storage
web: { title: Bakery packages, primary_color: "#4b5e40" }
auth: { htpasswd: { file: ./htpasswd, max_users: 12 } }
uplinks: { mirror: { url: "http://127.0.0.1:1/", timeout: 7s, maxage: 25m } }
packages:
  "@bakery/*": { access: $all, publish: $anonymous, unpublish: $authenticated }
  "**": { access: $all, proxy: mirror }
max_body_size: 33mb
log: { type: stdout, format: pretty, level: warn }
`;
const manifest = {
  _id: '@bakery/oven',
  name: '@bakery/oven',
  'dist-tags': { latest: '1.2.3' },
  versions: {
    '1.2.3': {
      name: '@bakery/oven',
      version: '1.2.3',
      description: 'Heats',
      dist: { tarball: 'http://localhost/oven.tgz', shasum: '0'.repeat(40) },
    },
  },
  _attachments: {
    'oven-1.2.3.tgz': { content_type: 'application/octet-stream', data: Buffer.from('oven').toString('base64'), length: 4 },
  },
};

export default {
  get: { npm: { verdaccio: '6.1.2' }, overrides: { 'node-fetch': '2.7.0' } },
  start: ({ modules, port, work, write }) => [
    'node',
    [
      '--require',
      write('title.cjs', keepTitle),
      `${modules}/verdaccio/bin/verdaccio`,
      '--config',
      write('config.yaml', config(work)),
      '--listen',
      `127.0.0.1:${port()}`,
    ],
  ],
  ready: ({ until, json }) => until(async () => typeof (await json('/-/ping')) === 'object', 'the registry'),
  drive: ({ json }) => json('/@bakery%2foven', manifest, 'PUT'),
};
