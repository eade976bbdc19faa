import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { Engine } from 'bpmn-engine';
import { source } from './process.mjs';

class Parcel {
  constructor(number, variables) {
    this.number = number;
    this.sender = variables.sender;
    this.worth = variables.worth;
    this.waitingFor = null;
    this.notes = [];
    this.cleared = false;
    this.engine = new Engine({ name: `parcel ${number}`, source, variables });
  }

  async begin() {
    const listener = new EventEmitter();
    listener.on('activity.wait', ({ id, name }) => {
      this.waitingFor = { id, name };
    });
    this.engine.once('end', () => {
      this.waitingFor = null;
      this.cleared = true;
    });
    this.execution = await this.engine.execute({ listener });
  }
}

class Office {
  constructor(name) {
    this.name = name;
    this.officer = 'Solveig Ness';
    this.counterOpen = true;
    this.taxRate = 25;
    this.collected = 0;
    this.parcels = new Map();
  }

  async register(number, sender, worth) {
    const parcel = new Parcel(number, { sender, worth });
    this.parcels.set(number, parcel);
    await parcel.begin();
    return parcel;
  }

  signal(number, step, note) {
    const parcel = this.parcels.get(number);
    if (parcel.waitingFor?.id !== step) throw new Error(`${number} does not wait for ${step}`);
    if (note) parcel.notes.push(note);
    if (step === 'tax') this.collected += (parcel.worth * this.taxRate) / 100;
    parcel.execution.signal({ id: step });
  }

  setOfficer(officer) {
    this.officer = officer;
  }

  setTaxRate(percent) {
    this.taxRate = percent;
  }

  closeCounter() {
    this.counterOpen = false;
  }
}

const office = new Office('Customs of Storlien');
const told = () => ({
  name: office.name,
  officer: office.officer,
  counterOpen: office.counterOpen,
  taxRate: office.taxRate,
  collected: office.collected,
  parcels: [...office.parcels.values()].map(({ number, sender, worth, waitingFor, notes, cleared }) => ({
    number,
    sender,
    worth,
    waitingFor,
    notes,
    cleared,
  })),
});

const routes = {
  '/register': ({ number, sender, worth }) => office.register(number, sender, worth),
  '/signal': ({ number, step, note }) => office.signal(number, step, note),
  '/officer': ({ officer }) => office.setOfficer(officer),
  '/tax': ({ percent }) => office.setTaxRate(percent),
  '/close': () => office.closeCounter(),
};

createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  try {
    if (request.method === 'POST') await routes[request.url](text === '' ? {} : JSON.parse(text));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(told()));
  } catch (error) {
    response.statusCode = 400;
    response.end(JSON.stringify({ error: error.message }));
  }
}).listen(Number(process.argv[2]), '127.0.0.1');
