/** A lift: an XState actor behind plain elements. */
import { assign, createActor, createMachine } from 'xstate';

const machine = createMachine({
  id: 'lift',
  initial: 'idle',
  context: { floor: 2, passengers: 3 },
  states: {
    idle: { on: { CALL: { target: 'moving', actions: assign({ floor: ({ event }) => event.floor }) } } },
    moving: { on: { ARRIVE: 'idle' } },
  },
});
const lift = createActor(machine);
const app = document.getElementById('app');
app.innerHTML = '<h1>Lift</h1><p class="floor"></p><button type="button">Arrive</button>';
lift.subscribe((snapshot) => {
  app.querySelector('.floor').textContent = `Floor ${snapshot.context.floor}, ${snapshot.value}`;
});
lift.start();
app.querySelector('button').addEventListener('click', () => lift.send({ type: 'ARRIVE' }));
