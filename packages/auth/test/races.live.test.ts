import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { KeyRecord } from '@substrate/core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateKey } from '../src/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'node_modules', '.races');
const children = new Set<ChildProcess>();
let home: string;
let file: string;

beforeAll(async () => {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        {
          find: /^@substrate\/core\/probing$/,
          replacement: fileURLToPath(new URL('../../core/src/probing.ts', import.meta.url)),
        },
        {
          find: /^@substrate\/core\/files$/,
          replacement: fileURLToPath(new URL('../../core/src/files.ts', import.meta.url)),
        },
        { find: /^@substrate\/core$/, replacement: fileURLToPath(new URL('../../core/src/index.ts', import.meta.url)) },
      ],
    },
    ssr: { noExternal: ['@substrate/core'] },
    build: { ssr: 'test/writer.ts', outDir: built, target: 'node20', minify: false },
  });
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'substrate-races-'));
  file = join(home, 'keys.json');
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  rmSync(home, { recursive: true, force: true });
});

const start = (role: string, count: number): { child: ChildProcess; ids: Promise<string[]> } => {
  const child = spawn(process.execPath, [join(built, 'writer.js'), role, file, String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let out = '';
  let trouble = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    trouble += chunk;
  });
  const ids = new Promise<string[]>((resolve, reject) => {
    child.on('close', (code, signal) => {
      children.delete(child);
      if (code === 0) resolve(JSON.parse(out));
      else reject(new Error(`${role} ended with ${code ?? signal}: ${trouble}`));
    });
  });
  return { child, ids };
};

const stored = (): { keys: KeyRecord[]; [field: string]: unknown } => JSON.parse(readFileSync(file, 'utf8'));
const idsOf = () => stored().keys.map(({ id }) => id);

describe('several processes write one keys file', () => {
  it('loses nothing that any of them added, keeps removed what was removed, and leaves no litter', async () => {
    const [first, second, daemon, toggler, remover] = await Promise.all([
      start('keygen', 25).ids,
      start('keygen', 25).ids,
      start('daemon', 40).ids,
      start('toggler', 30).ids,
      start('remover', 15).ids,
    ]);
    expect(idsOf().sort()).toEqual([...first, ...second, ...daemon, ...toggler].sort());
    expect(remover.filter((id) => idsOf().includes(id))).toEqual([]);
    const byId = new Map(stored().keys.map((record) => [record.id, record]));
    expect(byId.get(daemon[0] as string)?.last_used_at).not.toBeNull();
    expect(byId.get(toggler[0] as string)?.enabled).toBe(true);
    expect(readdirSync(home)).toEqual(['keys.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('keeps every edit of an editor that writes the file in place while others replace it', async () => {
    await generateKey({ file, label: 'person' });
    const person = idsOf()[0] as string;
    let busy = true;
    const done = Promise.all([start('daemon', 80).ids, start('toggler', 80).ids]).finally(() => {
      busy = false;
    });
    // An editor drops what was added after it read the file: nothing of ours can help that, so both keys are there first.
    await expect.poll(async () => (await readSettled()).keys.length, { timeout: 20_000 }).toBe(3);
    let edits = 0;
    const added: string[] = [];
    while (busy) {
      const document = await readSettled();
      const record = document.keys.find(({ id }) => id === person) as KeyRecord;
      record.label = `person ${++edits}`;
      document.edits = edits;
      added.push(`by-hand-${edits}`);
      document.keys.push({ ...record, id: `by-hand-${edits}` });
      writeFileSync(file, JSON.stringify(document));
      await sleep(edits % 11);
      await expect.poll(async () => (await readSettled()).edits, { timeout: 5000, interval: 5 }).toBe(edits);
    }
    await done;
    expect(edits).toBeGreaterThan(5);
    const ids = idsOf();
    expect(added.filter((id) => !ids.includes(id))).toEqual([]);
    expect(stored().keys.find(({ id }) => id === person)?.label).toBe(`person ${edits}`);
  });

  it('is not blocked by a process that was killed while it wrote', async () => {
    await generateKey({ file });
    for (let round = 0; round < 3; round++) {
      const { child, ids } = start('daemon', 100_000);
      const ended = ids.catch(() => undefined);
      const before = statSync(file).ino;
      await expect.poll(() => statSync(file).ino, { timeout: 20_000 }).not.toBe(before);
      await sleep(20 + round * 7);
      child.kill('SIGKILL');
      await ended;
      const { id } = await generateKey({ file });
      expect(idsOf()).toContain(id);
    }
    expect(readdirSync(home).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  const readSettled = async () => {
    for (;;) {
      try {
        return stored();
      } catch {
        await sleep(2);
      }
    }
  };
});
