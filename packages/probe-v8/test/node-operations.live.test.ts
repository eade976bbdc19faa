import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBudget, type RawResult } from '@substrate/core';
import { afterEach, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { startNode } from './node-process.js';

/** Servers that stand behind one path for many deeds: what can be asked of them is known to a schema in the process. */

const probe = createV8Probe();
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const graphql = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '../../../examples/node_modules/graphql'));
const program = `
const { createServer } = require('node:http');
const { buildSchema, graphql } = require('graphql');
const schema = buildSchema(\`
  enum Trim { LIGHT LADEN }
  input Cargo { kind: String!, tonnes: Float }
  type Hold { tonnes: Float }
  type Barge { id: ID!, name: String, trim: Trim, lamps: [Int], hold: Hold }
  type Query { barge(id: ID!): Barge, count: Int }
  type Mutation {
    launch(name: String!, trim: Trim = LIGHT, lamps: [Int!], cargo: Cargo!): Barge
    sink(id: ID!): Boolean
  }
\`);
const barges = new Map([['7', { id: '7', name: 'Morning' }]]);
const rootValue = {
  barge: ({ id }) => barges.get(id),
  count: () => barges.size,
  launch: ({ cargo, ...given }) => { const id = String(barges.size + 7); barges.set(id, { id, ...given, hold: cargo }); return barges.get(id); },
  sink: ({ id }, { captain }) => { if (!captain || !barges.delete(id)) throw new Error('no barge ' + id); return true; },
};
const asked = [];
createServer((request, response) => {
  asked.push(request.method + ' ' + request.url.split('?')[0]);
  if (request.method !== 'POST' || request.url !== '/graphql') return response.writeHead(405).end();
  let text = '';
  request.on('data', (data) => (text += data)).on('end', async () => {
    const { query, variables } = JSON.parse(text);
    const answer = await graphql({ schema, source: query, variableValues: variables, rootValue, contextValue: { captain: 'Ines' } });
    response.end(JSON.stringify(answer));
  });
}).listen(0, '127.0.0.1', () => console.log('ready'));
`;

test('offers what a GraphQL schema knows, with the types that it tells, and asks for it at the port of the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-schema-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(graphql, join(folder, 'node_modules/graphql'));
  writeFileSync(join(folder, 'package.json'), '{"name":"quay"}');
  writeFileSync(join(folder, 'main.cjs'), program);
  const app = await startNode({ args: ['main.cjs'], cwd: folder });
  cleanups.push(app.stop);
  const session = await probe.attach(app.app, undefined, soon());
  const first = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
  const operations = first.actions.filter(({ address }) => address.startsWith('graphql:'));
  expect(operations.map(({ name }) => name)).toEqual(['launch', 'sink', 'barge', 'count']);
  expect(operations.filter(({ changes }) => changes === false).map(({ name }) => name)).toEqual(['barge', 'count']);
  expect(operations[0]?.parameters.map(({ name, type, required }) => `${name}${required ? '' : '?'}: ${type}`)).toEqual([
    'name: string',
    'trim?: string',
    'lamps?: array',
    'cargo?: object',
    'kind?: string',
    'tonnes?: number',
  ]);
  expect(operations[0]?.parameters[1]?.choices).toEqual(['LIGHT', 'LADEN']);
  // A schema is what can be done, and no state.
  expect(JSON.stringify(first.roots)).not.toContain('_typeMap');

  await session[Symbol.asyncDispose]();
  const again = await probe.attach(app.app, first.known, soon());
  cleanups.push(async () => await again[Symbol.asyncDispose]());
  await again.capture({ mode: 'poll', budget: defaultBudget }, soon());
  const invoke = (address: string, parameters: Record<string, unknown>): Promise<RawResult> =>
    again.invoke({ address: `graphql:${address}`, parameters, timeoutMs: 20_000 }, soon());
  const launched = await invoke('mutation launch', { name: 'Evening', lamps: [2, 3], kind: 'gravel', tonnes: 40 });
  expect(launched).toMatchObject({ ok: true, value: { id: '8', name: 'Evening', trim: 'LIGHT', lamps: [2, 3] } });
  expect(await invoke('query count', {})).toMatchObject({ ok: true, value: 2 });
  expect(await invoke('mutation sink', { id: '7' })).toMatchObject({ ok: true, value: true });
  expect(await invoke('mutation sink', { id: '7' })).toMatchObject({ ok: false, dispatched: true, message: 'no barge 7' });
}, 120_000);
