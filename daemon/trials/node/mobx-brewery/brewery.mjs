import { computed as derived, signal } from '@preact/signals-core';
import { atom, createStore } from 'jotai/vanilla';
import { autorun, makeAutoObservable, observable } from 'mobx';

/** State in libraries that tell whoever looks of every change: observable objects and maps, signals, atoms in a store. */
class Batch {
  litres = 0;
  stage = 'mashing';
  constructor(beer, litres) {
    this.beer = beer;
    this.litres = litres;
    makeAutoObservable(this);
  }
  get bottles() {
    return Math.floor(this.litres * 3);
  }
  ferment(days) {
    this.stage = `fermenting for ${days} days`;
  }
}
class Brewery {
  batches = [];
  stock = new Map();
  constructor() {
    makeAutoObservable(this);
  }
  brew(beer, litres) {
    this.batches.push(new Batch(beer, litres));
  }
  deliver(grain, kilos) {
    this.stock.set(grain, (this.stock.get(grain) ?? 0) + kilos);
  }
}
const brewery = new Brewery();
const prices = observable.map({ stout: 4.5 });
const boiler = signal(18);
const steam = derived(() => boiler.value >= 100);
const store = createStore();
const brewerAtom = atom('Ilse');
brewerAtom.debugLabel = 'brewer';
const shiftAtom = atom({ from: 6, to: 14 });
shiftAtom.debugLabel = 'shift';
store.sub(shiftAtom, () => undefined);
let notices = 0;
autorun(() => {
  notices = brewery.batches.length + prices.size + notices;
});

const commands = {
  brew: (beer, litres) => brewery.brew(beer, Number(litres)),
  deliver: (grain, kilos) => brewery.deliver(grain, Number(kilos)),
  price: (beer, euros) => prices.set(beer, Number(euros)),
  heat: (degrees) => {
    boiler.value = Number(degrees);
    return steam.value;
  },
  shift: (from, to) => store.set(shiftAtom, { from: Number(from), to: Number(to) }),
  brewer: (name) => store.set(brewerAtom, name),
  ferment: (nth, days) => brewery.batches[Number(nth)].ferment(Number(days)),
};
process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const line of text.trim().split('\n')) {
    const [command, ...words] = line.split(' ');
    commands[command]?.(...words);
  }
});
console.log('open');
