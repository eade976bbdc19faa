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

test('a framework that runs a project is a library, by what of the project is loaded', async () => {
  const host = join(root, 'node_modules/next');
  mkdirSync(join(host, 'dist/bin'), { recursive: true });
  writeFileSync(join(host, 'package.json'), JSON.stringify({ name: 'next' }));
  writeFileSync(join(host, 'dist/bin/next'), '');
  const files = await createModuleFiles(join(host, 'dist/bin/next'), root);
  const page = join(root, '.next/server/page.js');
  const loaded = ['next.config.mjs', 'data/db.json', 'node_modules/lodash/x.js', '.next/server/page.js'];
  expect(loaded.filter((file) => files.isOfProject(join(root, file)))).toEqual(['.next/server/page.js']);
  expect((await createModuleFiles(join(host, 'dist/bin/next'), '/')).isOfProject(page)).toBe(false);
  const server = join(host, 'dist/server.js');
  expect(files.place(server)).not.toHaveProperty('library');
  files.adopt([], true);
  expect(files.place(server)).toMatchObject({ library: 'next' });
  expect(files.place(page)).toEqual({ name: '../../.next/server/page.js', path: page });
  files.adopt(['lodash'], true);
  expect(files.place(join(root, 'node_modules/lodash/x.js'))).toMatchObject({ adopted: true });
});
