import { expect, test } from 'vitest';
import { canBeAttached, counterOptions, liveMegabytes, parseCounters } from './hsperfdata.js';

const entry = (name: string, value: string | number): Buffer => {
  const label = Buffer.from(`${name}\0`);
  const data = typeof value === 'string' ? Buffer.from(`${value}\0`) : Buffer.alloc(8);
  if (typeof value === 'number') data.writeBigInt64LE(BigInt(value));
  const dataAt = Math.ceil((20 + label.length) / 8) * 8;
  const out = Buffer.alloc(Math.ceil((dataAt + data.length) / 8) * 8);
  out.writeUInt32LE(out.length, 0);
  out.writeUInt32LE(20, 4);
  out.writeUInt32LE(typeof value === 'string' ? data.length : 0, 8);
  out[12] = typeof value === 'string' ? 0x42 : 0x4a;
  out[14] = typeof value === 'string' ? 5 : 2;
  out.writeUInt32LE(dataAt, 16);
  label.copy(out, 20);
  data.copy(out, dataAt);
  return out;
};

const file = (entries: Record<string, string | number>): Buffer => {
  const head = Buffer.alloc(32);
  head.writeUInt32BE(0xcafec0c0, 0);
  head[4] = 1;
  head.writeUInt32LE(32, 24);
  head.writeUInt32LE(Object.keys(entries).length, 28);
  return Buffer.concat([head, ...Object.entries(entries).map(([name, value]) => entry(name, value))]);
};

test('strings and numbers are read', () => {
  const counters = parseCounters(
    file({
      'sun.rt.jvmCapabilities': '1000',
      'java.rt.vmArgs': '-Xmx64m -XX:+DisableAttachMechanism',
      'sun.gc.collector.0.invocations': 3,
      'sun.gc.generation.0.space.0.name': 'eden',
      'sun.gc.generation.0.space.0.used': 900 << 20,
      'sun.gc.generation.1.space.0.name': 'space',
      'sun.gc.generation.1.space.0.used': 12 << 20,
    }),
  );
  expect(canBeAttached(counters)).toBe(true);
  expect(counterOptions(counters)).toEqual(['-Xmx64m', '-XX:+DisableAttachMechanism']);
  expect(liveMegabytes(counters)).toBe(12);
});

test('what is missing or broken tells nothing', () => {
  expect(parseCounters(Buffer.from('no such thing')).size).toBe(0);
  expect(canBeAttached(new Map())).toBeNull();
  expect(liveMegabytes(new Map([['sun.gc.collector.0.invocations', 0]]))).toBeNull();
  const whole = file({ a: 'x', b: 'y' });
  for (let length = 0; length < whole.length; length++)
    expect(parseCounters(whole.subarray(0, length)).size).toBeLessThanOrEqual(2);
});
