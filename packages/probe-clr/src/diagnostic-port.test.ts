import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Artifact } from './artifacts.js';
import { findSocket, isOwnSocket, sendCommand } from './diagnostic-port.js';
import { installArtifacts, makeChannelFolder, placeOrder } from './installation.js';
import type { TargetProcess } from './target-process.js';

let folder = '';
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'substrate-clr-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const uid = process.geteuid?.() ?? 0;
const target = (): TargetProcess => ({
  pid: process.pid,
  startTime: '42',
  state: 'S',
  ownPid: 7,
  uid,
  gid: process.getegid?.() ?? 0,
  groups: [],
  passesPermissions: false,
  environment: { TMPDIR: folder },
  isEnvironmentReadable: true,
  root: '/',
  isElsewhere: false,
});
const listen = async (path: string, speak?: (write: (bytes: Buffer) => boolean) => void): Promise<void> => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    speak?.((bytes) => socket.write(bytes));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(path, resolve));
};

describe.skipIf(process.platform === 'win32')('the diagnostic socket', () => {
  const name = 'dotnet-diagnostic-7-42-socket';

  test("is a socket of the target's own user", async () => {
    const own = () => isOwnSocket(join(folder, name), target());
    expect(await findSocket(target())).toBeNull();
    writeFileSync(join(folder, name), '');
    expect(await own()).toBe(false);
    rmSync(join(folder, name));
    await listen(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, name));
    expect(await own()).toBe(false);
    rmSync(join(folder, name));
    await listen(join(folder, name));
    expect(await own()).toBe(true);
    expect(await findSocket(target())).toBe(join(folder, name));
  });

  test.skipIf(uid !== 0)('of another user is not connected to', async () => {
    await listen(join(folder, name));
    chownSync(join(folder, name), 1234, 1234);
    expect(await isOwnSocket(join(folder, name), target())).toBe(false);
    expect(await isOwnSocket(join(folder, name), { uid: 1234 })).toBe(true);
  });

  test.each([
    ['rubbish', Buffer.from('what is this, please')],
    ['a size below the header', Buffer.concat([Buffer.from('DOTNET_IPC_V1\0'), Buffer.from([1, 0, 0xff, 0, 0, 0])])],
  ])('that answers with %s is a failure, told at once', async (_, bytes) => {
    const path = join(folder, 'port');
    await listen(path, (write) => write(bytes));
    await expect(sendCommand(path, Buffer.from('x'), 5000)).rejects.toThrow(/^The answer/);
  });
});

describe.skipIf(process.platform === 'win32')('what is written', () => {
  const artifact = (name: string): Artifact => ({ name, file: `${name}.dll`, sha256: '0', bytes: Buffer.from(name) });
  const modeOf = (path: string): number => statSync(path).mode & 0o777;

  test.each([0o000, 0o077, 0o277])('has the same rights under umask %o', async (mask) => {
    const before = process.umask(mask);
    try {
      const at = join(folder, 'home', '.substrate', 'clr');
      const installed = await installArtifacts(at, { stub: artifact('Stub'), payload: artifact('Payload') });
      const channel = await makeChannelFolder(installed.folder, target());
      const order = await placeOrder(installed.folder, target(), { payload: 'p', channel: 'c', nonce: 'n', failure: 'f' });
      // Root's folder is entered by the processes of others.
      const shared = uid === 0 ? 0o755 : 0o700;
      expect([at, join(at, '..'), join(at, 'channels'), join(at, 'orders')].map(modeOf)).toEqual(Array(4).fill(shared));
      expect([channel, join(order, '..')].map(modeOf)).toEqual([0o700, 0o700]);
    } finally {
      process.umask(before);
    }
  });

  test('a folder that is there never gains rights', async () => {
    const at = join(folder, 'clr');
    mkdirSync(at, { mode: 0o700 });
    await installArtifacts(at, { stub: artifact('Stub'), payload: artifact('Payload') });
    expect(modeOf(at)).toBe(0o700);
  });
});
