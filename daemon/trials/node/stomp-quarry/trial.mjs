/** A broker of messages (STOMP over WebSockets) in the program of a quarry: two clients stay, one of them sent what was weighed. */
export default {
  get: { npm: { 'stomp-broker-js': '1.3.0', ws: '8.18.3' }, files: ['broker.js', 'clients.js'] },
  start: ({ program, port }) => ['node', [`${program}/broker.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the broker'),
  async drive({ start, program, port, until, said }) {
    start('node', [`${program}/clients.js`, port()]);
    await until(() => said().includes('loads 3'), 'the loads');
  },
};
