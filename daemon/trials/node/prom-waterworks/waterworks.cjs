const { createServer } = require('node:http');
const { Counter, Gauge, Histogram, register } = require('prom-client');

/** What is measured of a town's water, the rules that raise alerts of it, and who is told. */
const litres = new Counter({ name: 'litres_pumped_total', help: 'Water that left the works', labelNames: ['pump'] });
const pressure = new Gauge({ name: 'pressure_bar', help: 'Pressure at the mains', labelNames: ['district'] });
const chlorine = new Gauge({ name: 'chlorine_milligrams', help: 'Chlorine in a litre', labelNames: ['reservoir'] });
const repair = new Histogram({ name: 'repair_minutes', help: 'How long repairs take', buckets: [15, 45, 120] });
register.setDefaultLabels({ town: 'Kvam' });

class Rule {
  constructor(name, look, grade) {
    this.name = name;
    this.look = look;
    this.grade = grade;
    this.silencedBy = null;
    this.firing = false;
  }
}

class Watch {
  #rules = [];

  constructor(onCall) {
    this.onCall = onCall;
    this.told = [];
    this.thresholds = { lowestPressure: 2.5, mostChlorine: 0.6 };
    this.maintenance = false;
  }

  add(name, grade, look) {
    this.#rules.push(new Rule(name, look, grade));
  }

  async evaluate() {
    for (const rule of this.#rules) {
      const was = rule.firing;
      rule.firing = !this.maintenance && (await rule.look(this.thresholds));
      if (rule.firing && !was && rule.silencedBy === null) this.told.push({ to: this.onCall, about: rule.name });
    }
  }

  silence(name, by) {
    const rule = this.#rules.find((one) => one.name === name);
    rule.silencedBy = by;
  }

  setOnCall(person) {
    this.onCall = person;
  }

  setLowestPressure(bar) {
    this.thresholds.lowestPressure = bar;
  }

  startMaintenance() {
    this.maintenance = true;
  }

  get rules() {
    return this.#rules.map(({ name, grade, silencedBy, firing }) => ({ name, grade, silencedBy, firing }));
  }
}

const watch = new Watch('Ragna Stø');
const valuesOf = async (metric) => (await metric.get()).values.map(({ value }) => value);
watch.add('Pressure too low', 'urgent', async ({ lowestPressure }) => Math.min(...(await valuesOf(pressure))) < lowestPressure);
watch.add('Too much chlorine', 'soon', async ({ mostChlorine }) => Math.max(...(await valuesOf(chlorine))) > mostChlorine);

const routes = {
  '/pumped': ({ pump, amount }) => litres.inc({ pump }, amount),
  '/pressure': ({ district, bar }) => pressure.set({ district }, bar),
  '/chlorine': ({ reservoir, milligrams }) => chlorine.set({ reservoir }, milligrams),
  '/repair': ({ minutes }) => repair.observe(minutes),
  '/silence': ({ rule, by }) => watch.silence(rule, by),
  '/on-call': ({ person }) => watch.setOnCall(person),
  '/lowest-pressure': ({ bar }) => watch.setLowestPressure(bar),
  '/maintenance': () => watch.startMaintenance(),
};

createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  if (request.method === 'POST') {
    routes[request.url](text === '' ? {} : JSON.parse(text));
    await watch.evaluate();
  }
  if (request.url === '/metrics') return response.end(await register.metrics());
  const { onCall, told, thresholds, maintenance, rules } = watch;
  response.end(JSON.stringify({ onCall, told, thresholds, maintenance, rules }));
}).listen(Number(process.argv[2]), '127.0.0.1');
