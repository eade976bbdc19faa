import { makeAutoObservable } from 'mobx';

export class Batch {
  constructor(plan, id, origin, kilos, dropTemperature, profile) {
    this.plan = plan;
    this.id = id;
    this.origin = origin;
    this.kilos = kilos;
    this.dropTemperature = dropTemperature;
    this.profile = profile;
    this.decaf = false;
    this.note = '';
    this.roasted = false;
    makeAutoObservable(this, { plan: false });
  }

  get weightAfter() {
    return Math.round(this.kilos * (this.profile === 'dark' ? 0.8 : 0.86) * 10) / 10;
  }

  setDropTemperature(degrees) {
    this.dropTemperature = Number(degrees);
  }

  setProfile(profile) {
    this.profile = profile;
  }

  setNote(note) {
    this.note = note;
  }

  toggleDecaf() {
    this.decaf = !this.decaf;
  }

  finish() {
    this.roasted = true;
    this.plan.machine.gasUsed += this.kilos * 0.25;
  }
}

export class Plan {
  batches = [];
  editing = null;
  tab = 'batches';
  machine = { name: 'Old Bertha', state: 'idle', drumSpeed: 52, gasUsed: 3.5 };
  stock = new Map([
    ['Sidamo', 120],
    ['Lake Kivu', 75],
    ['Huehuetenango', 40],
    ['Malabar', 18],
  ]);

  constructor() {
    makeAutoObservable(this);
    this.add('Sidamo', 15, 204, 'light');
    this.add('Lake Kivu', 12, 210, 'medium');
    this.add('Huehuetenango', 10, 219, 'dark');
    this.add('Malabar', 6, 222, 'dark');
  }

  get kilosPlanned() {
    return this.batches.filter((one) => !one.roasted).reduce((sum, one) => sum + one.kilos, 0);
  }

  add(origin, kilos, temperature, profile) {
    this.batches.push(new Batch(this, `R-${this.batches.length + 41}`, origin, kilos, temperature, profile));
  }

  edit(batch) {
    this.editing = batch;
  }

  showTab(tab) {
    this.tab = tab;
  }

  start() {
    this.machine.state = 'heating';
  }

  stop() {
    this.machine.state = 'idle';
  }

  setDrumSpeed(turns) {
    this.machine.drumSpeed = turns;
  }
}
