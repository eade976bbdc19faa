import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkshop, nodeShop, type RunningDaemon, until, type Workshop } from './support.js';

/** A home on a disk of one megabyte, which is filled to the last byte. Needs the right to mount one. */
const mount = (): string | undefined => {
  const folder = mkdtempSync(path.join(tmpdir(), 'substrate-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
};
const disk = process.platform === 'linux' ? mount() : undefined;

let workshop: Workshop;
let daemon: RunningDaemon;
let pid = 0;
beforeAll(async () => {
  if (disk === undefined) return;
  workshop = createWorkshop();
  mkdirSync(path.join(disk, 'home'));
  pid = workshop.start(process.execPath, [workshop.write('shop/main.js', nodeShop)]).pid as number;
  daemon = await workshop.daemon({ SUBSTRATE_HOME: path.join(disk, 'home') });
});
afterAll(async () => {
  await workshop?.[Symbol.asyncDispose]();
  if (disk === undefined) return;
  execFileSync('umount', [disk]);
  rmdirSync(disk);
});

/** Until nothing more goes in, not even one byte. */
const fill = (file: string): void => {
  const handle = openSync(file, 'w');
  try {
    for (const piece of [Buffer.alloc(4096), Buffer.alloc(1)]) {
      try {
        for (;;) writeSync(handle, piece);
      } catch {
        // Full.
      }
    }
  } finally {
    closeSync(handle);
  }
};

test.runIf(disk !== undefined)(
  'a full disk: what needs it is refused in words, the rest is served, and nothing is lost',
  async () => {
    const folder = disk as string;
    const state = await until(async () => {
      const now = (await daemon.app(pid))?.has_state ? await daemon.state(pid) : undefined;
      return now !== undefined && 'add_item' in now.actions && now;
    }, 'the state');
    const samples = { string: 'cap', number: 1, boolean: true, array: [], object: {} };
    const parameters = Object.fromEntries(
      (state.actions.add_item?.parameters ?? []).map(({ name, type_name }) => [name, samples[type_name]]),
    );
    const act = () => daemon.post('/action', { pid, action: 'add_item', parameters, verify_expression: 'true' });
    expect(await act()).toMatchObject({ status: 200, body: { success: true } });
    const key = Object.keys(state.objects).find((name) => name.endsWith('.status')) as string;
    const teach = async () => {
      const { capture_id, schema_version } = await daemon.state(pid);
      const corrections = [{ observed_key: key, correct_label: 'shop_status', correct_type: 'string' }];
      return daemon.post(`/learn/${pid}`, { capture_id, schema_version, corrections });
    };
    const log = path.join(daemon.home, 'audit.jsonl');
    const before = readFileSync(log, 'utf8');

    fill(path.join(folder, 'ballast'));
    // What still fits into the last block of the log is taken; then it is full too.
    const refused = await until(async () => {
      const answer = await act();
      return answer.status !== 200 && answer;
    }, 'a refusal');
    expect(refused).toMatchObject({ status: 503, body: { executed: false, error: { code: 'overloaded' } } });
    expect((refused.body.error as { message: string }).message).toContain('the disk is full (ENOSPC)');
    const taught = await teach();
    expect(taught).toMatchObject({ status: 503, body: { error: { code: 'overloaded' } } });
    expect((taught.body.error as { message: string }).message).toContain('the disk is full (ENOSPC)');
    const items = (await daemon.state(pid, '?fresh=true')).objects;
    expect(items).toHaveProperty(key);
    const keygen = await workshop.run(['keygen'], { SUBSTRATE_HOME: daemon.home });
    expect(keygen.code).toBe(1);
    expect(keygen.stderr).toMatch(
      /^substrate keygen: .*keys\.json can't be written: the disk is full \(ENOSPC\)\. Nothing was changed\.\n$/,
    );
    expect(keygen.stdout).toBe('');

    rmSync(path.join(folder, 'ballast'));
    expect((await act()).status).toBe(200);
    expect(await teach()).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect((await workshop.run(['keygen'], { SUBSTRATE_HOME: daemon.home })).code).toBe(0);
    const lines = readFileSync(log, 'utf8');
    expect(lines.startsWith(before)).toBe(true);
    for (const line of lines.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  },
);
