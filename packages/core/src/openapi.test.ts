import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { errorTable } from './errors.js';
import { openApiDocument, routes } from './openapi.js';

const file = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));

/** Every `$ref` in a document. */
const references = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === '$ref' ? [String(inner)] : references(inner)));
};

const resolve = (document: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);

describe('the OpenAPI document', () => {
  it('is the committed docs/openapi.json (SUBSTRATE_UPDATE_OPENAPI=1 writes it)', () => {
    const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
    if (process.env.SUBSTRATE_UPDATE_OPENAPI) writeFileSync(file, text);
    expect(
      readFileSync(file, 'utf8'),
      'docs/openapi.json is stale: run SUBSTRATE_UPDATE_OPENAPI=1 pnpm --filter @substrate/core test openapi',
    ).toBe(text);
  });

  it('has only references that lead somewhere', () => {
    const document = openApiDocument();
    const broken = references(document).filter((reference) => resolve(document, reference) === undefined);
    expect(broken).toEqual([]);
  });

  it('§4: has every endpoint of the specification, and each refers to its request and response', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /health',
      'GET /substrate/v1/health',
      'GET /substrate/v1/openapi.json',
      'GET /substrate/v1/apps',
      'GET /substrate/v1/state/{pid}',
      'GET /substrate/v1/schema/{pid}',
      'GET /substrate/v1/search/{pid}',
      'POST /substrate/v1/action',
      'GET /substrate/v1/watch/{pid}',
      'GET /substrate/v1/diff/{pid}',
      'GET /substrate/v1/timeline/{pid}',
      'GET /substrate/v1/why/{pid}',
      'GET /substrate/v1/costs',
      'POST /substrate/v1/verify',
      'POST /substrate/v1/learn/{pid}',
      'POST /substrate/v1/ticket',
      'GET /metrics',
      'GET /substrate/v1/apps/{app_id}/state',
      'GET /substrate/v1/apps/{app_id}/schema',
      'GET /substrate/v1/apps/{app_id}/search',
      'GET /substrate/v1/apps/{app_id}/watch',
      'GET /substrate/v1/apps/{app_id}/diff',
      'GET /substrate/v1/apps/{app_id}/timeline',
      'GET /substrate/v1/apps/{app_id}/why',
      'POST /substrate/v1/apps/{app_id}/learn',
    ]);
  });

  it('says that an action and a verify name their application by pid or app_id, and names the header of a replay', () => {
    const document = openApiDocument();
    for (const name of ['ActionRequest', 'VerifyRequest'])
      expect(resolve(document, `#/components/schemas/${name}`)).toMatchObject({
        anyOf: [{ required: ['pid'] }, { required: ['app_id'] }],
      });
    const action = (document.paths as Record<string, { post: { responses: Record<string, { headers: object }> } }>)[
      '/substrate/v1/action'
    ]?.post.responses;
    for (const status of ['200', '422', '502', '504']) expect(action?.[status]?.headers).toHaveProperty('Idempotent-Replay');
    expect(action?.['400']?.headers).not.toHaveProperty('Idempotent-Replay');
  });

  it('gives every operation an id of its own', () => {
    const ids = Object.values(openApiDocument().paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (path) => Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('decisions §10: every route with a key says what the key must be allowed to do', () => {
    const needed = Object.fromEntries(routes.map(({ id, scope }) => [id, scope]));
    expect(needed).toMatchObject({
      ...{
        health: null,
        openapi: null,
        keyed_health: 'read',
        apps: 'read',
        state: 'read',
        schema: 'read',
        diff: 'read',
        search: 'read',
      },
      ...{ verify: 'read', watch: 'read', metrics: 'read', action: 'act', learn: 'learn', ticket: 'all' },
    });
    for (const { key, scope } of routes) expect(scope === null).toBe(key === 'none');
  });

  it('§7: names every error code of the table, but for those that belong to no route', () => {
    const text = JSON.stringify(openApiDocument());
    const absent = Object.keys(errorTable).filter((code) => !text.includes(`\`${code}\``));
    expect(absent).toEqual(['route_not_found', 'method_not_allowed']);
  });
});
