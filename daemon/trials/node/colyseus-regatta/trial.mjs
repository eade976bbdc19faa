/** A game server on Colyseus: one room, its state a schema that is sent to the players, and two who stay. */
export default {
  get: {
    npm: {
      '@colyseus/core': '0.16.26',
      '@colyseus/ws-transport': '0.16.5',
      '@colyseus/schema': '3.0.76',
      'colyseus.js': '0.16.22',
    },
    files: ['server.js', 'skippers.js'],
  },
  start: ({ program, port }) => ['node', [`${program}/server.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the server'),
  async drive({ start, program, port, until }) {
    const skippers = start('node', [`${program}/skippers.js`, port()]);
    await until(() => skippers.said().includes('sailing'), 'the race');
  },
};
