import { createServer } from 'node:http';
import { assign, createActor, createMachine } from 'xstate';

const lift = createActor(
  createMachine({
    id: 'lift',
    initial: 'idle',
    context: { floor: 3, load: 240, calls: [7, 1], operator: 'Emil' },
    states: {
      idle: {
        on: { CALL: { target: 'moving', actions: assign({ calls: ({ context, event }) => [...context.calls, event.floor] }) } },
      },
      moving: {
        initial: 'up',
        states: { up: {}, down: {} },
        on: { ARRIVE: { target: 'open', actions: assign({ floor: ({ event }) => event.floor }) } },
      },
      open: { on: { CLOSE: 'idle' } },
    },
  }),
);
const journal = [];
lift.subscribe(({ value }) => journal.push(JSON.stringify(value)));
lift.start();
const maintenance = { due: '2027-05-02', company: 'Fahrstuhl GmbH', trips: 1862 };
createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname === '/call') lift.send({ type: 'CALL', floor: Number(searchParams.get('floor')) });
  if (pathname === '/arrive') {
    maintenance.trips += 1;
    lift.send({ type: 'ARRIVE', floor: Number(searchParams.get('floor')) });
  }
  response.end(JSON.stringify(lift.getSnapshot().value));
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('ready'));
