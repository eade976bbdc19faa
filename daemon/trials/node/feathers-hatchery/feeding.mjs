import { MemoryService } from '@feathersjs/memory';

/** Feed is taken from the silo as it is given. */
export class Silo {
  feed = 'pellets 2 mm';
  grams = 50000;
  orders = [];

  take(grams) {
    this.grams -= grams;
  }

  refill(grams, supplier) {
    this.grams += grams;
    this.orders.push({ grams, supplier });
  }
}

export class Feedings extends MemoryService {
  constructor(silo, options) {
    super(options);
    this.silo = silo;
  }

  async create(data, params) {
    this.silo.take(data.grams);
    return super.create({ ...data, eaten: false }, params);
  }
}

export class Watch {
  alarms = [];
  limit = { coldest: 4, warmest: 13 };
  keeperOnDuty = 'Solveig';

  look({ name, temperature }) {
    if (temperature > this.limit.warmest) this.alarms.push({ tank: name, what: 'too warm', temperature });
    if (temperature < this.limit.coldest) this.alarms.push({ tank: name, what: 'too cold', temperature });
  }

  clearAlarms() {
    this.alarms = [];
  }

  setKeeper(name) {
    this.keeperOnDuty = name;
  }
}
