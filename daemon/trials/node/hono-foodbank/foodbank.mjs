import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createStock } from './stock.mjs';

const stock = createStock();
const branch = { name: process.env.BRANCH, manager: 'Soledad Cruz', volunteers: 14, notice: '', opens: '09:30' };
const households = [];
const given = { parcels: 0, kilos: 0 };

class Limits {
  #kilosPerMember = 3;
  get kilosPerMember() {
    return this.#kilosPerMember;
  }
  set kilosPerMember(kilos) {
    this.#kilosPerMember = kilos;
  }
  allows(household, kilos) {
    return kilos <= household.members * this.#kilosPerMember;
  }
}
const limits = new Limits();

const collect = (name, item, kilos) => {
  const household = households.find((one) => one.name === name);
  if (!limits.allows(household, kilos)) return false;
  stock.give(item, kilos);
  household.visits += 1;
  household.last = item;
  given.parcels += 1;
  given.kilos += kilos;
  return true;
};

const app = new Hono();
app.onError((error, context) => context.json({ error: error.message }, 400));
app.get('/', (context) =>
  context.json({ branch, households, given, shelves: Object.fromEntries(stock.shelves), donations: stock.donations }),
);
app.post('/donations', async (context) => {
  stock.receive(await context.req.json());
  return context.json({ received: true }, 201);
});
app.post('/donations/:donor/thanks', (context) => {
  stock.thank(context.req.param('donor'));
  return context.body(null, 204);
});
app.post('/households', async (context) => {
  const { name, members, diet } = await context.req.json();
  households.push({ name, members, diet, visits: 0, last: null });
  return context.json({ registered: name }, 201);
});
app.delete('/households/:name', (context) => {
  const at = households.findIndex((one) => one.name === context.req.param('name'));
  if (at >= 0) households.splice(at, 1);
  return context.body(null, 204);
});
app.post('/households/:name/collect', async (context) => {
  const { item, kilos } = await context.req.json();
  return context.json({ collected: collect(context.req.param('name'), item, kilos) });
});
app.put('/notice', async (context) => {
  const { text } = await context.req.json();
  branch.notice = text;
  return context.body(null, 204);
});
app.put('/limit', async (context) => {
  const { kilos } = await context.req.json();
  limits.kilosPerMember = kilos;
  return context.json({ kilos: limits.kilosPerMember });
});

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => console.log('doors are open'));
