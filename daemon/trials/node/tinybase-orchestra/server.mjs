import { createServer } from 'node:http';
import { createIndexes, createMetrics, createStore } from 'tinybase';

const store = createStore()
  .setTables({
    players: {
      1: { name: 'Agnes Holm', instrument: 'oboe', desk: 1, salary: 3150 },
      2: { name: 'Rui Tavares', instrument: 'viola', desk: 4, salary: 2980 },
      3: { name: 'Petra Novak', instrument: 'timpani', desk: 1, salary: 3025 },
    },
    rehearsals: {
      tue: { hall: 'Old brewery', starts: '19:30', conductor: 'Idris Bell', cancelled: false },
      sat: { hall: 'Town hall', starts: '10:00', conductor: 'Idris Bell', cancelled: false },
    },
  })
  .setTablesSchema({
    players: {
      name: { type: 'string' },
      instrument: { type: 'string' },
      desk: { type: 'number' },
      salary: { type: 'number', default: 2500 },
    },
    rehearsals: {
      hall: { type: 'string' },
      starts: { type: 'string' },
      conductor: { type: 'string' },
      cancelled: { type: 'boolean', default: false },
    },
    absences: { player: { type: 'string' }, reason: { type: 'string' }, weeks: { type: 'number' } },
  })
  .setValues({ theme: 'Northern lights', concerts: 14, subscribers: 612 });

const metrics = createMetrics(store).setMetricDefinition('payroll', 'players', 'sum', 'salary');
const indexes = createIndexes(store).setIndexDefinition('byHall', 'rehearsals', 'hall');

const hire = (player) => store.addRow('players', player);
const dismiss = (id) => store.delRow('players', id);
const excuse = (absence) => store.addRow('absences', absence);
const changeRehearsal = (id, change) => store.setPartialRow('rehearsals', id, change);
const plan = (change) => store.setPartialValues(change);

const routes = {
  'POST players': (_, body) => hire(body),
  'DELETE players': (id) => dismiss(id),
  'POST absences': (_, body) => excuse(body),
  'PATCH rehearsals': (id, body) => changeRehearsal(id, body),
  'PATCH season': (_, body) => plan(body),
};

createServer(async (request, response) => {
  const [, kind, id] = request.url.split('/');
  let text = '';
  for await (const part of request) text += part;
  routes[`${request.method} ${kind}`]?.(id, text === '' ? undefined : JSON.parse(text));
  response.end(
    JSON.stringify([store.getTables(), store.getValues(), metrics.getMetric('payroll'), indexes.getSliceIds('byHall')]),
  );
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('tuned'));
