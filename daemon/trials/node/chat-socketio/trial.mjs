/** A chat on Socket.IO with two visitors, who stay. */
export default {
  get: { npm: { 'socket.io': '4.8.1', 'socket.io-client': '4.8.1' }, files: ['server.js', 'visitors.js'] },
  start: ({ program, port }) => ['node', [`${program}/server.js`, port()]],
  ready: ({ until, json }) => until(async () => (await json('/')) === 'chat', 'the server'),
  async drive({ start, program, port, until }) {
    const visitors = start('node', [`${program}/visitors.js`, port()]);
    await until(() => visitors.said().includes('said'), 'the visitors');
  },
};
