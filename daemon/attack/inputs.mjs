/** What is thrown at the API. Every input is made by a seeded dice, so that a run can be repeated. */

export const createDice = (seed) => {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (most) => Math.floor(next() * most);
  const pick = (list) => list[below(list.length)];
  const text = (most) => Array.from({ length: below(most) }, () => String.fromCodePoint(pick(codes)())).join('');
  const codes = [
    () => 32 + below(95),
    () => below(32),
    () => 0x4e00 + below(500),
    () => 0x1f600 + below(60),
    () => 0x202e,
    () => 0xfeff,
    () => 0xd7ff - below(100),
  ];
  return { below, pick, text };
};

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '..',
  '%00',
  '%2e%2e%2f',
  'NaN',
  '-1',
  '1e9',
  '0x10',
  '9'.repeat(400),
  ' ',
];
const one = (dice) => (dice.below(2) === 0 ? dice.pick(names) : encodeURIComponent(dice.text(40)));
const resources = ['state', 'schema', 'diff', 'learn', 'watch', 'verify', 'apps', 'action', 'search'];

export const routes = [
  (dice) => `/${dice.pick(resources)}/${one(dice)}`,
  (dice, pid) => `/state/${pid}?${one(dice)}=${one(dice)}`,
  (dice, pid) => `/state/${pid}?prefix=${encodeURIComponent(dice.text(200))}&keys=${one(dice)}`,
  (dice, pid) => `/diff/${pid}?since=${one(dice)}`,
  (dice, pid) => `/state/${pid}?${'prefix=a&'.repeat(dice.below(400))}`,
  (dice, pid) => `/schema/${pid}?${one(dice)}`,
  (dice) => `/apps?${one(dice)}=${one(dice)}`,
];

export const headers = [
  () => ({}),
  (dice) => ({ 'X-Substrate-Key': `sk_substrate_${'a'.repeat(dice.below(200))}` }),
  () => ({ Authorization: 'Bearer x' }),
  () => ({ 'X-Substrate-Key': '__proto__' }),
  (dice) => ({
    'X-Substrate-Key': Array.from({ length: dice.below(60) }, () => String.fromCharCode(33 + dice.below(90))).join(''),
  }),
  () => ({ Origin: 'http://evil.example' }),
];

const nested = (open, close, depth) => open.repeat(depth) + close.repeat(depth);
const expressions = [
  (dice) => dice.text(300),
  () => 'this.constructor.constructor("return process")()',
  () => '__proto__.x = 1',
  () => 'shop["constructor"]["prototype"]',
  (dice) => nested('(', ')', dice.below(3000)),
  (dice) => `${'!'.repeat(dice.below(1500))}1`,
  (dice) => `"${'a'.repeat(dice.below(1900))}".split("").map(x => x + x).join("")`,
  () => '[1,2,3].map(a => [1,2,3].map(b => [1,2,3].map(c => [1,2,3].map(d => a+b+c+d))))',
  () => ['`$', '{`$', '{1}`}`'].join(''),
  () => 'Array.isArray(Object.entries(Object.entries))',
  () => 'import("fs")',
  () => '/(a+)+$/.test("a")',
  () => 'while(true){}',
  (dice) => `shop.till.cash === ${dice.below(1e9)}e${dice.below(999)}`,
];
const values = [null, [], {}, 0, -1, 1e308, '', 'x', true, '__proto__', { __proto__: null }, [[[[]]]], 'a'.repeat(5000)];

export const bodies = [
  (dice, pid) => ({ route: '/verify', body: JSON.stringify({ pid, expression: dice.pick(expressions)(dice) }) }),
  (dice, pid) => ({ route: `/verify/${pid}`, body: JSON.stringify({ expression: dice.pick(expressions)(dice) }) }),
  (dice, pid) => ({ route: '/action', body: JSON.stringify({ pid, action: dice.text(60), parameters: dice.pick(values) }) }),
  (dice, pid) => ({
    route: '/action',
    body: JSON.stringify({
      pid,
      action: 'shop_earn',
      dry_run: true,
      parameters: { [dice.pick(names)]: dice.pick(values) },
      verify_expression: dice.pick(expressions)(dice),
    }),
  }),
  (dice, pid) => ({
    route: '/action',
    body: `{"pid":${pid},"action":"x","__proto__":{"a":1},"parameters":${nested('[', ']', dice.below(20_000))}}`,
  }),
  (dice, pid) => ({
    route: `/learn/${pid}`,
    body: JSON.stringify({
      capture_id: dice.text(30),
      schema_version: dice.pick(values),
      feedback_type: dice.pick(values),
      corrections: [dice.pick(values)],
    }),
  }),
  (dice) => ({ route: '/action', body: nested('[', ']', dice.below(50_000)) }),
  (dice) => ({ route: '/action', body: `{"a":${'9'.repeat(dice.below(5000))}}` }),
  (dice) => ({ route: '/action', body: dice.text(2000) }),
  (dice, pid) => ({
    route: '/action',
    body: JSON.stringify({ pid: dice.pick(values), app_id: dice.pick(values), action: dice.pick(values), x: pid }),
  }),
  () => ({ route: '/action', body: `"${'\\u0000'.repeat(3000)}"` }),
];

/** None of these may be answered with 2xx: they are broken, have no key, or ask for what is not there. */
export const rawRequests = [
  () => 'GET / HTTP/9.9\r\n\r\n',
  () => '\0\0\0\0\r\n\r\n',
  (dice) => `${dice.text(200)}\r\n\r\n`,
  () => 'GET /substrate/v1/apps HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  () => 'GET /substrate/v1/apps HTTP/1.1\r\n\r\n',
  () => 'GET http://evil.example/substrate/v1/apps HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  (dice) => `GET /substrate/v1/apps HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'a'.repeat(20_000 + dice.below(60_000))}\r\n\r\n`,
  () => 'POST /substrate/v1/action HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n',
  () =>
    'POST /substrate/v1/action HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  () => 'POST /substrate/v1/action HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n',
  (dice) => `GET /${'a/'.repeat(dice.below(8000))} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
  () => 'GET /substrate/v1/watch/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
];
