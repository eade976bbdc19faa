import { describe, expect, it } from 'vitest';
import { createPressure } from './pressure.js';

const block = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};
const turn = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const calm = { maxInFlight: 2, maxInFlightPerKey: 2, maxLoopDelayMs: 1000, loopDelayMs: () => 0 };
const overloaded = expect.objectContaining({ code: 'overloaded', retryAfterMs: 1000 });

describe('decisions §3: overload protection', () => {
  it('counts what is in flight until it is answered', () => {
    using pressure = createPressure(calm);
    const [one, two] = [pressure.enter('a'), pressure.enter('b')];
    expect(() => pressure.enter('c')).toThrowError(overloaded);
    one.leave();
    one.leave();
    expect(pressure.working).toBe(1);
    pressure.enter('c').leave();
    two.leave();
    expect([pressure.working, pressure.waiting]).toEqual([0, 0]);
  });

  it('what waits takes no place from other keys, but one of its own', async () => {
    using pressure = createPressure(calm);
    let come = (): void => {};
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    const places = [pressure.enter('a'), pressure.enter('a')];
    const waits = places.map((place) => place.wait(coming));
    expect([pressure.working, pressure.waiting]).toEqual([0, 2]);
    expect(() => pressure.enter('a')).toThrowError(overloaded);
    const others = [pressure.enter('b'), pressure.enter('c')];
    expect(() => pressure.enter('d')).toThrowError(overloaded);
    for (const other of others) other.leave();
    come();
    await Promise.all(waits);
    expect([pressure.working, pressure.waiting]).toEqual([2, 0]);
    for (const place of places) place.leave();
    expect([pressure.working, pressure.waiting]).toEqual([0, 0]);
  });

  it('what comes after the answer counts for nothing', async () => {
    using pressure = createPressure(calm);
    let come = (): void => {};
    const place = pressure.enter('a');
    const wait = place.wait(
      new Promise<void>((resolve) => {
        come = resolve;
      }),
    );
    place.leave();
    expect([pressure.working, pressure.waiting]).toEqual([0, 0]);
    come();
    await wait;
    expect([pressure.working, pressure.waiting]).toEqual([0, 0]);
  });

  it('without keys everybody shares all places', () => {
    using pressure = createPressure({ ...calm, maxInFlightPerKey: 1 });
    pressure.enter(null);
    pressure.enter(null);
    expect(() => pressure.enter(null)).toThrowError(overloaded);
  });

  it('answers that the clients of a key do not take are bounded, for that key', () => {
    using pressure = createPressure({ ...calm, maxOwedPerKey: 1000 });
    const place = pressure.enter('a');
    const sent = place.owe(1000);
    place.leave();
    expect(() => pressure.enter('a')).toThrowError(overloaded);
    pressure.enter('b').leave();
    sent();
    pressure.enter('a').leave();
  });

  it('sees an event loop that is late again and again, not one that paused once', async () => {
    using pressure = createPressure({ maxInFlight: 2, maxInFlightPerKey: 2, maxLoopDelayMs: 100 });
    block(600);
    await turn(1);
    pressure.enter('a').leave();
    for (let i = 0; i < 4; i++) {
      block(600);
      await turn(1);
    }
    expect(() => pressure.enter('a')).toThrowError(expect.objectContaining({ code: 'overloaded' }));
  });
});
