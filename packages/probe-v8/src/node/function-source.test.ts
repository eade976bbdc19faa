import { describe, expect, test } from 'vitest';
import { parseFieldsAt, parseRequestFields, parseTaken } from './function-source.js';

const shape = (source: string, by: Parameters<typeof parseTaken>[1] = {}) =>
  parseTaken(source, by).parameters.map(({ name, type, required }) => `${name}${required ? '' : '?'}: ${type}`);

test.each(['array', 'object'] as const)(
  '%s: what has that name elsewhere is none of what is handed on without a look',
  (type) => {
    const given = (source: string) => parseTaken(source, { fields: new Map([['tide', type]]) }).parameters.at(-1);
    expect(given('update(id, tide) { db[id] = new Row(tide); }')).toMatchObject({ type, sourceType: 'any' });
    expect(given('sum(data) { return data.reduce(add); }')).toEqual({ name: 'data', type: 'array', required: true });
  },
);

describe('parameters from source', () => {
  const table: [source: string, expected: string[]][] = [
    ['function add(title, priority = "low") {}', ['title: string', 'priority?: string']],
    ['async (id, done = true) => {}', ['id: string', 'done?: boolean']],
    ['x => x', ['x: string']],
    ['async x => x', ['x: string']],
    ['() => 1', []],
    ['place(total, note) { revenue += total; return note ?? null; }', ['total: number', 'note?: string']],
    ['function f(a, b) { return a - b; }', ['a: number', 'b: number']],
    ['function f(list) { for (const one of list) use(one); }', ['list: array']],
    ['function f(names) { return names.map(String); }', ['names: array']],
    ['function f(text) { return text.trim(); }', ['text: string']],
    ['function f({ a, b }, [c]) {}', ['options: object', 'list1: array']],
    ['function f({ a, count = 2 }) {}', ['a: string', 'count?: number']],
    ['function f({ a } = {}) {}', ['a?: string']],
    ['admit({ animal }, done) { done(null, animal); }', ['animal: string']],
    ['moor(args) { const { berth, ship } = args; berths.set(berth, ship); }', ['args: object']],
    ['put(key, value, callback) {}', ['key: string', 'value: string']],
    ['function setDone(id, done) { find(id).done = done; }', ['id: string', 'done: boolean']],
    ['function f(...rest) {}', ['rest?: array']],
    ['(_, { title, minutes = 5 }) => {}', ['title: string', 'minutes?: number']],
    ['(_, text) => {}', ['_?: string', 'text: string']],
    ['function f(a /* the (first) one */, b = ")", c = [1, 2]) {}', ['a: string', 'b?: string', 'c?: array']],
    ['function f(count, options) {}', ['count: number', 'options: object']],
    [
      'function f(message, maxAge, terms, portNumber2, pageCount)',
      ['message: string', 'maxAge: number', 'terms: string', 'portNumber2: number', 'pageCount: number'],
    ],
    ['set(key, value, ttl) { if (ttl == null) ttl = this.ttl; }', ['key: string', 'value: string', 'ttl?: string']],
    ['del(keys) { if (!Array.isArray(keys)) keys = [keys]; for (const key of keys) drop(key); }', ['keys: string']],
    ['create(data) { if (data instanceof Array) return data.map(insert); return insert(data); }', ['data: string']],
    ['create(rows) { if (!Array.isArray(rows)) throw new Error(String(rows)); return put(rows); }', ['rows: array']],
    ['create(rows) { if (!(rows instanceof Array)) throw lost(rows); }', ['rows: array']],
    ['drop(name, by) { if (!has(name)) throw lost(by ? by.id : undefined); }', ['name: string', 'by?: object']],
    ['keep(name, how) { const deep = how && how.deep; put(name, on ? name : deep); }', ['name: string', 'how?: object']],
    ['class A { constructor(a) {} }', ['a: string']],
    ['broken(', []],
    ['native code', []],
  ];
  test.each(table)('%s', (source, expected) => {
    expect(shape(source)).toEqual(expected);
  });

  test('fields of the data decide where the source does not', () => {
    const fields = new Map([
      ['id', 'number'],
      ['title', 'string'],
    ] as const);
    expect(shape('function f(id, title, todoId, user_id) {}', { fields })).toEqual([
      'id: number',
      'title: string',
      'todoId: number',
      'user_id: number',
    ]);
  });
});

describe('what the whole source of the application says', () => {
  const table: [source: string, expected: string[], callback?: number][] = [
    ['function close(args, callback) { open = false; callback(null); }', ['args?: array'], 1],
    [
      '(msg, reply) => { coins.push({ value: msg.value, motif: msg.motif }); reply(coins); }',
      ['value?: string', 'motif?: string'],
      1,
    ],
    ['(room, text, ack) => { say(room, text); if (ack) ack(); }', ['room: string', 'text: string'], 2],
    ['(order) => { orders.push(order); return order.id; }', ['order: object']],
    ['(ship) => { ship.hits += 1; }', ['ship: object']],
    ['(text) => text.length > 2', ['text: string']],
    ['each(items, visit) { for (const one of items) out.push(visit(one)); }', ['items: array', 'visit: string']],
    ['function f() { return arguments.length; }', []],
    ['refill(t,r){this.grams+=t,this.orders.push({grams:t,supplier:r})}', ['grams: number', 'supplier: string']],
    ['setKeeper(t){this.keeperOnDuty=t}', ['keeperOnDuty: string']],
    ['t=>this.all.find(r=>r.id===t)', ['id: string']],
    ['place(x, y) { this.at = { left: x, top: y }; }', ['x: string', 'y: string']],
    ['({ params: { tram, fault = "none" } }) => report(tram, fault)', ['tram: string', 'fault?: string']],
    [
      '(call, callback) => { const { name, cars } = call.request; callback(null, book(name, cars)); }',
      ['name?: string', 'cars?: string'],
      1,
    ],
    ['({ input, ctx }) => { list.push({ ...input, by: ctx.user }); }', ['input: object', 'user?: string']],
    ['({ input, ctx }) => { hall.mats += input.count; }', ['count?: number']],
    ['({ input }) => { routes.push({ ...input }); }', ['input: object']],
    ['async(e)=>{a.find(t=>t.name===e.input.name).grade=e.input.grade}', ['name?: string', 'grade?: string']],
    ['(context) => context.call("trams.get", { tram: context.params.tram })', ['context: object']],
    ['(order) => bill(order.total, order.customer.name)', ['total?: number', 'customer?: object']],
    ['(_root, { visitor }, context) => visits.push({ visitor, by: context?.request.ip })', ['visitor: string', 'ip?: string']],
    ['function ([name, rows], callback) { crops.set(name, { rows }); callback(null); }', ['name: string', 'rows: array'], 1],
    ['({ name }, { user }) => sign(name, user.name)', ['name: string', 'user_name?: string']],
    [
      'listen(topic, callback, headers) { if (callback) on(topic, callback, headers); }',
      ['topic: string', 'callback?: string', 'headers: string'],
    ],
  ];
  test.each(table)('%s', (source, expected, callback) => {
    const by = { whole: true, isOwn: true };
    expect(shape(source, by)).toEqual(expected);
    expect(parseTaken(source, by).callback).toBe(callback);
  });
  test('what was renamed is given at its place', () => {
    expect(parseTaken('refill(t,r){this.orders.push({grams:t,supplier:r})}').ways).toEqual({ grams: [0], supplier: [1] });
  });
  test('what is read of a part is given in that part', () => {
    const source = '(_, [name], { input, ctx }) => add({ ...input, name, by: ctx.user })';
    const ways = { _: [0], name: [1, 0], input: [2, 'input'], user: [2, 'ctx', 'user'] };
    expect(parseTaken(source, { whole: true, isOwn: true }).ways).toEqual(ways);
  });
});

describe('body fields from a handler', () => {
  const table: [source: string, expected: string[]][] = [
    ['(req, res) => { const { title, done } = req.body; }', ['title', 'done']],
    ['async (c) => { const { id, quantity } = await c.req.json(); }', ['id', 'quantity']],
    ['(req) => save(req.body.name, req.body?.age)', ['name', 'age']],
    ['async (ctx) => { ctx.body = ctx.request.body.text; }', ['text']],
    ['e=>{let{show:r,guest:n}=e.request.body;o.order(r,n)}', ['show', 'guest']],
    ['(req) => req.params.id', []],
    ['({ params, payload }, h) => { shelf.push(payload.title, payload.pages ?? 0); }', ['title', 'pages']],
    ['async ({ body: { name, age = 3 } }, reply) => {}', ['name', 'age']],
    ['function (q, s) { const dto = q.body; save(dto.title, dto.tags.map(String)); }', ['title', 'tags']],
    ['(ctx) => { ctx.body = list; ctx.body.push(1); }', []],
    ['(incoming) => incoming.body.forEach(add)', []],
  ];
  test.each(table)('%s', (source, expected) => {
    expect(parseRequestFields(source, 'body')).toEqual(expected);
  });
});

test('fields of a query from a handler', () => {
  expect(parseRequestFields('(req) => find(req.query.title, req.query.page)', 'query')).toEqual(['title', 'page']);
  expect(parseRequestFields('({ query }) => { const { after } = query; }', 'query')).toEqual(['after']);
});

test.each<[source: string, expected: string[]]>([
  ['receive({ donor, item, kilos = 1 }) {}', ['donor', 'item', 'kilos']],
  ['e=>{let{to:t,text:n}=e;i.push(t,n,e.at)}', ['to', 'text', 'at']],
  [
    'function add(order) { orders.push({ ...order, id: next() }); total += order.price; order.lines.map(use); }',
    ['price', 'lines'],
  ],
  ['(name) => name.trim()', []],
  ['(...all) => all.length', []],
  ['', []],
])('fields of what comes first: %s', (source, expected) => {
  expect(parseFieldsAt(source)).toEqual(expected);
});
