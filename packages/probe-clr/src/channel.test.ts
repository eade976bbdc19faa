import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Channel } from './channel.js';
import { layout, nextSequence, slot } from './channel-layout.js';
import { crc32 } from './crc32.js';

const nonce = '0123456789abcdef0123456789abcdef';
const requestCapacity = 1000;
const answerCapacity = 2000;

/** The other side of a channel, with every step in the test's hand. */
class FakeTarget {
  readonly #fd: number;
  #sequence = 0;
  constructor(path: string) {
    this.#fd = openSync(path, 'r+');
  }
  read(offset: number): number {
    const word = Buffer.alloc(4);
    readSync(this.#fd, word, 0, 4, offset);
    return word.readUInt32LE(0);
  }
  write(offset: number, value: number): void {
    const word = Buffer.alloc(4);
    word.writeUInt32LE(value >>> 0);
    writeSync(this.#fd, word, 0, 4, offset);
  }
  bytes(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    readSync(this.#fd, bytes, 0, length, offset);
    return bytes;
  }
  put(offset: number, bytes: Buffer): void {
    writeSync(this.#fd, bytes, 0, bytes.length, offset);
  }
  async until(holds: () => boolean): Promise<void> {
    for (let i = 0; !holds(); i++) {
      if (i > 5000) throw new Error('It did not come to that.');
      await sleep(1);
    }
  }
  async receive(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (let have = 0; ; ) {
      await this.until(() => this.read(layout.requestSlot + slot.sequence) !== this.read(layout.requestAck));
      const length = this.read(layout.requestSlot + slot.length);
      const chunk = this.bytes(layout.bodies, length);
      expect(crc32(chunk)).toBe(this.read(layout.requestSlot + slot.crc));
      chunks.push(chunk);
      have += length;
      const total = this.read(layout.requestSlot + slot.total);
      this.write(layout.requestAck, this.read(layout.requestSlot + slot.sequence));
      if (have >= total) return Buffer.concat(chunks);
    }
  }
  /** One chunk, its sequence number last. */
  send(chunk: Buffer, total = chunk.length): void {
    this.put(layout.bodies + requestCapacity, chunk);
    this.write(layout.answerSlot + slot.length, chunk.length);
    this.write(layout.answerSlot + slot.crc, crc32(chunk));
    this.write(layout.answerSlot + slot.total, total);
    this.#sequence = nextSequence(this.#sequence);
    this.write(layout.answerSlot + slot.sequence, this.#sequence);
  }
  close(): void {
    closeSync(this.#fd);
  }
}

let folder: string;
let channel: Channel;
let target: FakeTarget;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sclr-unit-'));
  channel = new Channel({ path: join(folder, 'channel'), nonce, requestCapacity, answerCapacity });
  target = new FakeTarget(channel.path);
});

afterEach(() => {
  target.close();
  channel.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the file', () => {
  test('is for its owner alone, has its full size from the start, and keeps it', () => {
    expect(statSync(channel.path).mode & 0o777).toBe(0o600);
    const size = layout.bodies + requestCapacity + answerCapacity;
    expect(statSync(channel.path).size).toBe(size);
    channel.close();
    expect(statSync(channel.path).size).toBe(size);
    expect(readFileSync(channel.path).toString('latin1', 0, 8)).toBe('SUBSTRT1');
    expect(target.read(layout.daemonState)).toBe(2);
  });

  test('is never taken over from somebody else', () => {
    expect(() => new Channel({ path: channel.path, nonce })).toThrow('EEXIST');
  });

  test('the echo is ours only when it is our nonce', () => {
    expect(channel.hasEcho(nonce)).toBe(false);
    target.put(layout.echo, Buffer.from(nonce.replace('0', 'f')));
    expect(channel.hasEcho(nonce)).toBe(false);
    target.put(layout.echo, Buffer.from(nonce));
    expect(channel.hasEcho(nonce)).toBe(true);
  });

  test('a full disk shows when the file is made', () => {
    const small = join(folder, 'small');
    execFileSync('mkdir', [small]);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      console.warn('skipped: a full disk needs the right to mount one.');
      return;
    }
    try {
      expect(() => new Channel({ path: join(small, 'channel'), nonce })).toThrow('ENOSPC');
    } finally {
      execFileSync('umount', [small]);
    }
  });
});

describe('an exchange', () => {
  test('carries small and large messages both ways, in chunks', async () => {
    for (const [asked, answered] of [
      [1, 1],
      [requestCapacity, answerCapacity],
      [requestCapacity * 3 + 7, answerCapacity * 4 + 1],
    ] as const) {
      const request = Buffer.alloc(asked, 'q');
      const answer = Buffer.alloc(answered, 'a');
      const result = channel.exchange(request);
      expect((await target.receive()).equals(request)).toBe(true);
      for (let at = 0; at < answer.length; at += answerCapacity) {
        const before = target.read(layout.answerSlot + slot.sequence);
        await target.until(() => target.read(layout.answerAck) === before);
        target.send(answer.subarray(at, at + answerCapacity), answer.length);
      }
      expect((await result).equals(answer)).toBe(true);
    }
  });

  test('a body that is written after its number is waited for', async () => {
    const result = channel.exchange(Buffer.from('question'));
    await target.receive();
    const answer = Buffer.from('the whole answer');
    target.write(layout.answerSlot + slot.length, answer.length);
    target.write(layout.answerSlot + slot.crc, crc32(answer));
    target.write(layout.answerSlot + slot.total, answer.length);
    target.put(layout.bodies + requestCapacity, answer.subarray(0, 7));
    target.write(layout.answerSlot + slot.sequence, 1);
    await sleep(20);
    target.put(layout.bodies + requestCapacity, answer);
    expect((await result).toString()).toBe('the whole answer');
  });

  test('an answer that stays torn ends the channel instead of being believed', async () => {
    const result = channel.exchange(Buffer.from('question'));
    await target.receive();
    target.send(Buffer.from('answer'));
    target.put(layout.bodies + requestCapacity, Buffer.from('ANSWER'));
    await expect(result).rejects.toThrow('not whole');
    await expect(channel.exchange(Buffer.from('again'))).rejects.toThrow('not whole');
  });

  test('a length that no chunk can have is not followed', async () => {
    const result = channel.exchange(Buffer.from('question'));
    await target.receive();
    target.write(layout.answerSlot + slot.length, 0xfffffff0);
    target.write(layout.answerSlot + slot.total, 0xfffffff0);
    target.write(layout.answerSlot + slot.sequence, 1);
    await expect(result).rejects.toThrow('not whole');
  });
});

describe('a peer that dies', () => {
  const dies = async (step: () => Promise<void>, request = Buffer.alloc(requestCapacity * 2)): Promise<void> => {
    const result = channel.exchange(request);
    const failed = expect(result).rejects.toThrow('The process has ended.');
    await step();
    channel.break('The process has ended.');
    await failed;
    await expect(channel.exchange(Buffer.from('later'))).rejects.toThrow('The process has ended.');
  };

  test('before it reads', () => dies(async () => undefined));

  test('between two chunks of the request', () =>
    dies(async () => {
      target.write(layout.requestAck, target.read(layout.requestSlot + slot.sequence));
      await target.until(() => target.read(layout.requestSlot + slot.sequence) === 2);
    }));

  test('after it read the request', () =>
    dies(async () => {
      await target.receive();
    }));

  test('between two chunks of its answer', () =>
    dies(async () => {
      await target.receive();
      target.send(Buffer.alloc(10), 20);
      await target.until(() => target.read(layout.answerAck) === 1);
    }));

  test('in the middle of a chunk', () =>
    dies(async () => {
      await target.receive();
      target.write(layout.answerSlot + slot.length, 10);
      target.put(layout.bodies + requestCapacity, Buffer.alloc(5));
      await sleep(10);
    }));
});
