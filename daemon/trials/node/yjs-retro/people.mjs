import WebSocket from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';

const url = `ws://127.0.0.1:${process.argv[2]}`;
const enter = (room, user) => {
  const doc = new Y.Doc();
  const provider = new WebsocketProvider(url, room, doc, { WebSocketPolyfill: WebSocket, disableBc: true });
  provider.awareness.setLocalState({ user });
  return new Promise((resolve) => provider.once('sync', () => resolve(doc)));
};
const first = await enter('retro-42', { name: 'Ines', colour: 'teal' });
await enter('retro-42', { name: 'Pavel', colour: 'coral' });
const other = await enter('lunch', { name: 'Noor', colour: 'plum' });
first.getMap('settings').set('votes', 5);
first.getMap('settings').set('phase', 'discuss');
const card = (text, author, likes) => new Y.Map(Object.entries({ text, author, likes }));
first.getArray('cards').push([card('Release was calm', 'Ines', 4), card('Tests are slow', 'Pavel', 7)]);
first.getText('summary').insert(0, 'Speed up the tests first');
other.getArray('dishes').push(['ramen', 'pizza']);
setTimeout(() => console.log('all is shared'), 500);
