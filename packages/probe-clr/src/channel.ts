import { closeSync, fchownSync, openSync, readSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  daemonClosed,
  daemonOpen,
  layout,
  magic,
  messageLimit,
  nextSequence,
  nonceLength,
  slot,
  targetLeft,
} from './channel-layout.js';
import { crc32 } from './crc32.js';
import type { Doorbell } from './doorbell.js';

/**
 * This side of the memory-mapped file. Plain reads and writes of a file that another process has mapped are coherent with its memory. A
 * message is cut into chunks; each is acknowledged. The file is never truncated: that would kill the process that maps it.
 */

interface ChannelOptions {
  readonly path: string;
  readonly nonce: string;
  /** Who must be able to open it, when that is another user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  readonly requestCapacity?: number;
  readonly answerCapacity?: number;
}

class ChannelBroken extends Error {
  override readonly name = 'ChannelBroken';
}

const tornLimitMs = 2000;

export class Channel {
  readonly path: string;
  readonly #fd: number;
  readonly #requestCapacity: number;
  readonly #answerCapacity: number;
  readonly #word = Buffer.alloc(4);
  readonly #head = Buffer.alloc(slot.size);
  #lastRequest = 0;
  #lastAnswer = 0;
  #beat = 0;
  #isOpen = true;
  #broken: ChannelBroken | undefined;
  #wake: (() => void) | undefined;
  #rung = false;
  /** Set by whoever makes the doorbell. */
  bell: Doorbell | null = null;

  /** Makes the file at its full size, so that a full disk shows now and not inside the target. Throws what the file system says. */
  constructor({ path, nonce, owner, requestCapacity = 64 * 1024, answerCapacity = 1024 * 1024 }: ChannelOptions) {
    if (nonce.length !== nonceLength) throw new Error(`A nonce has ${nonceLength} characters.`);
    this.path = path;
    this.#requestCapacity = requestCapacity;
    this.#answerCapacity = answerCapacity;
    this.#fd = openSync(path, 'wx+', 0o600);
    try {
      const zeros = Buffer.alloc(64 * 1024);
      const size = layout.bodies + requestCapacity + answerCapacity;
      for (let at = 0; at < size; ) at += writeSync(this.#fd, zeros, 0, Math.min(zeros.length, size - at), at);
      this.#write(layout.requestCapacity, requestCapacity);
      this.#write(layout.answerCapacity, answerCapacity);
      writeSync(this.#fd, nonce, layout.nonce, 'latin1');
      this.#write(layout.daemonState, daemonOpen);
      this.beat();
      if (owner) fchownSync(this.#fd, owner.uid, owner.gid);
      writeSync(this.#fd, magic, 0, magic.length, layout.magic);
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
  }

  /** Whether the target has opened the channel and said our nonce back. */
  hasEcho(nonce: string): boolean {
    if (!this.#isOpen) return false;
    const echo = Buffer.alloc(nonceLength);
    readSync(this.#fd, echo, 0, nonceLength, layout.echo);
    return echo.toString('latin1') === nonce;
  }

  get targetBeat(): number {
    return this.#isOpen ? this.#read(layout.targetBeat) : 0;
  }

  get hasTargetLeft(): boolean {
    return !this.#isOpen || this.#read(layout.targetState) === targetLeft;
  }

  /** Tells the target that this side lives. */
  beat(): void {
    if (this.#isOpen) this.#write(layout.daemonBeat, ++this.#beat);
  }

  /** Something may have changed. */
  wake(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Ends every exchange, now and later. */
  break(reason: string): void {
    this.#broken ??= new ChannelBroken(reason);
    this.wake();
  }

  /** Sends a request and waits for its answer. One at a time. */
  async exchange(request: Buffer): Promise<Buffer> {
    for (let at = 0; at === 0 || at < request.length; at += this.#requestCapacity) {
      const chunk = request.subarray(at, at + this.#requestCapacity);
      this.#put(chunk, request.length);
      this.bell?.ring();
      // The last chunk needs no separate wait: its answer says that it came.
      if (at + chunk.length < request.length) await this.#until(() => this.#read(layout.requestAck) === this.#lastRequest);
    }
    const chunks: Buffer[] = [];
    let have = 0;
    for (;;) {
      const { chunk, total } = await this.#take();
      chunks.push(chunk);
      have += chunk.length;
      this.#write(layout.answerAck, this.#lastAnswer);
      this.bell?.ring();
      // A total that grows with every chunk, or chunks with nothing in them, would never end.
      if (have > messageLimit || (chunk.length === 0 && have < total)) this.break('The channel holds an answer without an end.');
      if (this.#broken) throw this.#broken;
      if (have >= total) return chunks.length === 1 ? chunk : Buffer.concat(chunks);
    }
  }

  /** Tells the target to leave, and closes this side. The file stays until its owner unlinks it. */
  close(): void {
    if (!this.#isOpen) return;
    this.#write(layout.daemonState, daemonClosed);
    this.#isOpen = false;
    this.bell?.ring();
    this.break('The channel was closed.');
    closeSync(this.#fd);
  }

  #put(chunk: Buffer, total: number): void {
    if (this.#broken) throw this.#broken;
    writeSync(this.#fd, chunk, 0, chunk.length, layout.bodies);
    this.#head.writeUInt32LE(chunk.length, slot.length);
    this.#head.writeUInt32LE(crc32(chunk), slot.crc);
    this.#head.writeUInt32LE(total, slot.total);
    writeSync(this.#fd, this.#head, 0, slot.sequence, layout.requestSlot);
    this.#lastRequest = nextSequence(this.#lastRequest);
    this.#write(layout.requestSlot + slot.sequence, this.#lastRequest);
  }

  /** The next chunk of an answer. What was cut short or is being written fails its CRC; it gets a moment to become whole. */
  async #take(): Promise<{ chunk: Buffer; total: number }> {
    let tornSince = 0;
    for (;;) {
      await this.#until(() => this.#read(layout.answerSlot + slot.sequence) !== this.#lastAnswer);
      readSync(this.#fd, this.#head, 0, slot.size, layout.answerSlot);
      const length = this.#head.readUInt32LE(slot.length);
      const total = this.#head.readUInt32LE(slot.total);
      const sequence = this.#head.readUInt32LE(slot.sequence);
      if (length <= this.#answerCapacity && total >= length && total <= messageLimit) {
        const chunk = Buffer.allocUnsafe(length);
        readSync(this.#fd, chunk, 0, length, layout.bodies + this.#requestCapacity);
        const isWhole =
          this.#read(layout.answerSlot + slot.sequence) === sequence && crc32(chunk) === this.#head.readUInt32LE(slot.crc);
        if (isWhole) {
          this.#lastAnswer = sequence;
          return { chunk, total };
        }
      }
      tornSince ||= Date.now();
      if (Date.now() - tornSince > tornLimitMs) {
        this.break('The channel holds an answer that is not whole.');
        throw this.#broken;
      }
      await sleep(1);
    }
  }

  async #until(holds: () => boolean): Promise<void> {
    for (let spins = 0; ; spins++) {
      if (this.#broken) throw this.#broken;
      if (holds()) return;
      await this.#pause(spins);
    }
  }

  /** Until the bell rings. Without a bell, and in case a ring is lost, until a short while has passed. */
  #pause(spins: number): Promise<void> {
    if (this.#rung) {
      this.#rung = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        this.#rung = false;
        resolve();
      };
      const timer = setTimeout(done, this.bell?.isConnected ? 50 : spins < 100 ? 1 : 10);
      this.#wake = done;
    });
  }

  #read(offset: number): number {
    readSync(this.#fd, this.#word, 0, 4, offset);
    return this.#word.readUInt32LE(0);
  }

  #write(offset: number, value: number): void {
    this.#word.writeUInt32LE(value >>> 0, 0);
    writeSync(this.#fd, this.#word, 0, 4, offset);
  }
}
