import express from 'express';
import session from 'express-session';

class Stock {
  #left = new Map([
    ['kettle', 14],
    ['lamp', 6],
    ['rug', 3],
  ]);
  take(article, count) {
    this.#left.set(article, this.#left.get(article) - count);
  }
  restock(article, count) {
    this.#left.set(article, this.#left.get(article) + count);
  }
}

const stock = new Stock();
const orders = [];
const prices = { kettle: 39.9, lamp: 54, rug: 120 };
const visitors = new WeakMap();
const app = express();
app.use(express.json());
app.use(session({ secret: 'not for anybody', resave: false, saveUninitialized: false }));
app.use((request, _response, next) => {
  visitors.set(request.socket, (visitors.get(request.socket) ?? 0) + 1);
  next();
});
app.post('/login', (request, response) => {
  request.session.user = request.body.user;
  request.session.basket = [];
  response.json({});
});
app.post('/basket', (request, response) => {
  const { article, count } = request.body;
  request.session.basket.push({ article, count, price: prices[article] });
  response.json(request.session.basket);
});
app.post('/orders', (request, response) => {
  const { user, basket } = request.session;
  for (const { article, count } of basket) stock.take(article, count);
  orders.push({
    number: 7000 + orders.length,
    user,
    lines: basket.length,
    total: basket.reduce((sum, one) => sum + one.count * one.price, 0),
  });
  request.session.basket = [];
  response.json(orders.at(-1));
});
app.put('/stock/:article', (request, response) => {
  stock.restock(request.params.article, request.body.count);
  response.json({});
});
const server = app.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('shop on', server.address().port));
