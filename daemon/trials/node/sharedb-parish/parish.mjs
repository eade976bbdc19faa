import { createServer } from 'node:http';
import ShareDB from 'sharedb';

// Papers of a parish council that several people write: ShareDB keeps them, and every change of them, in its memory.
const backend = new ShareDB({ maxSubmitRetries: 6 });
const office = { council: 'Nether Wallop', clerk: 'Agatha Munro', locked: [], refused: 0 };

backend.use('apply', ({ id, op }, next) => {
  if (!office.locked.includes(id) || !op.op) return next();
  office.refused += 1;
  next(new Error(`${id} is locked`));
});

const writers = new Map();
const paperOf = (writer, id) => {
  if (!writers.has(writer)) writers.set(writer, backend.connect());
  return writers.get(writer).get('papers', id);
};
const told = (work) => new Promise((resolve, reject) => work((error) => (error ? reject(error) : resolve())));

async function openPaper({ writer, id, title, quorum }) {
  const paper = paperOf(writer, id);
  await told((done) => paper.subscribe(done));
  if (paper.type === null)
    await told((done) => paper.create({ title, quorum, chair: writer, items: [], votes: { yes: 0, no: 0 } }, done));
}

async function addItem({ writer, id, text }) {
  const paper = paperOf(writer, id);
  await told((done) => paper.subscribe(done));
  await told((done) =>
    paper.submitOp([{ p: ['items', paper.data.items.length], li: { text, by: writer } }], { source: writer }, done),
  );
}

async function vote({ writer, id, side, count }) {
  const paper = paperOf(writer, id);
  await told((done) => paper.subscribe(done));
  await told((done) => paper.submitOp([{ p: ['votes', side], na: count }], { source: writer }, done));
}

async function retitle({ writer, id, title }) {
  const paper = paperOf(writer, id);
  await told((done) => paper.subscribe(done));
  await told((done) => paper.submitOp([{ p: ['title'], od: paper.data.title, oi: title }], { source: writer }, done));
}

function lockPaper({ id }) {
  office.locked.push(id);
}

function appointClerk({ name }) {
  office.clerk = name;
}

const routes = {
  '/open': openPaper,
  '/items': addItem,
  '/votes': vote,
  '/title': retitle,
  '/lock': lockPaper,
  '/clerk': appointClerk,
};

createServer(async (request, response) => {
  const answer = (status, body) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  if (request.method === 'GET') return answer(200, { office, papers: backend.db.docs.papers, writers: [...writers.keys()] });
  let text = '';
  for await (const part of request) text += part;
  try {
    await routes[request.url](JSON.parse(text));
    answer(200, {});
  } catch (error) {
    answer(409, { error: error.message });
  }
}).listen(Number(process.argv[2]), '127.0.0.1');
