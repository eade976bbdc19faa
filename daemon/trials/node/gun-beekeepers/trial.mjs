/** A graph database (GUN as published) behind a club's relay: hives and members are nodes, written by others over the network. */
export default {
  get: { npm: { gun: '0.2020.1241' }, files: ['relay.cjs', 'members.cjs'] },
  start: ({ program, port }) => ['node', [`${program}/relay.cjs`], { env: { PORT: String(port()) } }],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the relay'),
  async drive({ program, start, url, json, until }) {
    start('node', [`${program}/members.cjs`, `${url}/gun`]);
    await until(async () => {
      const hives = await json('/hives');
      return hives.length === 3 && hives.some(({ name, frames }) => name === 'Old mill' && frames === 12);
    }, 'the hives');
    await until(async () => (await json('/alarms'))[0]?.hive === 'Chalk cliff', 'the alarm');
  },
};
