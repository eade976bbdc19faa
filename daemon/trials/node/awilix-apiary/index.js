const { createServer } = require('node:http');
const { asClass, asFunction, asValue, createContainer } = require('awilix');
const { HiveService, HarvestService, createBus } = require('./services');

const container = createContainer({ strict: true });
container.register({
  settings: asValue({ region: 'Wachau', beekeeper: 'Leopold Zeisel', maxFrames: 20 }),
  bus: asFunction(createBus).singleton(),
  hives: asClass(HiveService).singleton(),
  harvest: asClass(HarvestService).singleton(),
});

const routes = {
  'POST /hives': ({ hives }, { name, queen, frames }) => hives.found(name, queen, frames),
  'PUT /inspections': ({ hives }, { name, mites, swarming }) => hives.inspect(name, mites, swarming),
  'PUT /queens': ({ hives }, { name, queen }) => hives.requeen(name, queen),
  'POST /harvest': ({ harvest }, { hive, kind, kilos }) => harvest.record(hive, kind, kilos),
  'PUT /extractor': ({ harvest }, { on }) => harvest.switchExtractor(on),
};

createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  const { hives, harvest, settings } = container.cradle;
  routes[`${request.method} ${request.url}`]?.(container.cradle, JSON.parse(text));
  response.end(JSON.stringify({ ...hives.report(), ...harvest.report(), settings }));
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('humming'));
