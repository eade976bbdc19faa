const Gun = require('gun');

/** Members who write into the graph from elsewhere. */
const gun = Gun({ peers: [process.argv[2]], file: false, radisk: false, localStorage: false, multicast: false, axe: false });
const member = (id, data) => gun.get(`member/${id}`).put(data);
const hive = (id, data, keeper) => {
  const one = gun.get(`hive/${id}`).put(data);
  one.get('keeper').put(keeper);
  gun.get('hives').get(id).put(one);
};
const hanne = member('hanne', { name: 'Hanne Boldt', village: 'Sellin', since: 1997 });
const piotr = member('piotr', { name: 'Piotr Wilk', village: 'Garz', since: 2019 });
hanne.get('mentorOf').put(piotr);
hive('lime', { name: 'Lime avenue', race: 'Buckfast', frames: 11, queenYear: 2025, mites: 12, honeyKilos: 31.5 }, hanne);
hive('cliff', { name: 'Chalk cliff', race: 'Carnica', frames: 8, queenYear: 2024, mites: 47, honeyKilos: 14.25 }, hanne);
hive('mill', { name: 'Old mill', race: 'Carnica', frames: 10, queenYear: 2026, mites: 5, honeyKilos: 22 }, piotr);
setTimeout(() => hive('mill', { frames: 12 }, piotr), 600);
setInterval(() => undefined, 60_000);
