const { ApexCharts, mobx } = window;
const { autorun, computed, makeAutoObservable, observable } = mobx;

class Dome {
  open = false;
  readings = [];
  observer;
  constructor(name, observer, readings) {
    this.name = name;
    this.observer = observer;
    this.readings = readings;
    makeAutoObservable(this);
  }
  get seeing() {
    return this.readings.at(-1);
  }
  unlock() {
    this.open = true;
  }
  add(reading) {
    this.readings.push(reading);
  }
}

class Observatory {
  threshold = 2.2;
  current = 'Dome north';
  domes = observable([
    new Dome('Dome north', 'Livia Serra', [1.4, 1.6, 1.9, 2.3, 2.1]),
    new Dome('Dome south', 'Anselm Gut', [1.1, 1.2, 1.5, 2.9, 3.1]),
    new Dome('Solar tower', 'Uma Rao', [0.8, 0.9, 0.9, 1.3, 1.2]),
  ]);
  time = { science: 61, calibration: 23, weather: 16 };
  constructor() {
    makeAutoObservable(this, { alarms: computed });
  }
  get dome() {
    return this.domes.find(({ name }) => name === this.current);
  }
  get alarms() {
    return this.domes.flatMap(({ readings }) => readings).filter((one) => one > this.threshold).length;
  }
  choose(name) {
    this.current = name;
  }
  setThreshold(value) {
    this.threshold = value;
  }
}

const observatory = new Observatory();
const hours = ['20:00', '21:00', '22:00', '23:00', '00:00'];
const line = new ApexCharts(document.getElementById('chart'), {
  chart: { type: 'line', height: 300, animations: { enabled: false } },
  title: { text: 'Seeing of the night' },
  series: observatory.domes.map(({ name, readings }) => ({ name, data: [...readings] })),
  xaxis: { categories: hours, title: { text: 'Local time' } },
  yaxis: { title: { text: 'Arc seconds' } },
});
const share = new ApexCharts(document.getElementById('share'), {
  chart: { type: 'donut', height: 220, animations: { enabled: false } },
  labels: Object.keys(observatory.time),
  series: Object.values(observatory.time),
});
await Promise.all([line.render(), share.render()]);

for (const { name } of observatory.domes) {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', () => observatory.choose(name));
  document.querySelector('nav').append(button);
}
const element = (id) => document.getElementById(id);
element('threshold').addEventListener('input', ({ target }) => observatory.setThreshold(Number(target.value)));
element('open').addEventListener('click', () => observatory.dome.unlock());
element('measure').addEventListener('click', () => observatory.dome.add(2));
autorun(() => {
  element('state').textContent = observatory.dome.open ? 'open' : 'closed';
  element('seeing').textContent = `${observatory.dome.seeing.toFixed(1)}″`;
  element('alarms').textContent = observatory.alarms;
  element('threshold').value = observatory.threshold;
});
