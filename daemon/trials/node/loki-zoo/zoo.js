const { createServer } = require('node:http');
const Loki = require('lokijs');

const open = (port) => {
  const db = new Loki('zoo.db', { adapter: new Loki.LokiMemoryAdapter() });
  const animals = db.addCollection('animals', { unique: ['name'], indices: ['species'] });
  const feedings = db.addCollection('feedings');
  animals.insert([
    { name: 'Knut', species: 'polar bear', weight: 410, enclosure: 'Ice' },
    { name: 'Moa', species: 'emu', weight: 38, enclosure: 'Meadow', quarantine: true },
  ]);
  const heavy = animals.addDynamicView('heavy');
  heavy.applyFind({ weight: { $gt: 100 } });
  const keeper = { name: 'Sanna', shift: 'morning', keys: ['Ice', 'Forest'] };
  const addAnimal = (animal) => animals.insert(animal);
  const feed = (name) => feedings.insert({ animal: name, keeper: keeper.name, kilos: 12 });
  createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (pathname === '/animals' && request.method === 'POST') {
      let text = '';
      for await (const part of request) text += part;
      addAnimal(JSON.parse(text));
    }
    if (pathname === '/feed') feed(searchParams.get('name'));
    response.end(JSON.stringify(animals.find()));
  }).listen(port, '127.0.0.1', () => console.log('open', heavy.count()));
};
open(Number(process.argv[2]));
