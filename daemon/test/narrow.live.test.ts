import { pathToFileURL } from 'node:url';
import { createClient, type WatchEvent } from '@substrate/client';
import type { KeyMatch, NarrowState, SearchResponse, SubstrateState } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, startJava, startPage, startShop, startWorker } from './example-apps.js';
import { createWorkshop, type RunningDaemon, until } from './support.js';

/** What an agent's author reads and calls, on a running daemon with an application of each runtime. */
const workshop = createWorkshop();
let daemon: RunningDaemon;

interface Example {
  readonly start: (shop: typeof workshop) => Promise<unknown>;
  readonly appId: string;
  /** Words for a key, in a spelling that is not its own. */
  readonly words: string;
  readonly finds: string;
  /** Something to do and to do again with another value, and the key that tells it. */
  readonly action: string;
  readonly turns: readonly [Record<string, unknown>, Record<string, unknown>];
  readonly changes: string;
}

const examples: Record<'v8' | 'jvm' | 'clr', Example> = {
  v8: {
    start: startShop,
    appId: 'chromium',
    words: 'itemsCount cart',
    finds: 'cart.items.count',
    action: 'add_item',
    turns: [{ id: 'tea' }, { id: 'mug' }],
    changes: 'cart.items.count',
  },
  jvm: {
    start: (shop) => startJava(shop, 'queue-service', 'QueueService'),
    appId: 'queueservice',
    words: 'Invoices Workers',
    finds: 'queue_invoices.workers',
    action: 'queue_invoices_set_workers',
    turns: [{ value: 7 }, { value: 4 }],
    changes: 'queue_invoices.workers',
  },
  clr: {
    start: startWorker,
    appId: 'mailworker',
    words: 'pendingCount',
    finds: 'mail_queue.pending.count',
    action: 'mail_queue_enqueue',
    turns: [
      { to: 'ada@example.com', subject: 'One' },
      { to: 'ada@example.com', subject: 'Two' },
    ],
    changes: 'mail_queue.pending.count',
  },
};
type Runtime = keyof typeof examples;
const possible = (Object.keys(examples) as Runtime[]).filter((runtime) => requireRuntime(runtime, missing[runtime]));

beforeAll(async () => {
  for (const runtime of possible) await examples[runtime].start(workshop);
  daemon = await workshop.daemon({ SUBSTRATE_RATE_LIMIT__ENABLED: 'false' });
  await until(
    async () => {
      const apps = await daemon.apps();
      return possible.every((runtime) =>
        apps.some((app) => app.app_id === examples[runtime].appId && app.probe_status === 'active'),
      );
    },
    'every application active',
    150_000,
  );
}, 300_000);
afterAll(() => workshop[Symbol.asyncDispose]());

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe.each(possible)('%s', (runtime) => {
  const { appId, words, finds, action, turns, changes } = examples[runtime];
  const at = (part: string): string => `/apps/${appId}/${part}`;
  const act = async (parameters: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    daemon.post('/action', { app_id: appId, action, parameters, verify_expression: `${changes} !== null`, ...more });

  it('serves the parts that are asked for, and counts that agree', async () => {
    const whole = await daemon.get<SubstrateState>(at('state'));
    const { raw_object_count, filtered_object_count, total_object_count } = whole.probe_metadata;
    expect(filtered_object_count).toBe(Object.keys(whole.objects).length);
    expect(raw_object_count).toBeGreaterThanOrEqual(filtered_object_count);
    expect(total_object_count).toBeGreaterThanOrEqual(filtered_object_count);
    const actions = await daemon.get<NarrowState>(at('state?include=actions'));
    expect(Object.keys(actions).sort()).toEqual(
      Object.keys(whole)
        .filter((name) => !/^(objects|context|probe_metadata)$/.test(name))
        .sort(),
    );
    expect(actions.actions).toEqual(whole.actions);
    const nothing = await daemon.get<NarrowState>(at('state?include=objects&keys=nothing.of.the.kind'));
    expect(nothing.objects).toEqual({});
    expect(bytesOf(nothing)).toBeLessThan(600);
  });

  it('a limit is the first keys in the order served, and max_bytes the first that fit', async () => {
    const { objects } = await daemon.get<SubstrateState>(at('state'));
    const keys = Object.keys(objects);
    for (const limit of [1, 5, 12]) {
      const part = await daemon.get<NarrowState>(at(`state?include=objects,metadata&limit=${limit}`));
      expect(Object.keys(part.objects ?? {})).toEqual(keys.slice(0, limit));
      expect(part.probe_metadata?.filtered_object_count).toBe(Math.min(limit, keys.length));
    }
    const { objects: fitting = {} } = await daemon.get<NarrowState>(at('state?include=objects&max_bytes=300'));
    expect(bytesOf(fitting)).toBeLessThanOrEqual(300);
    expect(Object.keys(fitting)).toEqual(keys.slice(0, Object.keys(fitting).length));
    expect(Object.keys(fitting).length).toBeGreaterThan(0);
  });

  it('an outline folds all keys into what fits', async () => {
    const { outline = [], probe_metadata } = await daemon.get<NarrowState>(
      at('state?outline=true&include=objects,metadata&max_bytes=900'),
    );
    expect(bytesOf(outline)).toBeLessThanOrEqual(900);
    expect(outline.reduce((sum, { keys }) => sum + keys, 0)).toBe(probe_metadata?.filtered_object_count);
  });

  it('finds keys in any spelling, and actions; what it finds can be read', async () => {
    const found = await daemon.get<SearchResponse>(at(`search?q=${encodeURIComponent(words)}`));
    const [best] = found.results as KeyMatch[];
    expect(best?.key).toBe(finds);
    const read = await daemon.get<NarrowState>(at(`state?include=objects&keys=${encodeURIComponent(finds)}`));
    expect(read.objects).toEqual({ [finds]: best?.value });
    const acts = await daemon.get<SearchResponse>(at(`search?kind=actions&q=${action.replaceAll('_', '+')}`));
    expect(acts.results[0]).toMatchObject({ action, signature: expect.stringMatching(/^fn\(/) });
    await expect(daemon.get(at('search?q='))).rejects.toThrow('400');
  });

  it('routes by name say what those by pid say', async () => {
    const { pid, capture_id } = await daemon.get<SubstrateState>(at('state?include=metadata'));
    for (const part of ['schema', 'search?q=count', `diff?since=${capture_id}`]) {
      const [byName, byPid] = await Promise.all(
        [at(part), `/${part.replace(/^\w+/, `$&/${pid}`)}`].map((route) => daemon.get<Record<string, unknown>>(route)),
      );
      // A cycle may lie between the two.
      expect({ ...byName, capture_id: '' }).toEqual({ ...byPid, capture_id: '' });
    }
    await expect(daemon.get('/apps/nobody/state')).rejects.toThrow('404');
  }, 60_000);

  it('an action answers what changed alone; a list of parameters is refused', async () => {
    const { status, body } = await act(turns[0], { reply: 'delta' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, updated_state: null, state_delta: { [changes]: expect.anything() } });
    const refused = await daemon.post('/action', { app_id: appId, action, parameters: [] });
    expect(refused).toMatchObject({ status: 400, body: { executed: false, error: { code: 'invalid_request' } } });
  });

  it('a stream tells the part that was asked for, with values, from a snapshot on', async () => {
    const client = createClient({ url: daemon.url, key: daemon.key as string });
    const stop = new AbortController();
    const seen: WatchEvent[] = [];
    const prefix = changes.split('.')[0] as string;
    const following = (async () => {
      for await (const event of client.watch(appId, { prefix: [prefix], values: true, snapshot: true, signal: stop.signal }))
        seen.push(event);
    })().catch(() => {});
    try {
      const first = await until(() => seen.find((event) => 'values' in event && event.values), 'the snapshot');
      expect(Object.keys((first as { values: object }).values).every((key) => key.startsWith(prefix))).toBe(true);
      expect((first as { values: object }).values).toHaveProperty([changes]);
      const before = seen.length;
      await act(turns[1]);
      const told = await until(
        () => seen.slice(before).find((event) => 'changed_keys' in event && event.changed_keys.includes(changes)),
        'the change',
      );
      const { objects = {} } = await daemon.get<NarrowState>(at(`state?include=objects&keys=${changes}`));
      expect((told as { values: Record<string, unknown> }).values[changes]).toBe(objects[changes]);
    } finally {
      stop.abort();
      await following;
    }
  });

  it('a label that could not be read is refused', async () => {
    const { capture_id, schema_version } = await daemon.get<SubstrateState>(at('state?include=metadata'));
    for (const correct_label of ['NaN.x', 'Math.pi', 'undefined']) {
      const { status, body } = await daemon.post(at('learn'), {
        capture_id,
        schema_version,
        corrections: [{ observed_key: finds, correct_label, correct_type: 'number' }],
      });
      expect([status, (body.error as { code: string } | undefined)?.code]).toEqual([400, 'invalid_request']);
    }
  });

  it('the command line says which keys come closest', async () => {
    const env = { SUBSTRATE_URL: daemon.url, SUBSTRATE_KEY: daemon.key as string };
    const wrong = await workshop.run(['state', appId, '--keys', `${finds}s`], env);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain(finds);
    const found = await workshop.run(['search', appId, words], env);
    expect([found.code, found.stdout]).toEqual([0, expect.stringContaining(finds)]);
    const outline = await workshop.run(['state', appId, '--outline'], env);
    expect([outline.code, outline.stdout]).toEqual([0, expect.stringContaining(finds.split('.')[0] as string)]);
  });
});

it.runIf(possible.includes('v8'))('what is redacted is not found by what it was', async () => {
  const { results } = await daemon.get<SearchResponse>('/apps/chromium/search?q=5d1f0c1e');
  expect(results).toEqual([]);
  const named = await daemon.get<SearchResponse>('/apps/chromium/search?q=access+token');
  expect(named.results[0]).toMatchObject({ key: 'session.access_token', value: '[redacted]' });
});

describe.runIf(possible.includes('v8'))('a click', () => {
  it('is judged by what is under its point', { timeout: 90_000 }, async () => {
    const page = workshop.write(
      'click.html',
      `<!doctype html><title>Account</title><style>body, button, div { margin: 0; position: absolute; left: 0; width: 200px; height: 40px }</style>
      <body style="width: 800px; height: 600px"><button style="top: 0">Delete account</button><button style="top: 50px">Show plans</button>
      <div id="card" style="top: 100px; padding: 20px"><span>Delete everything</span></div>
      <script>var count = { clicks: 0, limit: 9, name: 'page' }; document.body.addEventListener('click', () => count.clicks++);</script>`,
    );
    const other = createWorkshop();
    try {
      const beside = await other.daemon({
        SUBSTRATE_RATE_LIMIT__ENABLED: 'false',
        SUBSTRATE_SCAN__INCLUDE: JSON.stringify([other.folder]),
      });
      startPage(other, pathToFileURL(page).href);
      const app = await until(async () => (await beside.apps()).find((one) => one.probe_status === 'active'), 'the page', 60_000);
      const dry = (x: number, y: number) =>
        beside.post('/action', { pid: app.pid, action: 'click', parameters: { x, y }, dry_run: true });
      const refusal = { status: 400, body: { executed: false, error: { code: 'missing_verify_expression' } } };
      await until(async () => (await dry(50, 20)).status !== 503, 'confidence to click');
      expect(await dry(50, 20)).toMatchObject(refusal);
      expect(await dry(50, 70)).toMatchObject({ status: 200 });
      // The blank part of what holds nothing else is that thing; a blank part of the page is nothing.
      expect(await dry(5, 105)).toMatchObject(refusal);
      expect(await dry(600, 400)).toMatchObject({ status: 200 });
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });
});

it('the document of the interface has the rule of pid and app_id, and the header of a replay', async () => {
  const response = await fetch(`${daemon.url}/substrate/v1/openapi.json`);
  const { components, paths } = (await response.json()) as Record<string, Record<string, never>>;
  expect(components).toMatchObject({
    schemas: { ActionRequest: { anyOf: [{ required: ['pid'] }, { required: ['app_id'] }] } },
    headers: { 'Idempotent-Replay': expect.anything() },
  });
  expect(paths).toMatchObject({
    '/substrate/v1/action': { post: { responses: { '200': { headers: { 'Idempotent-Replay': expect.anything() } } } } },
  });
});
