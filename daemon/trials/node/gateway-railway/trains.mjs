import { createServer } from 'node:http';

/** What stands behind the gateway: the departures of a station. */
createServer((_, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ station: 'Åndalsnes', departures: ['08:12', '11:40', '16:05'] }));
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('open'));
