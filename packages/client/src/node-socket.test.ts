import { describe, expect, it } from 'vitest';
import { createFrameReader, encodeFrame } from './node-socket.js';

const frame = (opcode: number, payload: Uint8Array, final = true): Uint8Array => {
  const length = payload.length;
  const head =
    length < 126
      ? [length]
      : length < 65_536
        ? [126, length >> 8, length & 0xff]
        : [127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff];
  return new Uint8Array([(final ? 0x80 : 0) | opcode, ...head, ...payload]);
};
const text = (value: string) => new TextEncoder().encode(value);

const collect = () => {
  const seen: unknown[] = [];
  const read = createFrameReader({
    onText: (value) => void seen.push(value),
    onPing: (payload) => void seen.push(['ping', new TextDecoder().decode(payload)]),
    onClose: (code) => void seen.push(['close', code]),
  });
  return { seen, read };
};

describe('the frames of a server', () => {
  it('are read whatever pieces they come in', () => {
    const long = 'é'.repeat(300);
    const huge = 'x'.repeat(70_000);
    const bytes = [
      frame(1, text('short')),
      frame(9, text('p')),
      frame(1, text(long)),
      frame(1, text('in '), false),
      frame(0, text('two')),
      frame(1, text(huge)),
      frame(8, new Uint8Array([3, 232])),
    ];
    const all = new Uint8Array(bytes.flatMap((one) => [...one]));
    for (const size of [1, 3, 1000, all.length]) {
      const { seen, read } = collect();
      for (let at = 0; at < all.length; at += size) expect(read(all.slice(at, at + size))).toBe(true);
      expect(seen).toEqual(['short', ['ping', 'p'], long, 'in two', huge, ['close', 1000]]);
    }
  });

  it('that no server may send end the connection', () => {
    expect(collect().read(new Uint8Array([0x81, 0x81, 0, 0, 0, 0, 0]))).toBe(false);
    expect(collect().read(new Uint8Array([0xc1, 0]))).toBe(false);
    expect(collect().read(new Uint8Array([0x81, 127, 0, 0, 1, 0, 0, 0, 0, 0]))).toBe(false);
  });
});

describe('a frame of the client', () => {
  it('is masked', () => {
    const bytes = encodeFrame(0xa, text('hi'));
    expect([...bytes.slice(0, 2)]).toEqual([0x8a, 0x82]);
    const mask = bytes.slice(2, 6);
    expect(String.fromCharCode(...[...bytes.slice(6)].map((byte, i) => byte ^ (mask[i % 4] as number)))).toBe('hi');
  });
});
