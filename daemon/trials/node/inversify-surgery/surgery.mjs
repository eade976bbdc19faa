import 'reflect-metadata';
import { createServer } from 'node:http';
import { Container } from 'inversify';

/** Services that a container of a library makes and holds; nothing of them is in a variable of a module. */
class Clock {
  opens = '08:30';
  closes = '17:00';
}
class Patients {
  #records = new Map();
  next = 41;
  admit(name, animal) {
    this.#records.set(this.next, { name, animal, visits: 1 });
    return this.next++;
  }
  find(number) {
    return this.#records.get(number);
  }
}
class Schedule {
  appointments = [];
  constructor(clock, patients) {
    this.clock = clock;
    this.patients = patients;
  }
  book(number, time, reason) {
    if (!this.patients.find(number)) throw new Error('nobody of that number');
    this.appointments.push({ number, time, reason, done: false });
  }
}
class Pharmacy {
  constructor() {
    this.doses = { meloxicam: 40, amoxicillin: 15 };
  }
  dispense(drug, doses) {
    this.doses[drug] -= doses;
  }
}

const start = () => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind('clock').toDynamicValue(() => new Clock());
  container.bind('patients').toDynamicValue(() => new Patients());
  container.bind('schedule').toDynamicValue((context) => new Schedule(context.get('clock'), context.get('patients')));
  container.bind('pharmacy').toDynamicValue(() => new Pharmacy());
  container.bind('settings').toConstantValue({ vet: 'Dr Oduya', rooms: 3 });

  createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const given = JSON.parse(text || '{}');
    const { pathname } = new URL(request.url, 'http://surgery');
    if (pathname === '/patients') container.get('patients').admit(given.name, given.animal);
    if (pathname === '/appointments') container.get('schedule').book(given.number, given.time, given.reason);
    if (pathname === '/doses') container.get('pharmacy').dispense(given.drug, given.doses);
    response.end('{}');
  }).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('open'));
};
start();
