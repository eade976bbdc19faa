const { Client } = require('colyseus.js');

const join = async (skipper, sail) => {
  const client = new Client(`ws://127.0.0.1:${process.argv[2]}`);
  const room = await client.joinOrCreate('regatta', { skipper, sail, course: 'Two islands', harbour: 'Vitte' });
  for (const type of ['__playground_message_types']) room.onMessage(type, () => {});
  return room;
};
(async () => {
  const first = await join('Marit', 'GER 412');
  const second = await join('Olof', 'SWE 88');
  first.onStateChange((state) => {
    if (state.protests.length === 1) console.log('sailing');
  });
  first.send('start');
  first.send('steer', { heading: 215 });
  first.send('round');
  first.send('round');
  second.send('steer', { heading: 190 });
  second.send('protest', 'GER 412 touched the mark');
})();
