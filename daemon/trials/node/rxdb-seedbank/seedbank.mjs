import { createServer } from 'node:http';
import { createRxDatabase } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';

const text = { type: 'string', maxLength: 60 };
const number = { type: 'number' };
const schema = (primaryKey, properties, required) => ({
  version: 0,
  primaryKey,
  type: 'object',
  properties,
  required: [primaryKey, ...required],
});

const watched = { low: [], cold: null, orders: 0 };

const open = async () => {
  const database = await createRxDatabase({ name: 'seedbank', storage: getRxStorageMemory(), multiInstance: false });
  await database.addCollections({
    seeds: {
      schema: schema(
        'code',
        { code: text, plant: text, origin: text, packets: number, germination: number, frozen: { type: 'boolean' } },
        ['plant', 'packets'],
      ),
    },
    vaults: { schema: schema('name', { name: text, celsius: number, keeper: text }, ['celsius']) },
    orders: {
      schema: schema('id', { id: text, garden: text, code: text, packets: number, state: text }, ['garden', 'code', 'state']),
    },
  });
  const { seeds, vaults, orders } = database;
  seeds.find({ selector: { packets: { $lt: 10 } } }).$.subscribe((found) => {
    watched.low = found.map(({ plant }) => plant);
  });
  vaults.findOne({ sort: [{ celsius: 'asc' }] }).$.subscribe((vault) => {
    watched.cold = vault?.name ?? null;
  });
  orders.find({ selector: { state: 'open' } }).$.subscribe((found) => {
    watched.orders = found.length;
  });
  return database;
};

const all = async (collection) => (await collection.find().exec()).map((one) => one.toMutableJSON());

const serve = async () => {
  const { seeds, vaults, orders } = await open();
  const routes = {
    '/seeds': (seed) => seeds.upsert(seed),
    '/vaults': (vault) => vaults.upsert(vault),
    '/orders': (order) => orders.upsert(order),
    '/withdraw': async ({ code, packets }) => {
      const seed = await seeds.findOne(code).exec();
      await seed.incrementalModify((data) => ({ ...data, packets: data.packets - packets }));
    },
    '/send': async ({ id }) => (await orders.findOne(id).exec()).incrementalPatch({ state: 'sent' }),
    '/temperature': async ({ name, celsius }) => (await vaults.findOne(name).exec()).incrementalPatch({ celsius }),
    '/discard': async ({ code }) => (await seeds.findOne(code).exec()).remove(),
  };
  createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    try {
      if (request.method === 'POST') await routes[request.url](JSON.parse(body));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ seeds: await all(seeds), vaults: await all(vaults), orders: await all(orders), watched }));
    } catch (error) {
      response.statusCode = 400;
      response.end(JSON.stringify({ error: String(error) }));
    }
  }).listen(Number(process.argv[2]), '127.0.0.1');
};

serve();
