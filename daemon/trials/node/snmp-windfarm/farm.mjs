export class Turbine {
  #steps = [];

  constructor(name, kilowatts, mast) {
    this.name = name;
    this.kilowatts = kilowatts;
    this.mast = mast;
    this.braked = false;
    this.pitch = 12;
  }

  brake(reason) {
    this.braked = true;
    this.#steps.push({ brake: reason });
  }

  release() {
    this.braked = false;
    this.#steps.push({ release: true });
  }

  get steps() {
    return this.#steps;
  }
}

export class Farm {
  turbines = new Map();
  limitKilowatts = 9000;
  wind = { metresPerSecond: 11.4, from: 'north-west' };
  contact = 'Jorunn Hagen';
  journal = [];

  add(turbine) {
    this.turbines.set(turbine.name, turbine);
  }

  note(text) {
    this.journal.push(text);
  }

  setLimit(kilowatts) {
    this.limitKilowatts = kilowatts;
    this.note(`limit ${kilowatts} kW`);
  }

  setPitch(name, degrees) {
    this.turbines.get(name).pitch = degrees;
    this.note(`pitch of ${name} ${degrees}`);
  }

  brakeTurbine(name, reason) {
    this.turbines.get(name).brake(reason);
    this.note(`${name} braked: ${reason}`);
  }

  releaseTurbine(name) {
    this.turbines.get(name).release();
    this.note(`${name} released`);
  }

  get output() {
    let sum = 0;
    for (const { kilowatts, braked } of this.turbines.values()) if (!braked) sum += kilowatts;
    return Math.min(sum, this.limitKilowatts);
  }
}
