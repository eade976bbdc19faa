import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa from 'koa';

/** A web framework's server whose state hangs on the context of its application and in plugins. */
const app = new Koa({ proxy: true });
app.context.harbour = { name: 'Kråkvåg', depth: 4.5 };

const berths = (options) => {
  const taken = new Map();
  return {
    take: (berth, boat) => {
      if (taken.size >= options.places) throw new Error('full');
      taken.set(berth, { ...boat, since: 'Monday' });
    },
    leave: (berth) => taken.delete(berth),
    all: () => Object.fromEntries(taken),
    options,
  };
};
const tides = () => {
  let level = 1.2;
  let direction = 'rising';
  return {
    read: () => ({ level, direction }),
    set: (next) => {
      direction = next < level ? 'falling' : 'rising';
      level = next;
    },
  };
};
app.context.berths = berths({ places: 12 });
app.context.tides = tides();

const visits = [];
app.use(async (context, next) => {
  visits.push({ method: context.method, path: context.path });
  await next();
});
app.use(bodyParser());

const router = new Router({ prefix: '/marina' });
router.get('/berths', (context) => {
  context.body = context.berths.all();
});
router.post('/berths/:berth', (context) => {
  const { boat, length } = context.request.body;
  context.berths.take(context.params.berth, { boat, length });
  context.status = 201;
  context.body = context.berths.all();
});
router.delete('/berths/:berth', (context) => {
  context.berths.leave(context.params.berth);
  context.status = 204;
});
router.put('/tide', (context) => {
  const { level } = context.request.body;
  context.tides.set(level);
  context.body = context.tides.read();
});
app.use(router.routes()).use(router.allowedMethods());
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('open'));
