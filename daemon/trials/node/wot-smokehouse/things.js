const { Servient } = require('@node-wot/core');
const { HttpServer } = require('@node-wot/binding-http');

const oven = {
  id: 'urn:smokehouse:oven',
  title: 'Alder Oven',
  description: 'Smokes what hangs in it over alder chips',
  properties: {
    temperature: { type: 'number', unit: 'celsius', minimum: 15, maximum: 140, observable: true },
    vent: { type: 'string', enum: ['shut', 'half', 'open'] },
    wood: { type: 'string', readOnly: true },
    hanging: { type: 'array', items: { type: 'string' }, readOnly: true },
  },
  actions: {
    hang: { description: 'Hangs something into the oven', input: { type: 'string' } },
    empty: { description: 'Takes all out', output: { type: 'integer' } },
  },
  events: { overheated: { description: 'It is hotter than it may be', data: { type: 'number' } } },
};
const scale = {
  id: 'urn:smokehouse:scale',
  title: 'Counter Scale',
  description: 'Weighs what is sold',
  properties: {
    grams: { type: 'integer', unit: 'gram', readOnly: true },
    pricePerKilo: { type: 'number', unit: 'euro' },
    customer: { type: 'string' },
  },
  actions: { weigh: { input: { type: 'integer' }, output: { type: 'number' } } },
};

/** What a thing is at: what it is asked for is read from here and written there. */
const keep = (thing, state) => {
  for (const name of Object.keys(state)) {
    thing.setPropertyReadHandler(name, async () => state[name]);
    if (thing.properties[name].readOnly) continue;
    thing.setPropertyWriteHandler(name, async (value) => {
      state[name] = await value.value();
      await thing.emitPropertyChange(name);
    });
  }
};

(async () => {
  const servient = new Servient();
  const port = Number(process.argv[2]);
  servient.addServer(new HttpServer({ port, address: '127.0.0.1', baseUri: `http://127.0.0.1:${port}` }));
  const wot = await servient.start();

  const smoke = { temperature: 18, vent: 'shut', wood: 'alder', hanging: [] };
  const smoker = await wot.produce(oven);
  keep(smoker, smoke);
  smoker.setActionHandler('hang', async (input) => {
    smoke.hanging.push(await input.value());
  });
  smoker.setActionHandler('empty', async () => smoke.hanging.splice(0).length);
  await smoker.expose();

  const weight = { grams: 0, pricePerKilo: 34, customer: '' };
  const weigher = await wot.produce(scale);
  keep(weigher, weight);
  weigher.setActionHandler('weigh', async (input) => {
    weight.grams = await input.value();
    return (weight.grams / 1000) * weight.pricePerKilo;
  });
  await weigher.expose();
  console.log('the smokehouse is open');
})();
