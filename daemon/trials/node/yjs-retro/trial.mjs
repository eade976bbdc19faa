/** A server that keeps shared documents (y-websocket's own), with two people in one of them. */
export default {
  get: { npm: { 'y-websocket': '1.5.4', yjs: '13.6.20', ws: '8.18.0' }, files: ['people.mjs'] },
  start: ({ modules, port }) => [
    'node',
    [`${modules}/y-websocket/bin/server.js`],
    { env: { HOST: '127.0.0.1', PORT: String(port()) } },
  ],
  ready: ({ until, said }) => until(() => said().includes('running at'), 'the server'),
  async drive({ start, program, port, until }) {
    const people = start('node', [`${program}/people.mjs`, port()]);
    await until(() => people.said().includes('all is shared'), 'the people');
  },
};
