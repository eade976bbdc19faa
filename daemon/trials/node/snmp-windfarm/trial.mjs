/** The agent of a wind farm (net-snmp), which the control room asks and tells by SNMP; an ES module. */
export default {
  get: { npm: { 'net-snmp': '3.29.2' }, files: ['agent.mjs', 'farm.mjs', 'control.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/agent.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('agent listens'), 'the agent'),
  async drive({ start, program, port, until }) {
    const control = start('node', [`${program}/control.mjs`, port()]);
    await until(() => control.said().includes('told'), 'the control room');
  },
};
