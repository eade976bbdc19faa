import { existsSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, startJava, startShop, startWorker } from './example-apps.js';
import { cli, createWorkshop, type RunningDaemon, until } from './support.js';

/** The official client over both transports, a built daemon, and an application of each runtime. */
const workshop = createWorkshop();
let daemon: RunningDaemon;
let clients: Record<'stdio' | 'http' | 'legacy', Client>;

const runtimes = {
  v8: startShop,
  jvm: (shop: typeof workshop) => startJava(shop, 'queue-service', 'QueueService'),
  clr: startWorker,
};
type Runtime = keyof typeof runtimes;
const possible = (Object.keys(runtimes) as Runtime[]).filter((runtime) => requireRuntime(runtime, missing[runtime]));

beforeAll(async () => {
  for (const runtime of possible) await runtimes[runtime](workshop);
  daemon = await workshop.daemon();
  const key = daemon.key as string;
  const make = (mode: 'legacy' | { pin: string } = { pin: '2026-07-28' }): Client =>
    new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  clients = { stdio: make(), http: make(), legacy: make('legacy') };
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const stdio = (): StdioClientTransport =>
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp', '--url', daemon.url, '--key', key],
      env: { ...inherited, SUBSTRATE_HOME: daemon.home },
      stderr: 'ignore',
    });
  await clients.stdio.connect(stdio());
  await clients.legacy.connect(stdio());
  await clients.http.connect(
    new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`), { requestInit: { headers: { 'X-Substrate-Key': key } } }),
  );
  await until(
    async () => {
      const apps = await daemon.apps();
      return possible.every((runtime) => apps.some((app) => app.runtime === runtime && app.has_state));
    },
    'every application has a state',
    150_000,
  );
}, 300_000);
afterAll(async () => {
  await clients?.stdio.close();
  await clients?.http.close();
  await clients?.legacy.close();
  await workshop[Symbol.asyncDispose]();
});

interface Listed {
  readonly app_id: string;
  readonly runtime: string;
  readonly actions: number;
}

const call = async <T>(client: Client, name: string, args: Record<string, unknown> = {}): Promise<T & { isError?: boolean }> => {
  const { structuredContent, isError } = await client.callTool({ name, arguments: args });
  return { ...(structuredContent as T), ...(isError && { isError }) };
};

const appOf = async (client: Client, runtime: string): Promise<Listed> => {
  const { apps } = await call<{ apps: Listed[] }>(client, 'list_apps', { max_tokens: 20_000 });
  return apps.find((app) => app.runtime === runtime) as Listed;
};

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  it.each(possible)('%s: outline, search, read and verify agree', async (runtime) => {
    const client = clients[transport];
    const { app_id: app } = await appOf(client, runtime);
    const { from_application: outlined } = await call<{ from_application: { outline: { path: string; keys: number }[] } }>(
      client,
      'outline',
      { app },
    );
    expect(outlined.outline.length).toBeGreaterThan(2);
    const { from_application } = await call<{ from_application: { objects: Record<string, unknown> } }>(client, 'read_state', {
      app,
    });
    const [key, value] = Object.entries(from_application.objects).find(
      ([, one]) => typeof one === 'boolean' || typeof one === 'number',
    ) ?? [''];
    const { from_application: found } = await call<{ from_application: { results: { key: string }[] } }>(client, 'search', {
      app,
      words: key,
      limit: 200,
    });
    expect(found.results.map((one) => one.key)).toContain(key);
    expect(
      await call(client, 'verify', {
        app,
        expression: `${key} === ${JSON.stringify(value)} || typeof ${key} === ${JSON.stringify(typeof value)}`,
      }),
    ).toMatchObject({ passed: true });
    expect(await call(client, 'invoke_action', { app, action: 'no_such_action_here' })).toMatchObject({
      isError: true,
      executed: false,
      code: 'unknown_action',
    });
    expect(await call<{ total: number }>(client, 'list_actions', { app })).toMatchObject({ total: expect.any(Number) });
    const { contents } = await client.readResource({ uri: `substrate://app/${encodeURIComponent(app)}/` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ app_id: app });
  });
});

describe.runIf(possible.includes('clr'))('subscriptions', () => {
  it.each(['stdio', 'http', 'legacy'] as const)('are told of a change: %s', async (transport) => {
    const client = clients[transport];
    const { app_id: app } = await appOf(clients.http, 'clr');
    const uri = `substrate://app/${app}/mail_queue`;
    const seen: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void seen.push(params.uri));
    if (transport === 'legacy') await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: [uri] });
    const add = {
      app,
      action: 'mail_queue_enqueue',
      parameters: { to: 'ada@example.org', subject: transport },
      verify_expression: 'mail_queue.pending.length > 0',
    };
    await until(async () => {
      expect(await call(clients.http, 'invoke_action', add)).toMatchObject({ success: true, verified: true });
      return seen.includes(uri);
    }, 'the notification');
  });
});

it.runIf(possible.includes('jvm'))('what was done is undone by what the result says', async () => {
  const client = clients.http;
  const { app_id: app } = await appOf(client, 'jvm');
  interface Done {
    readonly from_application: { readonly changed: Record<string, unknown>; readonly undo: Record<string, unknown> | null };
  }
  const set = { app, action: 'queue_mails_set_workers', parameters: { value: 9 } };
  const { from_application: done } = await call<Done>(client, 'invoke_action', set);
  expect(done).toMatchObject({
    changed: { 'queue_mails.workers': { before: 4, after: 9 } },
    undo: { action: 'queue_mails_set_workers', parameters: { value: 4 } },
  });
  expect(await call(client, 'invoke_action', { app, ...done.undo })).toMatchObject({ success: true, verified: true });
});

it('substrate mcp ends with its standard input', async () => {
  const run = await workshop.run(['mcp', '--url', daemon.url]);
  expect([run.code, run.stdout]).toEqual([0, '']);
});

it('substrate mcp starts a daemon when none runs, and says so', async () => {
  const home = `${workshop.folder}/fresh`;
  const run = await workshop.run(['mcp'], { SUBSTRATE_HOME: home });
  const pid = Number(/daemon started, pid (\d+)/.exec(run.stderr)?.[1]);
  expect(pid).toBeGreaterThan(0);
  process.kill(pid, 'SIGTERM');
  expect([run.code, run.stdout]).toEqual([0, '']);
  expect(run.stderr).toMatch(/no daemon runs here: starting one/);
  await until(() => !existsSync(`${home}/daemon.lock`), 'the daemon has ended');
});
