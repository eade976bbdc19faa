const wishes = [
  ['Kettle.setpoint', 'Double', 101.5],
  ['MashTun.stirring', 'Boolean', false],
  ['Fermenter2.recipe', 'String', 'Oat stout'],
  ['Plant.batches', 'Double', 413],
];

/** A brewery behind node-opcua, a server of the protocol that plants are run by: a control room has set some things and watches. */
export default {
  get: { npm: { 'node-opcua': '2.160.0' }, files: ['brewery.cjs', 'control.cjs'] },
  start: ({ program, port, work }) => [
    'node',
    [`${program}/brewery.cjs`, port()],
    { cwd: program, env: { HOME: work, XDG_CONFIG_HOME: `${work}/config`, XDG_DATA_HOME: `${work}/data` } },
  ],
  ready: ({ until, said }) => until(() => said().includes('brewing'), 'the server'),
  async drive({ start, program, port, until, work }) {
    const env = { HOME: work, XDG_CONFIG_HOME: `${work}/config`, XDG_DATA_HOME: `${work}/data` };
    const room = start('node', [`${program}/control.cjs`, port(), ...wishes.map((one) => JSON.stringify(one))], {
      cwd: program,
      env,
    });
    await until(() => room.said().includes('watching'), 'the control room');
  },
};
