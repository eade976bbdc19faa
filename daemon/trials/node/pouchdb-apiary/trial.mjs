const hives = [
  { _id: 'hive-03', queen: 'Berta', breed: 'Carnica', frames: 11, stand: 'Lime avenue', swarmed: false },
  { _id: 'hive-07', queen: 'Undine', breed: 'Buckfast', frames: 8, stand: 'Quarry', swarmed: true },
  { _id: 'hive-12', queen: 'Mathilde', breed: 'Dark bee', frames: 14, stand: 'Quarry', swarmed: false },
];
const harvest = [
  { _id: '2026-06-14', honey: 'Acacia', kilos: 23.5, keeper: 'Rasmus' },
  { _id: '2026-07-30', honey: 'Lime blossom', kilos: 41.25, keeper: 'Philippa' },
];

/** pouchdb-server as its package starts it (Express, in memory): three databases with documents, one that was changed, an index and a task list. */
export default {
  get: { npm: { 'pouchdb-server': '4.2.0' } },
  start: ({ modules, port, work }) => [
    'node',
    [`${modules}/pouchdb-server/bin/pouchdb-server`, '--in-memory', '--host', '127.0.0.1', '--port', port(), '--no-color'],
    { cwd: work },
  ],
  ready: ({ until, json }) => until(async () => (await json('/'))['express-pouchdb'] === 'Welcome!', 'the server'),
  async drive({ json }) {
    for (const name of ['hives', 'harvest', 'orders']) await json(`/${name}`, {}, 'PUT');
    for (const hive of hives) await json(`/hives/${hive._id}`, hive, 'PUT');
    await json('/harvest/_bulk_docs', { docs: harvest });
    const undine = await json('/hives/hive-07');
    await json('/hives/hive-07', { ...undine, frames: 6, note: 'Feed before frost' }, 'PUT');
    await json('/hives/_index', { index: { fields: ['stand'] }, name: 'by-stand', type: 'json' });
    await json('/hives/_find', { selector: { stand: 'Quarry' } });
    await json('/_config/log/level', 'warning', 'PUT');
  },
};
