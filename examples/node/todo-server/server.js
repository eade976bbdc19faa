/** A todo list over plain HTTP, without a framework: the smallest server that has state worth reading. */
const http = require('node:http');
const store = require('./store');

const account = { owner: 'Ada Lovelace', plan: 'family', apiToken: 'tok-3f9a7c51e0b84d26' };
const requests = { served: 0, failed: 0 };
let reminders = 0;

const readJson = async (request) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
};

const answer = async (request) => {
  const { method, url } = request;
  const id = Number(/^\/todos\/(\d+)$/.exec(url)?.[1]);
  if (method === 'GET' && url === '/todos') return store.list();
  if (method === 'GET' && url === '/health') return { ok: true, owner: account.owner, reminders };
  if (method === 'POST' && url === '/todos') {
    const { title, priority } = await readJson(request);
    return store.addTodo(title, priority);
  }
  if (method === 'PATCH' && id) return store.setDone(id, (await readJson(request)).done);
  if (method === 'DELETE' && id) return store.removeTodo(id);
  return undefined;
};

const server = http.createServer(async (request, response) => {
  requests.served++;
  response.setHeader('content-type', 'application/json');
  try {
    const body = await answer(request);
    response.statusCode = body === undefined ? 404 : 200;
    response.end(JSON.stringify(body ?? { error: 'not found' }));
  } catch (error) {
    requests.failed++;
    response.statusCode = 400;
    response.end(JSON.stringify({ error: error.message }));
  }
});

setInterval(function remind() {
  reminders++;
}, 60_000);

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
