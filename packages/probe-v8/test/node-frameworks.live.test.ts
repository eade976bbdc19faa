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
