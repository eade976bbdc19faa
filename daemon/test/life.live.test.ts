import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { requireRuntime } from '@substrate/core/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  cli,
  createWorkshop,
  dotnetProject,
  dotnetQueue,
  has,
  javaBoard,
  nodeShop,
  type RunningDaemon,
  until,
  type Workshop,
  watch,
} from './support.js';

/** Real applications of each runtime from their start to their end, as the API tells it. */

let shop: Workshop;
beforeEach(() => {
  shop = createWorkshop();
});
afterEach(() => shop[Symbol.asyncDispose]());

interface Kind {
  readonly appId: string;
  readonly runtime: string;
  readonly runtimeName: RegExp;
  /** A key of its state, and what it holds. */
  readonly fact: readonly [RegExp, unknown];
  prepare(): readonly [program: string, args: readonly string[]];
}

const node: Kind = {
  appId: 'acme-shop',
  runtime: 'v8',
  runtimeName: /^Node\.js/,
  fact: [/cart\.total$/, 2],
  prepare: () => {
    shop.write('shop/package.json', '{"name":"@acme/shop"}');
    return [process.execPath, [shop.write('shop/server.js', nodeShop)]];
  },
};
const java: Kind = {
  appId: 'board',
  runtime: 'jvm',
  runtimeName: /^OpenJDK \d+$/,
  fact: [/open_?tasks$/i, 3],
  prepare: () => {
    const classes = path.join(shop.folder, 'classes');
    execFileSync('javac', ['-d', classes, shop.write('Board.java', javaBoard)]);
    return ['java', ['-Xmx64m', '-cp', classes, 'Board']];
  },
};
const dotnet: Kind = {
  appId: 'acme.queue',
  runtime: 'clr',
  runtimeName: /^\.NET 10$/,
  fact: [/waiting\[0\]$/i, 'one'],
  prepare: () => {
    shop.write('queue/Acme.Queue.csproj', dotnetProject);
    shop.write('queue/Program.cs', dotnetQueue);
    const out = path.join(shop.folder, 'queue-out');
    const quiet = ['-v', 'q', '--nologo', '-nodeReuse:false', '-p:UseSharedCompilation=false'];
    execFileSync('dotnet', ['build', path.join(shop.folder, 'queue'), '-o', out, ...quiet], { stdio: 'ignore' });
    return ['dotnet', [path.join(out, 'Acme.Queue.dll')]];
  },
};

const active = (daemon: RunningDaemon, pid: number) =>
  until(async () => {
    const app = await daemon.app(pid);
    return app?.probe_status === 'active' && app;
  }, `pid ${pid} active`);

const lifeOf = (kind: Kind) => async () => {
  const [program, args] = kind.prepare();
  const daemon = await shop.daemon();
  const first = shop.start(program, args);
  const listed = await until(() => daemon.app(first.pid!), 'the application in the list');
  expect(listed).toMatchObject({ app_id: kind.appId, runtime: kind.runtime, started_at: expect.any(String) });
  const app = await active(daemon, first.pid!);
  expect(app.runtime_name).toMatch(kind.runtimeName);
  expect(app).toMatchObject({ has_state: true, status_reason: null });
  const state = await daemon.state(first.pid!, '?fresh=true');
  const [key, value] = kind.fact;
  expect(Object.entries(state.objects).find(([name]) => key.test(name))?.[1]).toEqual(value);

  const watching = await watch(daemon, first.pid!);
  await shop.end(first);
  expect(await watching.closed).toEqual({ code: 1000, reason: 'process_exited' });
  expect(await daemon.app(first.pid!)).toMatchObject({ probe_status: 'detached', has_state: false, object_count: 0 });
  await expect(daemon.state(first.pid!)).rejects.toThrow(/404.*not_found/);

  const second = shop.start(program, args);
  const again = await active(daemon, second.pid!);
  expect(again.app_id).toBe(kind.appId);
  const restarted = await daemon.state(second.pid!);
  expect(restarted.schema_version).toBe(state.schema_version);
  expect(Object.keys(restarted.objects).filter((name) => key.test(name))).toEqual(
    Object.keys(state.objects).filter((name) => key.test(name)),
  );
  expect((await daemon.state(second.pid!, '?fresh=true')).probe_metadata.cache_hit).toBe(true);

  const dropped = await watch(daemon, second.pid!);
  expect(await daemon.stop()).toBe(0);
  expect((await dropped.closed).code).toBeNull();
  const back = await shop.daemon();
  const known = await active(back, second.pid!);
  expect(known.app_id).toBe(kind.appId);
  expect((await back.state(second.pid!)).schema_version).toBe(state.schema_version);
  expect(second.exitCode).toBeNull();
};

/** Three starts of a daemon and two of an application, and for .NET a build: much on a busy machine. */
const longMs = 240_000;

const dotnetThere = requireRuntime('clr', has('dotnet') ? null : 'the .NET SDK');

describe('listed, read, ended, started again, found again by the next daemon', () => {
  test('a Node.js server', lifeOf(node), longMs);
  test.runIf(requireRuntime('jvm', has('javac') ? null : 'a JDK'))('a Java program', lifeOf(java), longMs);
  test.runIf(dotnetThere)('a .NET program', lifeOf(dotnet), longMs);
});

test.runIf(dotnetThere)(
  'launch reaches a .NET program whose diagnostics are switched off',
  async () => {
    const [program, args] = dotnet.prepare();
    const env = { DOTNET_EnableDiagnostics: '0' };
    const daemon = await shop.daemon();
    const refused = shop.start(program, args, { env });
    await until(async () => /substrate launch/.test((await daemon.app(refused.pid!))?.status_reason ?? ''), 'the refusal');
    const launched = shop.start(process.execPath, [cli, 'launch', '--', program, ...args], { env });
    const app = await until(async () => (await daemon.apps()).find((one) => one.app_id === `${dotnet.appId}~2`), 'the second');
    await active(daemon, app.pid);
    await shop.end(launched, 'SIGTERM');
    await until(async () => (await daemon.app(app.pid))?.probe_status === 'detached', 'the end of the launched program');
  },
  longMs,
);

/** Only its server leads to the depot, until somebody asks for it to be kept. */
const depot = `
const http = require('node:http');
class Depot {
  parcels = [{ code: 'K1', weight: 4 }];
  opened = 'Monday';
  serve(request, response) { if (process.argv[2] === 'kept') yard.depot = this; response.end(String(this.parcels.length)); }
}
const yard = { place: 'North' };
const server = http.createServer(Depot.prototype.serve.bind(new Depot())).listen(0, '127.0.0.1', () =>
  http.get({ port: server.address().port, agent: false }, (answer) => answer.resume()));
`;

test(
  'what is told from another place than before is there: it takes nothing from the confidence, and is found by the next daemon',
  async () => {
    const file = shop.write('depot/main.js', depot);
    const opened = async (daemon: RunningDaemon, pid: number) =>
      await until(async () => {
        const { objects, confidence } = await daemon.state(pid);
        const key = Object.keys(objects).find((name) => name.endsWith('depot.opened'));
        return key === undefined ? undefined : { key, confidence };
      }, 'the depot');
    const daemon = await shop.daemon();
    const first = shop.start(process.execPath, [file]);
    await active(daemon, first.pid!);
    expect((await opened(daemon, first.pid!)).key).toBe('depot.opened');
    await daemon.stop();
    const next = await shop.daemon();
    await active(next, first.pid!);
    const found = await opened(next, first.pid!);
    expect(found.key).toBe('depot.opened');
    await shop.end(first);
    const second = shop.start(process.execPath, [file, 'kept']);
    await active(next, second.pid!);
    const kept = await opened(next, second.pid!);
    expect(kept.key).toBe('yard.depot.opened');
    expect(kept.confidence).toBeGreaterThan(0.95);
  },
  longMs,
);

test('an action reaches the application, and the audit log has it without its values', async () => {
  const [program, args] = node.prepare();
  const daemon = await shop.daemon();
  const child = shop.start(program, args);
  await active(daemon, child.pid!);
  const { actions } = await daemon.state(child.pid!);
  const name = Object.keys(actions).find((action) => /add_?item/i.test(action))!;
  const { status, body } = await daemon.post('/action', {
    app_id: 'acme-shop',
    action: name,
    parameters: { name: 'unheard-of-ink', price: 3 },
    verify_expression: 'cart.total === 5',
  });
  expect({ status, success: body.success, message: body.message }).toMatchObject({ status: 200, success: true });
  await daemon.stop();
  const { readFileSync } = await import('node:fs');
  const log = readFileSync(path.join(daemon.home, 'audit.jsonl'), 'utf8');
  const records = log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(records.map((record) => record.event)).toEqual(['dispatched', 'finished']);
  expect(records[1]).toMatchObject({
    app_id: 'acme-shop',
    action: name,
    executed: true,
    status: 200,
    key_id: expect.any(String),
  });
  expect(log + daemon.stderr()).not.toContain('unheard-of-ink');
});

test('an application that is not named by the configuration is listed and left alone', async () => {
  const [program, args] = node.prepare();
  const child = shop.start(program, args);
  const other = shop.start(process.execPath, [shop.write('other.js', 'setInterval(() => {}, 1000)')]);
  const daemon = await shop.daemon({ SUBSTRATE_SCAN__EXCLUDE: '["other.js"]' });
  await active(daemon, child.pid!);
  expect(await daemon.app(other.pid!)).toBeUndefined();
});

test('two processes of one program are told apart, and a killed daemon leaves both alive', async () => {
  const [program, args] = node.prepare();
  const first = shop.start(program, args);
  const daemon = await shop.daemon();
  await active(daemon, first.pid!);
  const second = shop.start(program, args);
  await active(daemon, second.pid!);
  expect((await daemon.app(first.pid!))?.app_id).toBe('acme-shop');
  expect((await daemon.app(second.pid!))?.app_id).toBe('acme-shop~2');
  await daemon.stop('SIGKILL');
  const back = await shop.daemon();
  await active(back, first.pid!);
  await active(back, second.pid!);
  expect((await back.app(second.pid!))?.app_id).toBe('acme-shop~2');
  expect([first.exitCode, second.exitCode]).toEqual([null, null]);
});
