import { createServer } from 'node:http';
import schedule from 'node-schedule';
import { Oven } from './ovens.mjs';
import { PriceBoard } from './prices.mjs';

class Bakery {
  constructor() {
    this.baker = 'Yusuf';
    this.flour = { rye: 80, wheat: 210 };
    this.ovens = new Map([
      ['stone', new Oven('stone', 240, 1)],
      ['deck', new Oven('deck', 180, 2)],
    ]);
    this.prices = new PriceBoard();
    this.plans = {
      cleaning: schedule.scheduleJob('cleaning', '0 4 * * 7', () => this.clean()),
      delivery: schedule.scheduleJob('delivery', '30 5 * * *', () => undefined),
    };
  }
  clean() {
    this.cleaned = new Date();
  }
  order({ oven, bread, loaves }) {
    this.flour.rye -= bread === 'rye' ? loaves : 0;
    return this.ovens.get(oven).bake(bread, loaves);
  }
  refill(kind, kilos) {
    this.flour[kind] += kilos;
  }
}

const bakery = new Bakery();
bakery.prices.setPrice('spelt', 4.2);

createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  const body = text === '' ? {} : JSON.parse(text);
  if (request.url === '/orders' && request.method === 'POST') bakery.order(body);
  if (request.url === '/prices' && request.method === 'POST') bakery.prices.setPrice(body.bread, body.price);
  response.end(JSON.stringify({ ok: true }));
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('open'));
