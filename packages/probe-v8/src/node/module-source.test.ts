import { expect, test } from 'vitest';
import { readModuleNames, readPackageNames } from './module-source.js';

test('imports and exports of a module by their local names', () => {
  const text = `
import http from 'node:http';
import * as path from 'node:path';
import fs, { readFile as read, writeFile } from 'node:fs';
import {
  cart,
  type Line,
} from './cart.js';
import type { Shop } from './shop.js';
import './side-effect.js';
const items = [];
export const total = 0, other = 1;
export let n = 1;
export async function add(item) {}
export default class Store {}
export { items as list, read };
export { hidden } from './hidden.js';
export * from './all.js';
`;
  const names = readModuleNames(text);
  expect(names.imports).toEqual(['http', 'path', 'read', 'writeFile', 'fs', 'cart', 'Line']);
  expect(names.exports).toEqual(expect.arrayContaining(['total', 'n', 'add', 'Store', 'items', 'read']));
  expect(names.exports).not.toContain('hidden');
});

test('a default export by name, and a module without any', () => {
  expect(readModuleNames('const app = 1;\nexport default app;\n')).toEqual({ imports: [], exports: ['app'] });
  expect(readModuleNames('"import x from y"; const a = 1;')).toEqual({ imports: [], exports: [] });
});

test('packages that a module asks for by name', () => {
  const text = `import a from 'alpha';
import 'beta/register.js';
import { c } from "@gamma/core/sub";
export { d } from 'delta';
import local from './local.js';
import fs from 'node:fs';
const e = require('epsilon'), f = await import('zeta');`;
  expect(readPackageNames(text)).toEqual(['alpha', 'beta', '@gamma/core', 'delta', 'epsilon', 'zeta']);
});
