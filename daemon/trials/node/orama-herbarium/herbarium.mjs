import { createServer } from 'node:http';
import { create, insert, remove, search } from '@orama/orama';

const sheets = create({
  id: 'herbarium',
  language: 'english',
  schema: { species: 'string', place: 'string', collector: 'string', year: 'number', damaged: 'boolean' },
});
for (const sheet of [
  { id: 'HB-117', species: 'Arabis alpina', place: 'Engadin', collector: 'L. Caflisch', year: 1874, damaged: false },
  { id: 'HB-233', species: 'Ranunculus glacialis', place: 'Jotunheimen', collector: 'R. Nordhagen', year: 1921, damaged: false },
  { id: 'HB-512', species: 'Gentiana alpina', place: 'Sierra Nevada', collector: 'M. Laínz', year: 1959, damaged: true },
])
  insert(sheets, sheet);

const recent = [];
const visitors = { today: 6, curator: 'Signe Fossum' };
const loans = new Map([['HB-233', { to: 'Uppsala', due: '2027-02-01' }]]);

const find = async (term) => {
  const { count, hits } = await search(sheets, { term });
  recent.unshift({ term, count, best: hits[0]?.document.species ?? null });
  return hits;
};
const lend = (id, to, due) => loans.set(id, { to, due });
const routes = {
  '/sheets': async (sheet) => insert(sheets, sheet),
  '/search': ({ term }) => find(term),
  '/remove': ({ id }) => remove(sheets, id),
  '/lend': ({ id, to, due }) => lend(id, to, due).size,
};
createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  visitors.today += 1;
  const result = await routes[request.url]?.(JSON.parse(text));
  response.writeHead(result === undefined ? 404 : 200).end(JSON.stringify(result ?? null));
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('open'));
