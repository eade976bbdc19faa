/**
 * Talking to a JVM over its attach socket: one request for each connection. Other tools may ask at the same time, and few can wait in line.
 */
import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { promisify } from 'node:util';
import { ProbeError } from '@substrate/core';
import { type AttachReply, decodeReply, encodeRequest } from './attach-protocol.js';
import type { ProcessFacts } from './proc.js';

const replyWaitMs = 30_000;
const maxReply = 1 << 20;

export const temporary = (facts: ProcessFacts): string => (facts.root === '/' ? '/tmp' : `${facts.root}/tmp`);
export const socketPath = (facts: ProcessFacts): string => `${temporary(facts)}/.java_pid${facts.nsPid}`;

/** Whether the socket is there and the target's own: others can make files in /tmp too. */
export const hasSocket = async (facts: ProcessFacts): Promise<boolean> => {
  const found = await lstat(socketPath(facts)).catch(() => null);
  return found?.isSocket() === true && found.uid === facts.uid;
};

/** One request and its answer. */
export const request = async (
  facts: ProcessFacts,
  command: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<AttachReply> => {
  for (const end = Date.now() + replyWaitMs; ; await sleep(50)) {
    signal.throwIfAborted();
    try {
      return await requestOnce(facts, command, args, signal);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN' && Date.now() < end) continue;
      signal.throwIfAborted();
      if (process.geteuid?.() !== 0 || facts.uid === 0) throw error;
      return await requestAs(facts, command, args, signal);
    }
  }
};

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The JVM closes the connection after its answer. */
const requestOnce = (facts: ProcessFacts, command: string, args: readonly string[], signal: AbortSignal): Promise<AttachReply> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(socketPath(facts));
    const chunks: Buffer[] = [];
    let size = 0;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(replyWaitMs)]);
    const stop = () => socket.destroy(new Error('the JVM did not answer in time'));
    const finish = (error: Error | null) => {
      limit.removeEventListener('abort', stop);
      const reply = decodeReply(Buffer.concat(chunks));
      if (reply) resolve(reply);
      else reject(error ?? new Error('the JVM closed the connection without an answer'));
    };
    limit.addEventListener('abort', stop);
    if (limit.aborted) stop();
    socket.on('connect', () => socket.write(encodeRequest(command, args)));
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxReply) socket.destroy();
      else chunks.push(chunk);
    });
    socket.on('error', finish);
    socket.on('close', () => finish(null));
  });

/** Runs as the target's user: sends what it is given, prints what comes back. */
const messenger = `
const socket = require('node:net').createConnection(process.argv[1]);
socket.on('connect', () => socket.write(Buffer.from(process.argv[2], 'base64')));
socket.on('error', (error) => { console.error(error.message); process.exitCode = 1; });
socket.pipe(process.stdout);
`;

/** A JVM before 11 hangs up on everybody but its own user, on root too: a child with that user asks for us. */
export const requestAs = async (
  facts: ProcessFacts,
  command: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<AttachReply> => {
  const words = ['-e', messenger, socketPath(facts), encodeRequest(command, args).toString('base64')];
  const options = { uid: facts.uid, gid: facts.gid, cwd: '/', env: {}, signal, timeout: replyWaitMs, maxBuffer: maxReply };
  const out = await promisify(execFile)(process.execPath, words, options).catch(() => null);
  const reply = out && decodeReply(Buffer.from(out.stdout));
  if (reply) return reply;
  signal.throwIfAborted();
  throw new ProbeError({
    reason: 'other_user',
    message: `The JVM takes visitors of its own user alone (uid ${facts.uid}), and nothing could be run as that user: run the daemon as that user to attach to it.`,
    retry: false,
  });
};

export const answers = (facts: ProcessFacts): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(socketPath(facts));
    socket.on('connect', () => {
      resolve(true);
      // HotSpot reads a request to its end: an empty one is dropped.
      socket.destroy();
    });
    // Too many wait in line: somebody answers.
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EAGAIN'));
  });
