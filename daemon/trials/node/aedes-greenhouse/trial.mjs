/** An MQTT broker (Aedes) in a program, one client that stays. */
export default {
  get: { npm: { aedes: '0.51.3', mqtt: '5.10.4' }, files: ['broker.js', 'sensors.js'] },
  start: ({ program, port }) => ['node', [`${program}/broker.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the broker'),
  async drive({ start, program, port, until }) {
    const sensors = start('node', [`${program}/sensors.js`, port()]);
    await until(() => sensors.said().includes('published'), 'the sensors');
  },
};
