import { type Client, createClient } from '@substrate/client';
import type { ActionResponse, Primitive, StateChangeNotification } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, startJava, startShop, startWorker } from './example-apps.js';
import { createWorkshop, type RunningDaemon, until } from './support.js';

/**
 * Two clients at once on one application of each runtime: read, act, verify, diff, watch, again and again. Each client does something
 * that only it does, so that every number in every answer is known beforehand, and a delta that holds the other's doing is wrong.
 */
interface Turn {
  readonly action: string;
  readonly parameters: Record<string, unknown>;
  /** The key that this client alone changes, and its value after the turn. */
  readonly key: string;
  readonly after: Primitive;
  /** What the runtime returns; undefined where the interface has none. */
  readonly returns?: unknown;
  /** The method behind it, where the interface tells one. */
  readonly method?: string;
  /** Keys that only the other client changes. */
  readonly others: readonly string[];
}

interface Role {
  /** The turn after one that left `value` in the key of the client. */
  turn(round: number, value: Primitive): Turn;
  readonly key: string;
  /** It sets the value that is there: nothing of its own changes. */
  readonly quiet?: boolean;
}

const rounds = 100;
const workshop = createWorkshop();
let daemon: RunningDaemon;
let keys: string[] = [];

beforeAll(async () => {
  daemon = await workshop.daemon({
    SUBSTRATE_RATE_LIMIT__ACTION_PER_SECOND: '1000',
    SUBSTRATE_RATE_LIMIT__STATE_PER_SECOND: '10000',
  });
  keys = await Promise.all(
    ['first', 'second'].map(async (label) => {
      const { stdout } = await workshop.run(['keygen', '--label', label, '--json']);
      return (JSON.parse(stdout) as { key: string }).key;
    }),
  );
});
afterAll(() => workshop[Symbol.asyncDispose]());

const ready = async (appId: string): Promise<number> => {
  const app = await until(
    async () => (await daemon.apps()).find((one) => one.app_id === appId && one.probe_status === 'active'),
    `${appId} active`,
    90_000,
  );
  return app.pid;
};

const follow = (client: Client, pid: number, signal: AbortSignal): StateChangeNotification[] => {
  const seen: StateChangeNotification[] = [];
  void (async () => {
    for await (const event of client.watch(pid, { signal })) if (event.type === 'change') seen.push(event);
  })().catch(() => {});
  return seen;
};

const play = async (pid: number, key: string, role: Role): Promise<void> => {
  const client = createClient({ url: daemon.url, key });
  const stop = new AbortController();
  const seen = follow(client, pid, stop.signal);
  try {
    let value = (await client.state(pid, { fresh: true })).objects[role.key] ?? null;
    for (let round = 0; round < rounds; round++) {
      const turn = role.turn(round, value);
      const before = await client.state(pid);
      const expression = `${turn.key} === ${JSON.stringify(turn.after)}`;
      const answer: ActionResponse = await client.action({
        pid,
        action: turn.action,
        parameters: turn.parameters,
        verify_expression: expression,
      });
      expect(answer).toMatchObject({ success: true, executed: true, verification: { passed: true } });
      expect(answer.state_delta?.[turn.key]).toEqual(turn.after === value ? undefined : { before: value, after: turn.after });
      for (const other of turn.others) expect(answer.state_delta).not.toHaveProperty([other]);
      if ('returns' in turn) expect(answer.raw_return).toEqual(turn.returns);
      expect(answer.invocation_context?.method_name).toBe(turn.method);
      expect(answer.updated_state?.objects[turn.key]).toEqual(turn.after);

      const verified = await client.verify({ pid, expression });
      expect(verified).toMatchObject({ passed: true, actual_value: turn.after });
      const diff = await client.diff(pid, before.capture_id);
      expect(
        [...diff.changed, ...diff.added].find((entry) => entry.path === turn.key) !== undefined ||
          before.objects[turn.key] === turn.after,
      ).toBe(true);
      value = turn.after;
    }
    const own = () => seen.filter((one) => one.changed_keys.includes(role.key)).length;
    if (!role.quiet) await until(() => own() > 0, 'a notification of the own key');
    for (let i = 1; i < seen.length; i++) {
      expect(seen[i]?.sequence).toBe((seen[i - 1]?.sequence as number) + 1);
      expect(seen[i]?.prev_capture_id).toBe(seen[i - 1]?.capture_id);
    }
  } finally {
    stop.abort();
  }
};

const drive = async (pid: number, first: Role, second: Role): Promise<void> => {
  await Promise.all([play(pid, keys[0] as string, first), play(pid, keys[1] as string, second)]);
};

describe.runIf(requireRuntime('v8', missing.v8))('a web shop in Chromium', { concurrent: true }, () => {
  test('200 turns of two clients, without a wrong result', { timeout: 300_000 }, async () => {
    await startShop(workshop);
    const pid = await ready('chromium');
    const client = createClient({ url: daemon.url, key: keys[0] as string });
    for (const id of ['tea', 'mug'])
      await client.action({
        pid,
        action: 'add_item',
        parameters: { id },
        verify_expression: `cart.items.some((item) => item.id === "${id}")`,
      });
    const role = (id: string, own: number, other: number): Role => ({
      key: `cart.items[${own}].quantity`,
      turn: (_, value) => ({
        action: 'add_item',
        parameters: { id },
        key: `cart.items[${own}].quantity`,
        after: (value as number) + 1,
        returns: null,
        others: [`cart.items[${other}].quantity`],
      }),
    });
    await drive(pid, role('tea', 0, 1), role('mug', 1, 0));
  });
});

describe.runIf(requireRuntime('jvm', missing.jvm))('a Java server', { concurrent: true }, () => {
  test('200 turns of two clients, without a wrong result', { timeout: 300_000 }, async () => {
    await startJava(workshop, 'store-server', 'StoreServer');
    const pid = await ready('storeserver');
    const { objects } = await daemon.state(pid);
    const failures = Object.keys(objects).find((key) => key.endsWith('payments.failures')) as string;
    const open = Object.keys(objects).find((key) => key.endsWith('open') && objects[key] === true) as string;
    await drive(
      pid,
      {
        key: failures,
        turn: (_, value) => ({
          action: 'report_failure',
          method: 'reportFailure',
          parameters: {},
          key: failures,
          after: (value as number) + 1,
          returns: null,
          others: [open],
        }),
      },
      {
        key: open,
        turn: (_, value) => ({
          action: 'set_open',
          method: 'setOpen',
          parameters: { open: !value },
          key: open,
          after: !value,
          returns: !value,
          others: [failures],
        }),
      },
    );
  });
});

describe.runIf(requireRuntime('clr', missing.clr))('a .NET worker', { concurrent: true }, () => {
  test('200 turns of two clients, without a wrong result', { timeout: 300_000 }, async () => {
    await startWorker(workshop);
    const pid = await ready('mailworker');
    await drive(
      pid,
      {
        key: 'mail_queue.last_id',
        turn: (round, value) => ({
          action: 'mail_queue_enqueue',
          parameters: { to: 'ada@example.com', subject: `Letter ${round}` },
          key: 'mail_queue.last_id',
          after: (value as number) + 1,
          returns: (value as number) + 1,
          others: ['mail_queue.delivered', 'mail_queue.paused'],
        }),
      },
      {
        key: 'mail_queue.paused',
        quiet: true,
        turn: (_, value) => ({
          action: 'set_paused',
          parameters: { value: true },
          key: 'mail_queue.paused',
          after: value,
          others: ['mail_queue.last_id', 'mail_queue.delivered'],
        }),
      },
    );
  });
});
