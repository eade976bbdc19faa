import { Client } from 'colyseus.js';

const client = new Client(`ws://127.0.0.1:${process.argv[2]}`);
const enter = async (map, pilot) => {
  const room = await client.joinOrCreate('arena', { map, pilot });
  room.onMessage('*', () => undefined);
  return room;
};
const sela = await enter('Dunes', 'Sela');
await enter('Dunes', 'Bram');
await enter('Harbour', 'Kofi');
for (let shot = 0; shot < 3; shot += 1) sela.send('shoot');
setTimeout(() => console.log('all play'), 500);
