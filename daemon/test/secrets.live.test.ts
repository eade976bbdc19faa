import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { VerifyResponse } from '@substrate/core';
import { requireRuntime, secretCaseLines, secretCases, secretTrees } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, startPage } from './example-apps.js';
import { createWorkshop, type RunningDaemon, until, watch } from './support.js';

/**
 * Secrets of every kind, held by a process of every runtime, are looked for in all that a daemon says and keeps. What is planted are the cases of the table:
 * a rule that is taken out shows here as well as there.
 */
const run = promisify(execFile);
const at = (file: string): string => fileURLToPath(new URL(`../../packages/${file}`, import.meta.url));
const workshop = createWorkshop();
let daemon: RunningDaemon;
let address = '';

/** Short values, and those that stay under another name, would be met by chance. */
const stays = new Set(secretCases.filter(({ cut }) => !cut).map(({ value }) => String(value)));
const planted = [
  ...new Set(
    secretCases
      .filter(
        ({ cut, value }) => cut && typeof value === 'string' && value.length >= 8 && !/^\d+$/.test(value) && !stays.has(value),
      )
      .map(({ value }) => String(value)),
  ),
];
/** The value of cases that are told apart by their name alone, and another one in its place that nothing but secrets holds. */
const unnamed = 'Zq7-x9Kd-42mN';
const named = 'Zq7-x9Kd-43pQ';

/** The secrets in a text, as they are and as they are written in JSON. */
const found = (text: string): string[] =>
  [...planted, named, 'cut-'].filter((value) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)));

const starts = {
  async node() {
    const program = workshop.write('holder/holder.js', readFileSync(at('probe-v8/test/fixtures/node/holder/holder.js'), 'utf8'));
    return workshop.start(process.execPath, [program, workshop.folder]);
  },
  async page() {
    const entries = secretCases
      .filter(({ cut, value }) => cut || value !== unnamed)
      .map(({ name, value }) => ({ [name]: value === unnamed ? named : value }));
    const lists = Array.from({ length: Math.ceil(entries.length / 100) }, (_, i) => entries.slice(i * 100, i * 100 + 100));
    const cases = Object.fromEntries(lists.map((list, i) => [`heldCases${i}`, list]));
    const held = JSON.stringify({ ...cases, heldTrees: secretTrees }).replaceAll('<', '\\u003c');
    const page = workshop.write(
      'page.html',
      `<!doctype html><meta charset="utf-8"><title>Holder</title><script>Object.assign(window, ${held})</script>
       <h1>Sign in</h1><form><label>Who <input name="who" value="ada"></label><input id="f1" type="password" value="cut-typed-1"></form>
       <script>onhashchange = () => { document.getElementById('f1').type = 'text'; document.title = 'Shown'; }</script>`,
    );
    address = pathToFileURL(page).href;
    return startPage(workshop, address);
  },
  async jvm() {
    await run('javac', ['-nowarn', '-d', path.join(workshop.folder, 'classes'), at('probe-jvm/test/programs/Holder.java')]);
    return workshop.start('java', [`-Dcases=${workshop.folder}`, '-cp', path.join(workshop.folder, 'classes'), 'Holder']);
  },
  async clr() {
    const out = path.join(workshop.folder, 'clr');
    const work = [`-p:BaseIntermediateOutputPath=${workshop.folder}/obj/`, `-p:BaseOutputPath=${workshop.folder}/bin/`];
    await run('dotnet', [
      'build',
      at('probe-clr/test/holder/holder.csproj'),
      '-nologo',
      '-v',
      'quiet',
      '-nodeReuse:false',
      '-p:UseSharedCompilation=false',
      ...work,
      '-o',
      out,
    ]);
    return workshop.start(path.join(out, 'Holder'), [workshop.folder]);
  },
};
type Kind = keyof typeof starts;
const lacks: Record<Kind, string | null> = {
  node: null,
  page: missing.v8,
  jvm: missing.jvm,
  clr: missing.clr,
};
const kinds = (Object.keys(starts) as Kind[]).filter((kind) =>
  requireRuntime(kind === 'jvm' || kind === 'clr' ? kind : 'v8', lacks[kind]),
);
const pids = new Map<Kind, number>();

beforeAll(async () => {
  const lines = secretCaseLines()
    .split('\n')
    .filter((line) => line.startsWith('cut') || !line.endsWith(unnamed));
  workshop.write('cases.txt', lines.join('\n').replaceAll(unnamed, named));
  workshop.write('trees.json', JSON.stringify(secretTrees));
  await Promise.all(kinds.map(async (kind) => pids.set(kind, (await starts[kind]()).pid as number)));
  daemon = await workshop.daemon();
  await until(
    async () => (await daemon.apps()).filter((app) => app.has_state && app.probe_status === 'active').length >= kinds.length,
    'every application has a state',
    200_000,
  );
  for (const [kind, pid] of pids) {
    // A browser is told by another of its processes.
    const apps = await daemon.apps();
    if (!apps.some((app) => app.pid === pid)) pids.set(kind, apps.find((app) => app.app_id.includes('chrom'))?.pid ?? pid);
  }
}, 300_000);
afterAll(async () => {
  await workshop[Symbol.asyncDispose]();
});

const text = async (route: string): Promise<string> => {
  const response = await fetch(`${daemon.url}${route}`, { headers: { 'X-Substrate-Key': daemon.key as string } });
  const said = await response.text();
  expect(response.ok, `${route}: ${said}`).toBe(true);
  return said;
};
const pidOf = (kind: Kind): number => pids.get(kind) as number;

describe.each(kinds)('%s', (kind) => {
  it('tells its secrets in no answer', { timeout: 120_000 }, async () => {
    const pid = pidOf(kind);
    const watched = await watch(daemon, pid, '?values=true&snapshot=true');
    const before = await until(async () => {
      const state = await daemon.state(pid);
      return Object.values(state.objects).includes('[redacted]') && state;
    }, 'a secret is told as one');
    const told: Record<string, string> = { state: JSON.stringify(before) };
    for (const route of [
      `state/${pid}?outline=true&max_bytes=60000`,
      `state/${pid}?prefix=held_cases`,
      `state/${pid}?prefix=held_trees`,
      `search/${pid}?q=password&limit=100`,
      `search/${pid}?q=${encodeURIComponent(named)}`,
      `search/${pid}?q=cut`,
      `schema/${pid}`,
      `timeline/${pid}`,
      'costs',
      ...Object.keys(before.objects)
        .filter((key) => before.objects[key] === '[redacted]')
        .slice(0, 20)
        .flatMap((key) => [`why/${pid}?key=${encodeURIComponent(key)}`, `state/${pid}?keys=${encodeURIComponent(key)}`]),
    ])
      told[route] = await text(`/substrate/v1/${route}`);
    const actions = Object.keys(before.actions).filter((name) => /password|login/.test(name));
    for (const action of actions) told[action] = JSON.stringify(await call(pid, action));
    told.refused = JSON.stringify(
      (await daemon.post('/action', { pid, action: 'get_db_password', parameters: { x: 1 }, verify_expression: 'no(' })).body,
    );
    if (kind === 'page') {
      // The page turns its password field into one of text.
      await daemon.post('/action', {
        pid,
        action: 'navigate',
        parameters: { url: `${address}#shown` },
        verify_expression: 'true',
      });
      await until(async () => (await daemon.state(pid, '?fresh=true')).context.window_title === 'Shown', 'the field is turned');
    }
    const after = await daemon.state(pid, '?fresh=true');
    told.after = JSON.stringify(after);
    told.diff = await text(`/substrate/v1/diff/${pid}?since=${before.capture_id}&until=${after.capture_id}`);
    if (kind === 'node') await until(() => watched.messages().length > 1, 'a change is told');
    told.watch = watched.messages().join('\n');
    for (const [what, said] of Object.entries(told)) expect(found(said), what).toEqual([]);
    if (kind === 'node') {
      const asked = actions.find((name) => name.endsWith('get_db_password')) as string;
      expect(told[asked], String(actions)).toContain('returned \\"[redacted]\\"');
    }
  });

  it('is no oracle', { timeout: 60_000 }, async () => {
    const key = await until(async () => {
      const { objects } = await daemon.state(pidOf(kind));
      return Object.keys(objects).find((one) => objects[one] === '[redacted]');
    }, 'a secret is told as one');
    for (const expression of [`${key} === ${JSON.stringify(named)}`, `${key} !== ${JSON.stringify(named)}`]) {
      const { body } = await daemon.post('/verify', { pid: pidOf(kind), expression, timeout_ms: 200 });
      const { passed, explanation } = body as unknown as VerifyResponse;
      expect(passed, expression).toBe(false);
      expect(explanation).toContain('redacted value can’t be compared');
    }
  });
});

const call = (pid: number, action: string): Promise<unknown> =>
  daemon.post('/action', { pid, action, parameters: {}, verify_expression: 'true' });

it('keeps none in its metrics, its protocol for models, its log and its files', { timeout: 120_000 }, async () => {
  expect(found(await text('/metrics'))).toEqual([]);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`), {
      requestInit: { headers: { 'X-Substrate-Key': daemon.key as string } },
    }),
  );
  const { tools } = await client.listTools();
  const pid = pidOf('node');
  for (const { name } of tools) {
    const args = { pid, q: 'password', query: 'password', expression: 'true', action: 'get_db_password', parameters: {} };
    const answer = await client.callTool({ name, arguments: args }).catch((error: unknown) => String(error));
    expect(found(JSON.stringify(answer)), name).toEqual([]);
  }
  await client.close();
  expect(found(daemon.stdout() + daemon.stderr())).toEqual([]);
  await daemon.stop();
  const files = readdirSync(daemon.home, { recursive: true }).map((name) => path.join(daemon.home, String(name)));
  for (const file of files.filter((name) => statSync(name).isFile())) expect(found(readFileSync(file, 'utf8')), file).toEqual([]);
  expect(files.some((file) => /schema/.test(file))).toBe(true);
});
