/** An LDAP directory (ldapjs) in memory, with one client that stays. */
export default {
  get: { npm: { ldapjs: '3.0.7' }, files: ['directory.js', 'client.js'] },
  start: ({ program, port }) => ['node', [`${program}/directory.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the directory'),
  async drive({ start, program, port, until }) {
    const client = start('node', [`${program}/client.js`, port()]);
    await until(() => client.said().includes('added'), 'the client');
  },
};
