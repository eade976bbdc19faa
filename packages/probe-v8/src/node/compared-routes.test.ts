import { describe, expect, test } from 'vitest';
import { queryNames, routeActions } from './actions.js';
import { comparedRoutes } from './compared-routes.js';
import { parseRequestFields } from './function-source.js';

const told = (source: string, at = 0) =>
  comparedRoutes({ server: 0, source, at }).map((route) => {
    const fields = [...queryNames(route), ...parseRequestFields(route.head, 'body')];
    return `${route.method} ${route.path}${fields.length > 0 ? ` ${fields.join(' ')}` : ''}`;
  });

describe('routes that a handler compares by hand', () => {
  test('method and path side by side, in any order, with what the body and the query are read for', () => {
    expect(
      told(`async (req, res) => {
        const url = new URL(req.url, 'http://x'); // '/not' === url.pathname
        if (req.method === 'GET' && url.pathname === '/boats') return res.end(list(url.searchParams.get('harbour')));
        if (url.pathname === '/boats' && 'POST' === req.method) {
          const { name, length } = await json(req);
          boats.push({ name, length });
        } else if ((req.method === 'PUT' || req.method === 'PATCH') && url.pathname === '/berth') {
          read(req).then((berth) => move(berth.number));
        }
        if (req.method === 'DELETE' && url.pathname.startsWith('/boats/')) boats.delete(url.pathname.slice(7));
        const found = /^\\/boats\\/([^/]+)\\/lights$/.exec(url.pathname);
        if (found && req.method === 'POST') lights(found[1]);
        if (req.headers.accept === '/boats') return;
        res.statusCode = 404;
      }`),
    ).toEqual([
      'GET /boats harbour',
      'POST /boats name length',
      'PUT /berth number',
      'PATCH /berth number',
      'DELETE /boats/:boat',
      'POST /boats/:boat/lights',
    ]);
  });

  test('one within the other, by switches, by what is denied, and by both in one text', () => {
    expect(
      told(`function serve(request, response) {
        const { method, url } = request;
        const [path] = url.split('?');
        switch (path) {
          case '/open':
          case '/reopen':
            return open();
          case '/state': {
            if (method === 'GET') return tell();
            if (method === 'PUT') { let text = ''; for await (const part of request) text += part; set(JSON.parse(text).state); }
            break;
          }
          default: response.end('/none');
        }
      }`),
    ).toEqual(['ALL /open', 'ALL /reopen', 'GET /state', 'PUT /state state']);
    expect(
      told(`(request, response) => {
        if (request.method !== 'POST') { response.end(); return; }
        const body = JSON.parse(request.text);
        if (request.url === '/sow') sow(body.seed); else if (request.url === '/reap') reap();
      }`),
    ).toEqual(['POST /sow seed', 'POST /reap']);
    expect(
      told("(q, r) => { switch (`${q.method} ${q.url}`) { case 'GET /a': return a(); case 'POST /b': return b(); } }"),
    ).toEqual(['GET /a', 'POST /b']);
  });

  test('not what is compared with other texts, or by what is given no request', () => {
    expect(told(`(req, res) => { const { path } = config; if (path === '/etc') res.end(); if (mode === 'POST') go(); }`)).toEqual(
      [],
    );
    expect(told('function () { [native code] }')).toEqual([]);
    expect(told('({ url }) => url === "/x"')).toEqual([]);
  });

  test('are offered as actions', () => {
    const routes = comparedRoutes({
      server: 0,
      at: 1,
      source: `(app, req) => { if (req.url === '/x' && req.method === 'POST') app.x(); }`,
    });
    expect(routeActions(routes, new Map(), new Map()).map(({ address }) => address)).toEqual(['route:0:POST /x']);
  });
});
