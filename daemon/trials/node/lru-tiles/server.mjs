import { createServer } from 'node:http';
import { TileStore } from './tile-store.mjs';

const store = new TileStore({ max: 500, ttl: 3_600_000, region: 'Centro' });
const bodyOf = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
};

createServer(async (request, response) => {
  const key = request.url.split('/').at(-1);
  if (request.method === 'PUT') store.put(key, await bodyOf(request));
  else if (request.url === '/pins') {
    const { key: pinned, by } = JSON.parse(await bodyOf(request));
    store.pin(pinned, by);
  } else if (request.url.startsWith('/tiles/')) response.write(store.get(key) ?? '{}');
  else response.write(store.describe());
  response.end();
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
