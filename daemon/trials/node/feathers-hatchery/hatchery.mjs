import { feathers } from '@feathersjs/feathers';
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa';
import { MemoryService } from '@feathersjs/memory';
import { Feedings, Silo, Watch } from './feeding.mjs';

const silo = new Silo();
const watch = new Watch();
const app = koa(feathers());
app.use(errorHandler());
app.use(bodyParser());
app.configure(rest());
app.use('tanks', new MemoryService({ startId: 1, multi: true }));
app.use('feedings', new Feedings(silo, { startId: 501 }));
app.use('silo', {
  find: async () => silo,
  create: async ({ grams, supplier }) => {
    silo.refill(grams, supplier);
    return silo;
  },
});
app.use('duty', {
  find: async () => watch,
  create: async ({ keeper }) => {
    watch.setKeeper(keeper);
    return watch;
  },
  remove: async () => {
    watch.clearAlarms();
    return watch;
  },
});
app.service('tanks').hooks({
  before: {
    create: [
      async (context) => {
        context.data = { ...context.data, cleaned: false };
      },
    ],
  },
  after: {
    all: [async ({ method, result }) => void (method === 'create' || method === 'patch' ? watch.look(result) : undefined)],
  },
});
app.listen(Number(process.argv[2]), '127.0.0.1').then(() => console.log('hatchery is open'));
