import { createServer } from 'node:http';
import { Redbird } from 'redbird';

// The front door of a harbour: Redbird stands before its services; who runs it keeps a board of what was put where.
const [port, admin] = process.argv.slice(2).map(Number);
const proxy = new Redbird({ port, host: '127.0.0.1', xfwd: true, timeout: 9000, proxyTimeout: 7000, keepAlive: true });
const board = { harbour: 'Kessel Roads', pilot: 'Aurelio Vane', tide: 'ebb', closed: false, log: [] };

async function openBerth({ host, target }) {
  await proxy.register(host, target);
  board.log.push({ berth: host, what: 'opened' });
}

function closeBerth({ host, target }) {
  proxy.unregister(host, target);
  board.log.push({ berth: host, what: 'closed' });
}

function changePilot({ name }) {
  board.pilot = name;
}

function turnTide({ tide }) {
  board.tide = tide;
}

function closeHarbour() {
  board.closed = true;
}

const routes = { '/berths': openBerth, '/gone': closeBerth, '/pilot': changePilot, '/tide': turnTide, '/close': closeHarbour };

createServer(async (request, response) => {
  const act = routes[request.url];
  const text = (await request.toArray()).join('');
  if (act) await act(text === '' ? {} : JSON.parse(text));
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ board, routing: proxy.routing }));
}).listen(admin, '127.0.0.1', () => console.log('the harbour is open'));
