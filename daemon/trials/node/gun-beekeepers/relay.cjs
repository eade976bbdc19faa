const { createServer } = require('node:http');
const Gun = require('gun');

/** The relay of a beekeepers' club: its graph holds what members write, and it answers for what it knows. */
const club = { name: 'Beekeepers of Rügen', founded: 1908 };
const alarms = [];
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (pathname === '/hives') {
    const names = Object.keys(gun._.graph).filter((soul) => soul.startsWith('hive/'));
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify(names.map((soul) => ({ ...gun._.graph[soul], _: undefined }))));
  }
  if (pathname === '/alarms') {
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify(alarms));
  }
  response.statusCode = 404;
  response.end();
});
const gun = Gun({ web: server, file: false, radisk: false, localStorage: false, multicast: false, axe: false, stats: false });
gun.get('club').put(club);

gun
  .get('hives')
  .map()
  .on((hive) => {
    const at = alarms.findIndex((one) => one.hive === hive.name);
    if (hive.mites >= 40 && at < 0) alarms.push({ hive: hive.name, mites: hive.mites });
    if (hive.mites < 40 && at >= 0) alarms.splice(at, 1);
  });
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('open'));
