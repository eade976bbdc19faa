import { EventEmitter } from 'node:events';
import fastq from 'fastq';
import { LowSync, MemorySync } from 'lowdb';

/** Work in line: machines of a library's queue take loads, and a small database in memory keeps the customers. */
const customers = new LowSync(new MemorySync(), {
  customers: [{ name: 'Hotel Aurora', owes: 0 }],
  tariff: { normal: 9, silk: 21 },
});
customers.read();
const bell = new EventEmitter();
const machines = { washing: [], waiting: [] };
const gates = new Map();

const wash = (load, done) => {
  machines.washing.push(load.ticket);
  gates.set(load.ticket, () => {
    machines.washing.splice(machines.washing.indexOf(load.ticket), 1);
    bell.emit('finished', load);
    done(null);
  });
};
const line = fastq(wash, 2);
const finished = [];
bell.on('finished', (load) => {
  finished.push({ ticket: load.ticket, kilos: load.kilos });
  customers.update(({ customers, tariff }) => {
    const one = customers.find(({ name }) => name === load.customer);
    if (one) one.owes += tariff[load.fabric];
  });
});
let ticket = 300;
const commands = {
  bring: (customer, fabric, kilos) => line.push({ ticket: ++ticket, customer, fabric, kilos: Number(kilos) }, () => undefined),
  finish: (number) => gates.get(Number(number))?.(),
  hold: () => line.pause(),
  resume: () => line.resume(),
  register: (name) => customers.update(({ customers }) => customers.push({ name, owes: 0 })),
};
process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const row of text.trim().split('\n')) {
    const [command, ...words] = row.split(';');
    commands[command]?.(...words);
  }
});
console.log('open');
