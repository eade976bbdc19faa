import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { requireRuntime } from '@substrate/core/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorkshop, has, javaBoard, type RunningDaemon, until, type Workshop } from './support.js';

/**
 * What lies where a target has a say is not what it should be: pipes that nobody writes to, devices without an end, folders, sockets, loops, and a hundred
 * megabytes. The daemon sees the applications all the same, acts, writes down what it is taught, and ends when it is told to.
 */

let workshop: Workshop;
const servers: Server[] = [];
const strangers: ChildProcess[] = [];
beforeEach(() => {
  workshop = createWorkshop();
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  for (const child of strangers.splice(0)) child.kill('SIGKILL');
  await workshop[Symbol.asyncDispose]();
});

const kinds: Readonly<Record<string, (file: string) => void>> = {
  pipe: (file) => execFileSync('mkfifo', [file]),
  zero: (file) => symlinkSync('/dev/zero', file),
  pipeLink: (file) => {
    execFileSync('mkfifo', [`${file}.pipe`]);
    symlinkSync(`${file}.pipe`, file);
  },
  folder: (file) => mkdirSync(file),
  loop: (file) => symlinkSync(file, file),
  huge: (file) => {
    writeFileSync(file, '');
    truncateSync(file, 100 * 1024 * 1024);
  },
  socket: (file) => {
    const server = createServer().listen(file);
    server.unref();
    servers.push(server);
  },
};

/** An application whose module is something else on disk than what it loaded, in a folder with a package file that is none. */
const server = `
import { stock } from './stock.mjs';
import http from 'node:http';
const bin = { stock, shelf: 'A' };
globalThis.fill = function fill(count) { bin.stock.left += count; return bin.stock.left; };
http.createServer((request, response) => response.end(JSON.stringify(bin))).listen(0, '127.0.0.1', () => console.log('up'));
`;

const startPlanted = async (kind: string): Promise<number> => {
  const folder = path.join(workshop.folder, `bin-${kind}`);
  workshop.write(`bin-${kind}/stock.mjs`, 'export const stock = { left: 7 };\n');
  const script = workshop.write(`bin-${kind}/${kind}.mjs`, server);
  kinds[kind]!(path.join(folder, 'package.json'));
  const child = spawn(process.execPath, [script], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  strangers.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  for (const name of ['stock.mjs', `${kind}.mjs`]) {
    unlinkSync(path.join(folder, name));
    kinds[kind]!(path.join(folder, name));
  }
  return child.pid as number;
};

const shop = `
const shop = { orders: [{ qty: '3' }], till: { cash: 10 } };
exports.shop = shop;
exports.earn = function earn(amount) { shop.till.cash += amount; return shop.till.cash; };
require('node:http').createServer((request, response) => response.end(JSON.stringify(shop))).listen(0, '127.0.0.1');
`;

const stateOf = (daemon: RunningDaemon, pid: number) =>
  until(async () => {
    const app = await daemon.app(pid);
    return app?.has_state && (await daemon.state(pid));
  }, `a state of pid ${pid}`);

describe.skipIf(process.platform === 'win32')('with everything planted', () => {
  test('applications are seen, actions answered, corrections written, and SIGTERM heard', async () => {
    // Not listed, and by more of them than the pool has threads: once of this user, and where that can be, of another.
    const hide = workshop.write('hidden/node_modules/hidden/hidden.js', 'setInterval(() => {}, 1000);');
    execFileSync('mkfifo', [path.join(path.dirname(hide), 'package.json')]);
    execFileSync('chmod', ['-R', 'a+rX', workshop.folder]);
    const asOthers = process.getuid?.() === 0 ? [{}, { uid: 65534, gid: 65534 }] : [{}];
    for (const user of asOthers)
      for (let count = 0; count < 4; count++) strangers.push(spawn(process.execPath, [hide], { stdio: 'ignore', ...user }));
    workshop.write('corner-shop/package.json', JSON.stringify({ name: 'corner-shop', version: '1.0.0' }));
    const script = workshop.write('corner-shop/main.js', shop);
    // The schema's own place is taken too.
    mkdirSync(path.join(workshop.folder, 'home/schemas'), { recursive: true });
    execFileSync('mkfifo', [path.join(workshop.folder, 'home/schemas/corner-shop.json')]);
    execFileSync('mkfifo', [path.join(workshop.folder, 'home/schemas/corner-shop.json.lock')]);
    const planted = await Promise.all(Object.keys(kinds).map(startPlanted));

    const daemon = await workshop.daemon({ SUBSTRATE_SCAN__EXCLUDE: '["hidden"]', SUBSTRATE_RATE_LIMIT__ENABLED: 'false' });
    const pid = workshop.start(process.execPath, [script]).pid as number;
    for (const one of planted) {
      const { objects } = await stateOf(daemon, one);
      expect(Object.values(objects)).toContain(7);
    }
    const state = await stateOf(daemon, pid);
    expect(state.app_id).toBe('corner-shop');

    const cash = Object.keys(state.objects).find((key) => /cash$/.test(key)) ?? '';
    const earn = Object.keys(state.actions).find((name) => /earn$/.test(name)) ?? '';
    const acted = await daemon.post('/action', {
      pid,
      action: earn,
      parameters: { amount: 5 },
      verify_expression: `${cash} === 15`,
    });
    expect(acted).toMatchObject({ status: 200, body: { success: true } });

    const now = await daemon.state(pid);
    const lesson = { observed_key: cash, correct_label: 'shop.till.money', correct_type: 'number' };
    const taught = await daemon.post(`/learn/${pid}`, {
      capture_id: now.capture_id,
      schema_version: now.schema_version,
      feedback_type: 'label_correction',
      corrections: [lesson],
    });
    expect(taught).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect(readFileSync(path.join(daemon.home, 'schemas/corner-shop.json'), 'utf8')).toContain('money');
    expect(await daemon.stop('SIGTERM')).toBe(0);
    expect(daemon.stderr()).not.toMatch(/nobody (caught|handled)/);
  });

  test.runIf(requireRuntime('jvm', has('java') ? null : 'java'))('a JVM whose counters are a pipe is attached to', async () => {
    const classes = path.join(workshop.folder, 'classes');
    execFileSync('javac', ['-d', classes, workshop.write('Board.java', javaBoard)]);
    const pid = workshop.start('java', ['-Xmx64m', '-cp', classes, 'Board']).pid as number;
    const counters = `/tmp/hsperfdata_${userInfo().username}/${pid}`;
    await until(
      () => has('java') && execFileSync('ls', [path.dirname(counters)], { encoding: 'utf8' }).includes(String(pid)),
      'counters',
    );
    // Every JVM that starts opens what lies there, and would wait for ever at a pipe that nobody holds open.
    const pipe = path.join(workshop.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const held = openSync(pipe, constants.O_RDWR);
    renameSync(pipe, counters);
    try {
      const daemon = await workshop.daemon();
      const { objects } = await stateOf(daemon, pid);
      expect(Object.values(objects)).toContain('ann');
      expect(await daemon.stop('SIGTERM')).toBe(0);
    } finally {
      rmSync(counters, { force: true });
      closeSync(held);
    }
  });

  test.each(['keys.json', 'config.toml', 'audit.jsonl'])(
    'a pipe as %s ends the start with a sentence that names it',
    async (name) => {
      mkdirSync(path.join(workshop.folder, 'home'), { recursive: true });
      execFileSync('mkfifo', [path.join(workshop.folder, 'home', name)]);
      const { code, stderr } = await workshop.run(['start']);
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^substrate: .*home/${name}.* named pipe`, 'm'));
    },
  );
});
