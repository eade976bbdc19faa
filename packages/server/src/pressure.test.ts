import { describe, expect, it } from 'vitest';
import { createPressure } from './pressure.js';

const block = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};
const turn = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('decisions §3: overload protection', () => {
  it('counts what is in flight until it is done, failed or not', async () => {
    using pressure = createPressure({ maxInFlight: 2, maxLoopDelayMs: 1000, loopDelayMs: () => 0 });
    const ends: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => ends.push(resolve));
    const tracked = [pressure.track(work()), pressure.track(work())];
    expect(() => pressure.check()).toThrowError(expect.objectContaining({ code: 'overloaded', retryAfterMs: 1000 }));
    for (const end of ends) end();
    await Promise.all(tracked);
    await pressure.track(Promise.reject(new Error('no'))).catch(() => {});
    expect(() => pressure.check()).not.toThrow();
  });

  it('sees an event loop that is late again and again, not one that paused once', async () => {
    using pressure = createPressure({ maxInFlight: 2, maxLoopDelayMs: 100 });
    block(600);
    await turn(1);
    expect(() => pressure.check()).not.toThrow();
    for (let i = 0; i < 4; i++) {
      block(600);
      await turn(1);
    }
    expect(() => pressure.check()).toThrowError(expect.objectContaining({ code: 'overloaded' }));
  });
});
