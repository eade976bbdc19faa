import {
  CommandHandler,
  getInMemoryDatabase,
  getInMemoryEventStore,
  IllegalStateError,
  inlineProjections,
  inMemorySingleStreamProjection,
} from '@event-driven-io/emmett';
import express from 'express';
import { cutList } from './cutlist.mjs';
import { decide, evolve, initialState } from './order.mjs';

/** Orders of a joinery, each a stream of events; the board in the workshop and the cutting list are projections of them. */
const board = inMemorySingleStreamProjection({
  collectionName: 'workshop_board',
  canHandle: ['OrderPlaced', 'WorkBegun', 'PieceFinished', 'OrderDelivered', 'DeadlineMoved'],
  evolve: (card, { type, data }) => {
    switch (type) {
      case 'OrderPlaced':
        return { ...data, status: 'waiting', joiner: null, finished: 0 };
      case 'WorkBegun':
        return { ...card, status: 'in work', joiner: data.joiner };
      case 'PieceFinished':
        return { ...card, finished: card.finished + 1 };
      case 'DeadlineMoved':
        return { ...card, due: data.due };
      default:
        return { ...card, status: 'delivered' };
    }
  },
});

const database = getInMemoryDatabase();
const store = getInMemoryEventStore({ database, projections: inlineProjections([board, cutList]) });
const handle = CommandHandler({ evolve, initialState, mapToStreamId: (id) => `order-${id}` });

const app = express();
app.use(express.json());
const command = (route, method, name) =>
  app[method](route, async (request, response) => {
    try {
      const { number } = request.params;
      await handle(store, number, (order) => decide[name](order, { ...request.body, number }));
      response.status(204).end();
    } catch (error) {
      response.status(error instanceof IllegalStateError ? 409 : 500).json({ error: error.message });
    }
  });
command('/orders/:number', 'post', 'place');
command('/orders/:number/work', 'post', 'begin');
command('/orders/:number/pieces', 'post', 'finish');
command('/orders/:number/due', 'put', 'move');
command('/orders/:number/delivery', 'post', 'deliver');
app.get('/board', async (_, response) => {
  const cards = await database.collection('workshop_board').find();
  response.json(cards.map(({ _version, ...card }) => card));
});
app.get('/cutlist', async (_, response) => {
  const timber = await database.collection('cut_list').find();
  response.json(timber.map(({ _version, ...one }) => one));
});
app.get('/orders/:number/events', async (request, response) => {
  const { events } = await store.readStream(`order-${request.params.number}`);
  response.json(events.map(({ type, data }) => ({ type, data })));
});
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('open'));
