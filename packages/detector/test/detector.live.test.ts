import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createDetector, type Detector } from '../src/index.js';

const home = mkdtempSync(path.join(tmpdir(), 'substrate-detector-'));
const children = new Set<ChildProcess>();

const start = (
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): number => {
  const child = spawn(program, [...args], { cwd: options.cwd ?? home, stdio: 'ignore', env: { ...process.env, ...options.env } });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child.pid!;
};
const end = async (pid: number): Promise<void> => {
  const child = [...children].find((one) => one.pid === pid);
  child?.kill('SIGKILL');
  while (child !== undefined && children.has(child)) await sleep(5);
};
const scanUntil = async (detector: Detector, holds: () => boolean): Promise<void> => {
  for (let round = 0; round < 200 && !holds(); round++) {
    await detector.scan();
    await sleep(20);
  }
  expect(holds()).toBe(true);
};
const write = (file: string, text: string): string => {
  const full = path.join(home, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
};
/** A detector that sees what this test starts and nothing else. */
const ours = (): Detector => createDetector({ include: [home], self: 1 });
const find = async (detector: Detector, pid: number): Promise<AppProcess> => {
  await scanUntil(detector, () => detector.apps.has(pid));
  return detector.apps.get(pid)!;
};

const commandLineOf = (pid: number | string): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
/** All below it. */
const childrenOf = (pid: number | string): string[] => {
  const below = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return below.flatMap((child) => [child, ...childrenOf(child)]);
};

afterEach(async () => {
  for (const child of [...children]) await end(child.pid!);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const idle = 'setInterval(() => {}, 1000);';

describe('node', () => {
  test('a script is named after the nearest package; a link leads to its package', async () => {
    write('shop/package.json', '{"name":"@acme/shop"}');
    write('shop/src/package.json', '{"type":"commonjs"}');
    const script = write('shop/src/server.js', idle);
    symlinkSync(script, path.join(home, 'shop-link'));
    const detector = ours();
    const direct = start(process.execPath, [script]);
    const app = await find(detector, direct);
    expect(app).toMatchObject({
      appId: 'acme-shop',
      appName: '@acme/shop',
      runtime: 'v8',
      flavor: 'node',
      runtimeName: 'Node.js',
      cwd: home,
    });
    const linked = start(process.execPath, [path.join(home, 'shop-link')]);
    expect((await find(detector, linked)).appId).toBe('acme-shop~2');
    await end(direct);
    await scanUntil(detector, () => !detector.apps.has(direct));
    expect(detector.apps.get(linked)?.appId).toBe('acme-shop~2');
    const again = start(process.execPath, [script]);
    expect((await find(detector, again)).appId).toBe('acme-shop');
  });

  test('a program that sets its title keeps the identity of its folder', async () => {
    write('titled/package.json', '{"name":"titled"}');
    const script = write('titled/main.js', `process.title = ${JSON.stringify(`${home} busy`)}; ${idle}`);
    const pid = start(process.execPath, [script], { cwd: path.join(home, 'titled') });
    await expect.poll(() => commandLineOf(pid)).toContain('busy');
    expect((await find(ours(), pid)).appId).toBe('titled');
  });

  test('a start script that execs', async () => {
    const script = write('execed.js', idle);
    const shell = write('start.sh', `sleep 1; exec "${process.execPath}" "${script}"`);
    const detector = ours();
    const pid = start('/bin/sh', [shell]);
    await detector.scan();
    expect(detector.apps.has(pid)).toBe(false);
    expect((await find(detector, pid)).appId).toBe('execed');
  });

  test('a program that starts itself again, by exec', async () => {
    write('outer/package.json', '{"name":"outer"}');
    write('inner/package.json', '{"name":"inner"}');
    const inner = write('inner/main.js', idle);
    // The shell stands between, so that pid and program file stay the same from one to the other.
    const outer = write('outer/main.js', idle);
    const pid = start('/bin/sh', [
      '-c',
      `"${process.execPath}" "${outer}" & sleep 1; kill $!; exec "${process.execPath}" "${inner}"`,
    ]);
    const detector = ours();
    expect((await find(detector, pid)).appId).toBe('inner');
  });

  test('children of a busy parent are never taken for it', async () => {
    write('busy/package.json', '{"name":"busy"}');
    const script = write(
      'busy/main.js',
      "const { spawn } = require('node:child_process'); setInterval(() => { for (let i = 0; i < 5; i++) spawn('true').on('error', () => {}); }, 20);",
    );
    const pid = start(process.execPath, [script]);
    const detector = ours();
    await find(detector, pid);
    const seen = new Set<string>();
    for (let round = 0; round < 100; round++) {
      for (const change of await detector.scan()) seen.add(change.app.appId);
      await sleep(5);
    }
    expect([...seen]).toEqual([]);
  });

  test('a dead process that nobody asked about is gone', async () => {
    const script = write('orphan.js', idle);
    const parent = start('/bin/sh', ['-c', `"${process.execPath}" "${script}" & echo $! > "${home}/orphan.pid"; exec sleep 30`]);
    const detector = ours();
    await scanUntil(detector, () => detector.apps.size === 1);
    const [pid] = [...detector.apps.keys()];
    process.kill(pid!, 'SIGKILL');
    await scanUntil(detector, () => detector.apps.size === 0);
    expect(parent).toBeGreaterThan(0);
  });

  test('what the daemon starts is not listed', async () => {
    const script = write('child.js', idle);
    const detector = createDetector({ include: [home], self: process.pid });
    // A detector that does not know whose child it is lists it: it is there to be seen.
    await find(ours(), start(process.execPath, [script]));
    await detector.scan();
    await detector.scan();
    expect(detector.apps.size).toBe(0);
  });
});

const has = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe.runIf(requireRuntime('jvm', has('javac') ? null : 'a JDK'))('java', () => {
  test('main class, source file and jar', async () => {
    const source = write(
      'java/Board.java',
      'public class Board { public static void main(String[] a) throws Exception { Thread.sleep(60000); } }',
    );
    const launched = start('java', [source]);
    execFileSync('javac', ['-d', path.join(home, 'classes'), source]);
    execFileSync('jar', [
      '--create',
      '--file',
      path.join(home, 'Stock-2.1.jar'),
      '--main-class',
      'Board',
      '-C',
      path.join(home, 'classes'),
      '.',
    ]);
    const classed = start('java', ['-Xmx64m', '-cp', path.join(home, 'classes'), 'Board']);
    const jarred = start('java', ['-jar', path.join(home, 'Stock-2.1.jar')]);
    const detector = ours();
    expect(await find(detector, launched)).toMatchObject({
      runtime: 'jvm',
      appId: 'board',
      appName: 'Board',
      runtimeName: expect.stringMatching(/^OpenJDK \d+$/),
    });
    expect(await find(detector, classed)).toMatchObject({ appId: 'board~2' });
    expect(await find(detector, jarred)).toMatchObject({ appId: 'stock-2.1', recognizedBy: 'module libjvm.so' });
  });
});

describe.runIf(requireRuntime('clr', has('dotnet') ? null : 'the .NET SDK'))('.NET', () => {
  test('an assembly and its own launcher', async () => {
    write(
      'queue/Acme.Queue.csproj',
      '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>',
    );
    write('queue/Program.cs', 'System.Threading.Thread.Sleep(60000);');
    const out = path.join(home, 'queue-out');
    execFileSync(
      'dotnet',
      ['build', path.join(home, 'queue'), '-o', out, '-v', 'q', '--nologo', '-nodeReuse:false', '-p:UseSharedCompilation=false'],
      {
        stdio: 'ignore',
      },
    );
    const detector = ours();
    const hosted = start('dotnet', [path.join(out, 'Acme.Queue.dll')]);
    expect(await find(detector, hosted)).toMatchObject({
      runtime: 'clr',
      appId: 'acme.queue',
      appName: 'Acme.Queue',
      runtimeName: expect.stringMatching(/^\.NET/),
    });
    const own = start(path.join(out, 'Acme.Queue'), []);
    expect(await find(detector, own)).toMatchObject({
      appId: 'acme.queue~2',
      runtimeName: '.NET 10',
      recognizedBy: 'module libcoreclr.so',
    });
  });
});

const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(has);
describe.runIf(requireRuntime('v8', chromium === undefined ? 'Chromium' : null))('browser', () => {
  test('one application, no helpers', async () => {
    const pid = start(chromium!, [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${path.join(home, 'profile')}`,
      'about:blank',
    ]);
    const detector = ours();
    expect(await find(detector, pid)).toMatchObject({
      runtime: 'v8',
      flavor: 'chromium',
      appId: expect.stringMatching(/^(chromium|google-chrome)$/),
    });
    await expect
      .poll(() => childrenOf(pid).some((child) => commandLineOf(child).includes('--type=renderer')), { timeout: 30_000 })
      .toBe(true);
    await detector.scan();
    expect([...detector.apps.keys()]).toEqual([pid]);
  });
});

describe.skipIf(process.getuid?.() !== 0)('as root', () => {
  test("another user's process and a contained one are listed with a refusal", async () => {
    // Its package file is a pipe that nobody writes to.
    const script = write('theirs/theirs.js', idle);
    execFileSync('mkfifo', [path.join(home, 'theirs/package.json')]);
    execFileSync('chmod', ['-R', 'a+rX', home]);
    const child = spawn(process.execPath, [script], { stdio: 'ignore', uid: 65534, gid: 65534 });
    children.add(child);
    child.once('exit', () => children.delete(child));
    const boxed = start('unshare', ['--mount', process.execPath, write('boxed.js', idle)]);
    // What it was started with is not read, so no pattern finds it; the system's short name for it does.
    await using everybody = createDetector({ self: 1 });
    const theirs = await find(everybody, child.pid!);
    expect(theirs).toMatchObject({ appId: expect.stringMatching(/^node~of-65534/), command: [], cwd: null, executable: null });
    expect(theirs.refusal?.reason).toBe('other_user');
    const detector = ours();
    expect((await find(detector, boxed)).refusal?.reason).toBe('other_container');
    expect(detector.apps.has(child.pid!)).toBe(false);
  });
});
