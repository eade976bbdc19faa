import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModuleFiles } from './module-files.js';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'files-'));
  mkdirSync(join(root, 'src/esm'), { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'shop' }));
  // Names nothing: it only sets a module type.
  writeFileSync(join(root, 'src/esm/package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(root, 'src/esm/main.js'), '');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('files are named from the package of the entry', async () => {
  const files = await createModuleFiles(join(root, 'src/esm/main.js'), '/');
  expect(files.packageName).toBe('shop');
  const place = (path: string) => {
    const found = files.place(path);
    return found && [found.name, found.library];
  };
  expect(place(`file://${root}/src/esm/main.js`)).toEqual(['src/esm/main.js', undefined]);
  expect(place(`file://${root}/src/a.js?v=2`)).toEqual(['src/a.js', undefined]);
  expect(place(join(root, 'node_modules/express/lib/router.js'))).toEqual(['express/lib/router.js', 'express']);
  expect(place(join(root, 'node_modules/.pnpm/x@1/node_modules/@hono/node/i.js'))).toEqual(['@hono/node/i.js', '@hono/node']);
  expect(place(join(root, 'node_modules/@shop/core/i.js'))).toEqual(['@shop/core/i.js', undefined]);
  expect(place(join(root, 'node_modules/shop-plugin/i.js'))).toEqual(['shop-plugin/i.js', undefined]);
  expect(place(join(root, '.next/chunks/[turbopack]_runtime.js'))).toEqual(['.next/chunks/[turbopack]_runtime.js', 'turbopack']);
  expect(place(join(root, 'dist/vendors-node_modules_zod.js'))).toEqual(['dist/vendors-node_modules_zod.js', 'vendors']);
  expect(place(join(root, 'src/vendors.js'))).toEqual(['src/vendors.js', undefined]);
  expect(place('node:internal/http')).toBeNull();
  expect(place('')).toBeNull();
  expect(place('[eval]')).toEqual(['eval', undefined]);
  expect(place('webpack:///src/store.js')).toEqual(['src/store.js', undefined]);
});

test('an application that is installed as a package is still the application', async () => {
  const app = join(root, 'node_modules/verdaccio');
  mkdirSync(join(app, 'build'), { recursive: true });
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'verdaccio' }));
  writeFileSync(join(app, 'build/cli.js'), '');
  const files = await createModuleFiles(join(app, 'build/cli.js'), '/');
  expect(files.place(join(app, 'build/index.js'))).toMatchObject({ name: 'build/index.js' });
  expect(files.place(join(app, 'build/index.js'))).not.toHaveProperty('library');
  expect(files.place(join(root, 'node_modules/lodash/x.js'))).toMatchObject({ library: 'lodash' });
  expect(files.place(join(root, 'node_modules/@verdaccio/store/x.js'))).not.toHaveProperty('library');
});

test('a framework that runs a project is its host once code of the project was met', async () => {
  const host = join(root, 'node_modules/next');
  mkdirSync(join(host, 'dist/bin'), { recursive: true });
  writeFileSync(join(host, 'package.json'), JSON.stringify({ name: 'next' }));
  writeFileSync(join(host, 'dist/bin/next'), '');
  const files = await createModuleFiles(join(host, 'dist/bin/next'), root);
  const server = files.place(join(host, 'dist/server.js'));
  if (server === null) throw new Error('no place');
  files.place(join(root, 'next.config.mjs'));
  files.place(join(root, 'data/db.json'));
  expect(files.hostOf(server)).toBeUndefined();
  const page = files.place(join(root, '.next/server/page.js'));
  expect(page).toEqual({ name: '../../.next/server/page.js', path: join(root, '.next/server/page.js') });
  expect(files.hostOf(server)).toBe('next');
  expect(files.hostOf(page as NonNullable<typeof page>)).toBeUndefined();
  expect((await createModuleFiles(join(host, 'dist/bin/next'), '/')).hostOf(server)).toBeUndefined();
});
