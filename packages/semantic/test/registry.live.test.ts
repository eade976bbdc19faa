import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WriteStep } from '@substrate/core/files';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRegistry } from '../src/registry.js';
import { emptySchema, type Schema } from '../src/schema.js';

let home: string;
let directory: string;
let writer: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'substrate-registry-'));
  const here = fileURLToPath(new URL('.', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'silent',
    root: here,
    resolve: {
      alias: [
        { find: /^@substrate\/core\/probing$/, replacement: join(here, '../../core/src/probing.ts') },
        { find: /^@substrate\/core\/files$/, replacement: join(here, '../../core/src/files.ts') },
        { find: /^@substrate\/core$/, replacement: join(here, '../../core/src/index.ts') },
      ],
    },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(here, 'writer/writer.ts'),
      outDir: join(home, 'writer'),
      rollupOptions: { output: { format: 'es', entryFileNames: 'writer.mjs' } },
    },
  });
  writer = join(home, 'writer', 'writer.mjs');
});

afterAll(() => rm(home, { recursive: true, force: true }));

let number = 0;
beforeEach(() => {
  directory = join(home, `schemas-${++number}`);
});

interface Ended {
  readonly acknowledged: number;
  readonly signal: string | null;
}

/** Runs the writer until it ends, or until `after` milliseconds from its first acknowledgement; the last number it acknowledged. */
const runWriter = async (args: readonly string[], after?: number): Promise<Ended> => {
  const child: ChildProcess = spawn(process.execPath, [writer, directory, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout?.on('data', (data: Buffer) => {
    output += data.toString();
    if (after !== undefined) timer ??= setTimeout(() => child.kill('SIGKILL'), after);
  });
  const signal = await new Promise<string | null>((resolve) => child.on('close', (_, name) => resolve(name)));
  clearTimeout(timer);
  return { acknowledged: Number(output.trim().split('\n').at(-1) ?? 0), signal };
};

const warnings: string[] = [];
const open = () => createRegistry({ directory, log: { warn: (message) => void warnings.push(message) } });

/** Every acknowledged correction is there, in one piece, and at most the one under way besides. */
const check = async (acknowledged: number): Promise<void> => {
  const schema = await open().load('shop');
  const stored = schema?.corrections.length ?? 0;
  expect(stored).toBeGreaterThanOrEqual(acknowledged);
  expect(stored).toBeLessThanOrEqual(acknowledged + 1);
  if (schema) expect(schema.version).toBe(`1.0.${stored}`);
};

describe('a writer that is killed', () => {
  const steps: WriteStep[] = ['begin', 'created', 'half_written', 'written', 'flushed', 'renamed', 'done'];
  it.each(steps.flatMap((step) => [[step, 1] as const, [step, 3] as const]))(
    'at the step %s of save %i loses nothing acknowledged',
    async (step, round) => {
      const { acknowledged, signal } = await runWriter([step, String(round)]);
      expect(signal).toBe('SIGKILL');
      expect(acknowledged).toBe(round - 1);
      await check(acknowledged);
      // The next one takes over the lock, clears up, and goes on.
      const next = await runWriter(['done', '2']);
      await check(next.acknowledged);
      const left = await readdir(directory);
      expect(left.filter((name) => name.endsWith('.tmp')).length).toBeLessThanOrEqual(1);
    },
  );

  it('200 times at random loses nothing acknowledged and leaves no file unreadable', async () => {
    let seen = 0;
    for (let i = 0; i < 200; i++) {
      const { acknowledged } = await runWriter([], Math.random() * 12);
      seen = Math.max(seen, acknowledged);
      await check(acknowledged);
    }
    expect(seen).toBeGreaterThan(200);
    expect(warnings).toEqual([]);
    expect((await readdir(directory)).filter((name) => /damaged|newer/.test(name))).toEqual([]);
  }, 300_000);
});

const named = (schema: Schema, pattern: string, key: string): Schema => ({
  ...schema,
  version: '1.0.1',
  keys: { ...schema.keys, [pattern]: { key, confidence: 1, confirmed: true } },
});

describe('two daemons on one folder', () => {
  it('lose nothing of each other', async () => {
    const [one, other] = [open(), open()];
    await one.save('shop', emptySchema());
    const [a, b] = [(await one.load('shop')) as Schema, (await other.load('shop')) as Schema];
    await one.save('shop', named(a, 'x', 'total'));
    const stored = await other.save('shop~2', named(b, 'y', 'name'));
    expect(Object.keys(stored.keys).sort()).toEqual(['x', 'y']);
    const read = await open().load('shop');
    expect(Object.keys(read?.keys ?? {}).sort()).toEqual(['x', 'y']);
  });

  it('save at the same time without harm', async () => {
    const registries = Array.from({ length: 4 }, open);
    await Promise.all(
      Array.from(
        { length: 40 },
        (_, i) => registries[i % 4]?.save('shop', named(emptySchema(), `p${i}`, `k${i}`)) ?? Promise.resolve(),
      ),
    );
    const read = await open().load('shop');
    // Saves of one registry that wait for each other take the newest: the last of each of the four is there.
    for (const i of [36, 37, 38, 39]) expect(read?.keys[`p${i}`]?.key).toBe(`k${i}`);
  });
});

describe('a file that can not be read', () => {
  it.each([
    ['{"format":1,"ver', 'damaged'],
    ['{"format":1,"version":"1.0.0","keys":{}}', 'damaged'],
    ['', 'damaged'],
    ['{"format":99,"version":"1.0.0"}', 'newer-format'],
  ])('%s is set aside, never overwritten', async (text, why) => {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'shop.json'), text);
    warnings.length = 0;
    const registry = open();
    expect(await registry.load('shop')).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`shop.json.${why}-1`);
    await registry.save('shop', emptySchema());
    await writeFile(join(directory, 'shop.json'), text);
    await registry.save('shop', named(emptySchema(), 'x', 'y'));
    expect(await readFile(join(directory, `shop.json.${why}-1`), 'utf8')).toBe(text);
    expect(await readFile(join(directory, `shop.json.${why}-2`), 'utf8')).toBe(text);
    expect((await registry.load('shop'))?.keys.x?.key).toBe('y');
    warnings.length = 0;
  });
});

it('reads back what it wrote, whatever the addresses are called', async () => {
  const schema: Schema = {
    ...emptySchema(),
    known: { format: 3, roots: [{ address: 'a', source: 'store', locator: { deep: [1, null, 'x'] } }] },
    keys: Object.assign(Object.create(null), {
      ['__proto__']: { key: 'proto', confidence: 0.5 },
      'a/"b"\n': { key: 'b', confidence: 1, type: 'string' },
    }),
    actions: Object.assign(Object.create(null), {
      'm:x': { name: 'do_x', confirmed: true, reversibility: 'irreversible_write' },
    }),
  };
  await open().save('acme-shop', schema);
  expect(await open().load('acme-shop')).toEqual(schema);
  expect((await stat(join(directory, 'acme-shop.json'))).mode & 0o777).toBe(0o600);
});

it('keeps odd application ids inside its folder', async () => {
  for (const id of ['../../etc/passwd', '.hidden', 'a/b', 'x'.repeat(400)]) {
    await open().save(id, named(emptySchema(), 'k', 'v'));
    expect((await open().load(id))?.keys.k?.key).toBe('v');
  }
  expect(await readdir(directory)).toHaveLength(4);
});
