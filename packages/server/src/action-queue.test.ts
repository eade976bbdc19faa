import { describe, expect, it } from 'vitest';
import { createActionQueues } from './action-queue.js';
import type { Application } from './applications.js';

const application = (appId: string): Application => ({ appId }) as Application;
const never = new AbortController().signal;

/** Work that a test ends by hand. */
const held = () => {
  let end = (): void => {};
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { until, end };
};

describe('action queues', () => {
  it('run the actions of one application in their order, one at a time, and say who waited', async () => {
    const queues = createActionQueues(10);
    const shop = application('shop');
    const log: string[] = [];
    const first = held();
    const run = (name: string, until: Promise<void> = Promise.resolve()) =>
      queues.run(shop, never, async (waited) => {
        log.push(`${name} ${waited}`);
        await until;
        log.push(`${name} ends`);
      });
    const all = [run('a', first.until), run('b'), run('c')];
    await Promise.resolve();
    expect(log).toEqual(['a false']);
    first.end();
    await Promise.all(all);
    expect(log).toEqual(['a false', 'a ends', 'b true', 'b ends', 'c true', 'c ends']);
    await run('d');
    expect(log.at(-2)).toBe('d false');
  });

  it('do not let one application wait for another', async () => {
    const queues = createActionQueues(10);
    const first = held();
    const slow = queues.run(application('shop'), never, () => first.until);
    expect(await queues.run(application('other'), never, async (waited) => waited)).toBe(false);
    first.end();
    await slow;
  });

  it('go on after work that failed', async () => {
    const queues = createActionQueues(10);
    const shop = application('shop');
    const failing = queues.run(shop, never, async () => {
      throw new Error('no');
    });
    const next = queues.run(shop, never, async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });

  it('go on behind work that lets others pass, once', async () => {
    const queues = createActionQueues(10);
    const shop = application('shop');
    const first = held();
    const second = held();
    const log: string[] = [];
    const stuck = queues.run(shop, never, async (_, letPass) => {
      letPass();
      letPass();
      await first.until;
    });
    const next = queues.run(shop, never, () => second.until);
    const last = queues.run(shop, never, async () => log.push('last'));
    first.end();
    await stuck;
    // The one that was let pass has the turn now: the end of the first does not give it away.
    expect(log).toEqual([]);
    second.end();
    await Promise.all([next, last]);
    expect(log).toEqual(['last']);
  });

  it('are bounded: past queue_max waiting, overloaded with a time to wait', async () => {
    const queues = createActionQueues(2);
    const shop = application('shop');
    const first = held();
    const all = [
      queues.run(shop, never, () => first.until),
      queues.run(shop, never, async () => {}),
      queues.run(shop, never, async () => {}),
    ];
    await expect(queues.run(shop, never, async () => {})).rejects.toMatchObject({ code: 'overloaded', retryAfterMs: 1000 });
    first.end();
    await Promise.all(all);
  });

  it('take out who gives up while it waits: its work never runs, and its place is free', async () => {
    const queues = createActionQueues(1);
    const shop = application('shop');
    const first = held();
    const running = queues.run(shop, never, () => first.until);
    const controller = new AbortController();
    let ran = false;
    const waiting = queues.run(shop, controller.signal, async () => {
      ran = true;
    });
    controller.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    const other = queues.run(shop, never, async () => 'mine');
    first.end();
    await running;
    expect([await other, ran]).toEqual(['mine', false]);
  });
});
