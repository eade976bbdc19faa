import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import PQueue from 'p-queue';
import { BoxOffice, Hall } from './hall.mjs';

const office = new BoxOffice({
  Nocturne: { hall: new Hall('Grand', 20, 30), price: 42, sold: false },
  Marionettes: { hall: new Hall('Attic', 6, 10), price: 12, sold: false },
});
const outbox = new PQueue({ concurrency: 1, autoStart: false });
const sent = [];
const app = new Koa();
const router = new Router();
router.post('/orders', (ctx) => {
  const { show, guest, seats } = ctx.request.body;
  office.order(show, guest, seats);
  ctx.body = { takings: office.takings };
});
router.delete('/orders/:id', (ctx) => {
  office.refund(Number(ctx.params.id));
  ctx.body = {};
});
router.post('/mails', (ctx) => {
  const mail = ctx.request.body;
  outbox.add(() => sent.push(mail));
  ctx.body = { waiting: outbox.size };
});
router.get('/sent', (ctx) => {
  ctx.body = sent;
});
app.use(bodyParser()).use(router.routes());
app.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('doors open'));
