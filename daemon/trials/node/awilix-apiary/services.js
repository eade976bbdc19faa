const { EventEmitter } = require('node:events');

class HiveService {
  #hives = new Map();
  #inspections = 0;

  constructor({ settings, bus }) {
    this.bus = bus;
    this.beekeeper = settings.beekeeper;
    this.maxFrames = settings.maxFrames;
    this.found('Linden', 'marked blue', 10);
  }

  found(name, queen, frames) {
    if (frames > this.maxFrames) throw new Error('Too many frames');
    const hive = { name, queen, frames, mites: 0, swarming: false };
    this.#hives.set(name, hive);
    return hive;
  }

  inspect(name, mites, swarming = this.#hives.get(name).swarming) {
    const hive = this.#hives.get(name);
    Object.assign(hive, { mites, swarming });
    this.#inspections += 1;
    if (mites > 5) this.bus.emit('sick', hive);
    return hive;
  }

  requeen(name, queen) {
    this.#hives.get(name).queen = queen;
  }

  report() {
    return { hives: [...this.#hives.values()], inspections: this.#inspections };
  }
}

class HarvestService {
  #jars = [];
  #totals = {};
  #alerts = [];
  #nextBatch = 31;
  #extractorOn = false;

  constructor({ bus }) {
    bus.on('sick', ({ name, mites }) => this.#alerts.push({ hive: name, text: `${mites} mites counted`, treated: false }));
  }

  record(hive, kind, kilos) {
    const jar = { hive, kind, kilos, batch: `H${this.#nextBatch++}` };
    this.#jars.push(jar);
    this.#totals[kind] = (this.#totals[kind] ?? 0) + kilos;
    return jar;
  }

  switchExtractor(on) {
    this.#extractorOn = on;
  }

  report() {
    return { jars: this.#jars, totals: this.#totals, alerts: this.#alerts, extractorOn: this.#extractorOn };
  }
}

const createBus = () => new EventEmitter();

module.exports = { HiveService, HarvestService, createBus };
