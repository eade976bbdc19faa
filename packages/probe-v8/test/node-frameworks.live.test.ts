import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type RawNode } from '@substrate/core';
import { expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { startNode, urlOf } from './node-process.js';

/** Routes and state of applications on the published frameworks. */

const script = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node/frameworks.mjs');
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const value = (node: RawNode | undefined, name: string): unknown => node?.children?.find((child) => child.name === name)?.value;

test.each(['express', 'fastify', 'koa', 'hono'])(
  '%s: its routes, by their full paths, called by a real request',
  async (name) => {
    const app = await startNode({ args: [script, name], cwd: dirname(script), ready: /listening on http/ });
    try {
      await using session = await createV8Probe().attach(app.app, undefined, soon());
      const capture = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
      const all = { root: 'routes', path: [], from: 0, limit: 100, budget: defaultBudget };
      const { children: routes = [] } = (await session.read?.(all, soon())) ?? {};
      const told = routes.map((route) => `${value(route, 'method')} ${value(route, 'path')}`);
      expect(told.sort()).toEqual(['GET /admin/stats', 'GET /items', 'GET /items/:id', 'POST /items']);
      // How a framework is set up by itself is nothing of the application, wherever the framework holds it.
      expect(JSON.stringify(capture.roots)).not.toContain('x-powered-by');

      const action = (wanted: string) => {
        const found = capture.actions.find((one) => one.name === wanted);
        if (!found) throw new Error(`No ${wanted} among ${capture.actions.map((one) => one.name).join(', ')}`);
        return found;
      };
      const post = action('POST /items');
      expect(post.parameters.map((parameter) => parameter.name)).toEqual(expect.arrayContaining(['name', 'amount', 'body']));
      expect(post.parameters.find((parameter) => parameter.name === 'amount')?.type).toBe('number');
      const call = (address: string, parameters: Record<string, unknown>) =>
        session.invoke({ address, parameters, timeoutMs: 20_000 }, soon());
      expect(await call(post.address, { name: 'Chair', amount: 2 })).toMatchObject({
        ok: true,
        value: { status: 201, body: { id: 2, name: 'Chair', amount: 2 } },
      });
      expect(await call(action('GET /items/:id').address, { id: '2' })).toMatchObject({ value: { body: { name: 'Chair' } } });
      await fetch(`${urlOf(app)}/admin/stats`, { signal: soon() });

      const after = await session.capture({ mode: 'poll', budget: defaultBudget }, soon());
      const items = after.roots.find((root) => root.name === 'items');
      expect(value(items?.children?.[1], 'name')).toBe('Chair');
      expect(after.roots.find((root) => root.name === 'looked')?.value).toBe(1);
    } finally {
      await app.stop();
    }
  },
);

const byHand = `
import { createServer } from 'node:http';
const boats = [{ name: 'Aurora', berth: 4 }];
const json = async (request) => { let text = ''; for await (const part of request) text += part; return JSON.parse(text || '{}'); };
const refuse = (request, response) => { response.statusCode = 404; response.end(request.url === '/teapot' ? 'tea' : 'no'); };
async function handle(response, request) {
  const { pathname, searchParams: asked } = new URL(request.url, 'http://quay');
  if (request.method === 'POST' && pathname === '/boats') {
    const { name, berth } = await json(request);
    boats.push({ name, berth });
    response.statusCode = 201;
    return response.end(JSON.stringify(boats.at(-1)));
  }
  if (pathname === '/move') { boats.find(({ name }) => name === asked.get('name')).berth = Number(asked.get('berth')); return response.end('moved'); }
  if (pathname.startsWith('/boats/')) {
    const at = boats.findIndex(({ name }) => name === decodeURIComponent(pathname.slice(7)));
    switch (request.method) {
      case 'DELETE': boats.splice(at, 1); return response.end('gone');
      case 'GET': return response.end(JSON.stringify(boats[at]));
    }
  }
  refuse(request, response);
}
createServer((request, response) => { handle(response, request); })
  .listen(0, '127.0.0.1', function () { console.log('listening on http://127.0.0.1:' + this.address().port); });`;

test('a handler that compares by hand: its routes, by method and path, with the fields that it reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-by-hand-'));
  writeFileSync(join(folder, 'quay.mjs'), byHand);
  const app = await startNode({ args: ['quay.mjs'], cwd: folder, ready: /listening on http/ });
  try {
    await using session = await createV8Probe().attach(app.app, undefined, soon());
    const capture = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
    const routes = new Map(
      capture.actions.filter(({ kind }) => kind === 'route').map((one) => [one.name, one.parameters.map(({ name }) => name)]),
    );
    expect([...routes].sort()).toEqual([
      ['DELETE /boats/:boat', ['boat', 'query']],
      ['GET /boats/:boat', ['boat', 'query']],
      ['POST /boats', ['name', 'berth', 'body', 'query']],
      ['POST /move', ['name', 'berth', 'body', 'query']],
      ['POST /teapot', ['body', 'query']],
    ]);
    const call = (name: string, parameters: Record<string, unknown>) => {
      const { address = '' } = capture.actions.find((one) => one.name === name) ?? {};
      return session.invoke({ address, parameters, timeoutMs: 20_000 }, soon());
    };
    const boats = async () => {
      const { roots } = await session.capture({ mode: 'poll', budget: defaultBudget }, soon());
      return roots.find(({ name }) => name === 'boats')?.children?.map((boat) => [value(boat, 'name'), value(boat, 'berth')]);
    };
    expect(await call('POST /boats', { name: 'Ida B', berth: 9 })).toMatchObject({ ok: true, value: { status: 201 } });
    expect(await call('POST /move', { name: 'Aurora', berth: 7 })).toMatchObject({ ok: true });
    expect(await boats()).toEqual([
      ['Aurora', 7],
      ['Ida B', 9],
    ]);
    expect(await call('DELETE /boats/:boat', { boat: 'Ida B' })).toMatchObject({ ok: true, value: { body: 'gone' } });
    expect(await boats()).toEqual([['Aurora', 7]]);
  } finally {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
