export default {
  get: { npm: { ldapjs: '3.0.7' }, files: ['server.js', 'client.js'] },
  start: ({ program, port }) => ['node', [`${program}/server.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the server'),
  async drive({ start, program, port, until }) {
    const client = start('node', [`${program}/client.js`, port()]);
    await until(() => client.said().includes('found'), 'an answer');
  },
};
