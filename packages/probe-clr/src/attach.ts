import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { readForeignText } from '@substrate/core/probing';
import type { Artifacts, HeapLibrary } from './artifacts.js';
import { call } from './call.js';
import { Channel } from './channel.js';
import { type Connection, createConnection } from './connection.js';
import { findSocket, isOwnSocket, sendCommand } from './diagnostic-port.js';
import { decodeProcessInfo2, encodeApplyStartupHook, encodeProcessInfo2, type RuntimeInfo } from './diagnostics-protocol.js';
import { createDoorbell } from './doorbell.js';
import {
  folderOfStub,
  type Installed,
  installArtifacts,
  isTaken,
  makeChannelFolder,
  placeOrder,
  removeChannelFolder,
  sweep,
  withdrawOrder,
} from './installation.js';
import { checkState, checkStubFile, findLoadedStub, inspect, inspectForHook } from './preflight.js';
import { refuse, tentatively } from './refusals.js';
import { waitForStart } from './start-up.js';
import { readAge, readState, readTarget, type TargetProcess } from './target-process.js';

const answerLimitMs = 5000;
const echoLimitMs = 15_000;
/** A stub that can't be called looks for orders twice a second. */
const takeLimitMs = 1500;
/** So long a stub may be on its way from a payload that leaves to the pipe where it waits. */
const absenceLimitMs = 150;
const lookAgainMs = 500;
/** Of the text in which a stub says what went wrong. */
const mostFailure = 64 * 1024;

const unknownCommand = 0x80131385;
const notSupported = 0x80131515;

/** A connection, and what is needed to walk the heap at its other end. */
export interface AttachedConnection extends Connection {
  readonly target: TargetProcess;
  readonly heap: HeapLibrary | null;
}

/** Attaches in order: look at the process, lay down an order, have a stub take it (one that waits, else by a hook), wait for the echo. */
export const attach = async (
  app: AppProcess,
  artifacts: Artifacts,
  directory: string,
  signal: AbortSignal,
): Promise<AttachedConnection> => {
  signal.throwIfAborted();
  const target = await readTarget(app.pid);
  if (!target || target.startTime !== app.startTime) throw refuse('gone');
  try {
    return await attachTo(target, artifacts, directory, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw await inWords(error, target);
  }
};

/** So long a process may take until it is what it will be. */
const youthMs = 10_000;

/**
 * What went wrong, for people. Whatever it looked like: a process that has ended meanwhile has ended, and one that is very young is
 * tried again.
 */
const inWords = async (error: unknown, target: TargetProcess): Promise<ProbeError> => {
  const state = readState(target);
  if (state === null || state === 'Z' || state === 'X') return refuse('gone', undefined, error);
  if (!(error instanceof ProbeError)) return refuse('attach_failed', (error as Error).message, error);
  const isYoung = (await readAge(target)) < youthMs;
  const mayPass = isYoung && (error.refusal.reason === 'stub_unreadable' || error.refusal.reason === 'gone');
  return mayPass ? new ProbeError(tentatively(error.refusal), { cause: error }) : error;
};

const attachTo = async (
  target: TargetProcess,
  artifacts: Artifacts,
  directory: string,
  signal: AbortSignal,
): Promise<AttachedConnection> => {
  const inTheWay = await inspect(target);
  if (inTheWay) throw new ProbeError(inTheWay);
  const loaded = await findLoadedStub(target, artifacts.stub.name, artifacts.stub.sha256);
  if (loaded.refusal) throw new ProbeError(loaded.refusal);
  const installed = await install(directory, artifacts);
  void sweep(directory);

  const attempt = await begin(installed, target, loaded.path);
  try {
    if (loaded.path === null || !(await isTakenByStub(attempt.order, signal)))
      await hook(target, installed.stub, artifacts, signal);
    await waitForEcho(attempt, target, artifacts, signal, () => hook(target, installed.stub, artifacts, signal));
  } catch (error) {
    await attempt.abandon();
    throw error;
  }
  return { ...createConnection(attempt.channel, target, attempt.release), target, heap: heapOf(installed, artifacts) };
};

const heapOf = ({ heap: path }: Installed, { heap }: Artifacts): HeapLibrary | null =>
  path !== null && heap ? { path, sha256: heap.sha256 } : null;

const install = async (directory: string, artifacts: Artifacts): Promise<Installed> => {
  try {
    return await installArtifacts(directory, artifacts);
  } catch (error) {
    throw diskTrouble(error);
  }
};

const diskTrouble = (error: unknown): ProbeError => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuse('disk_full', code, error);
  const unreadable = refuse('stub_unreadable', (error as Error).message, error);
  // What vanished between two steps somebody else tidied away: the next try makes it anew.
  return code === 'ENOENT' ? new ProbeError({ ...unreadable.refusal, retry: true }, { cause: error }) : unreadable;
};

interface Attempt {
  readonly channel: Channel;
  readonly nonce: string;
  readonly order: string;
  readonly failure: string;
  /** Lays the order down where that stub looks, unless it has been taken. */
  follow(stub: string): Promise<void>;
  /** Closes everything on this side. */
  release(): Promise<void>;
  /** The same for an attach that did not come about. */
  abandon(): Promise<void>;
}

/** The channel, its doorbell and the order. The order lies where the loaded stub looks; a stub that is yet to be loaded looks beside itself. */
const begin = async (installed: Installed, target: TargetProcess, loadedStub: string | null): Promise<Attempt> => {
  const nonce = randomBytes(16).toString('hex');
  let folder: string | undefined;
  let channel: Channel | undefined;
  try {
    folder = await makeChannelFolder(installed.folder, target);
    const path = folder;
    const owner = target.uid === process.geteuid?.() ? {} : { owner: { uid: target.uid, gid: target.gid } };
    const made = new Channel({ path: join(path, 'channel'), nonce, ...owner });
    channel = made;
    made.bell = await createDoorbell(join(path, 'bell'), target, () => made.wake());
    const failure = join(path, 'failure');
    const orders = loadedStub === null ? installed.folder : folderOfStub(loadedStub);
    const text = { payload: installed.payload, channel: made.path, nonce, failure };
    let order = await placeOrder(orders, target, text);
    let place = orders;
    const release = async (): Promise<void> => {
      made.close();
      await made.bell?.[Symbol.asyncDispose]();
      await removeChannelFolder(path);
    };
    return {
      channel: made,
      nonce,
      get order() {
        return order;
      },
      failure,
      follow: async (stub) => {
        const looks = folderOfStub(stub);
        if (looks === place || !(await withdrawOrder(order))) return;
        place = looks;
        order = await placeOrder(looks, target, text);
      },
      release,
      abandon: async () => {
        await withdrawOrder(order);
        await release();
      },
    };
  } catch (error) {
    channel?.close();
    await channel?.bell?.[Symbol.asyncDispose]();
    if (folder !== undefined) await removeChannelFolder(folder);
    throw diskTrouble(error);
  }
};

/** Calls the loaded stub; false when it does not take the order: its thread has ended, or is busy with another daemon's payload. */
const isTakenByStub = async (order: string, signal: AbortSignal): Promise<boolean> => {
  const began = Date.now();
  let heardAt = began;
  for (;;) {
    if (await isTaken(order)) return true;
    const answer = await call(dirname(order));
    const now = Date.now();
    if (answer !== 'nobody') heardAt = now;
    if (now - heardAt > absenceLimitMs || now - began > takeLimitMs) return false;
    await sleep(5, undefined, { signal });
  }
};

export const identify = async (socket: string, target: TargetProcess): Promise<RuntimeInfo> => {
  if (!(await isOwnSocket(socket, target))) throw refuse('foreign_socket', socket);
  const answer = await sendCommand(socket, encodeProcessInfo2(), answerLimitMs).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') throw refuse('other_user', undefined, error);
    if (error.code === 'ETIMEDOUT') throw refuse('port_blocked', undefined, error);
    throw refuse('no_socket', error.message, error);
  });
  // The command came with .NET 6.
  if (!answer.ok) throw refuse('too_old', `0x${answer.hresult.toString(16)}`);
  return decodeProcessInfo2(answer.payload);
};

/** Sends the hook, after everything that could make it fail has been looked at; the process is looked at once more just before. */
const hook = async (target: TargetProcess, stub: string, artifacts: Artifacts, signal: AbortSignal): Promise<void> => {
  const inTheWay = await inspectForHook(target);
  if (inTheWay) throw new ProbeError(inTheWay);
  const socket = await findSocket(target);
  if (socket === null) throw refuse('no_socket');
  if (!(await waitForStart(target, signal))) throw readState(target) === null ? refuse('gone') : refuse('starting');
  const runtime = await identify(socket, target);
  if (Number.parseInt(runtime.clrVersion, 10) < 8) throw refuse('too_old', `it is ${runtime.clrVersion}`);
  if (runtime.pid !== target.ownPid) throw refuse('gone');
  const unreadable = await checkStubFile(target, stub, artifacts.stub.sha256);
  if (unreadable) throw new ProbeError(unreadable);
  const again = await identify(socket, target);
  const state = checkState(target);
  if (state) throw new ProbeError(state);
  if (again.cookie !== runtime.cookie) throw refuse('gone');
  const late = await inspect(target);
  if (late) throw new ProbeError(late);
  signal.throwIfAborted();
  const answer = await sendCommand(socket, encodeApplyStartupHook(stub), answerLimitMs).catch(async (error: Error) => {
    throw readState(target) === null ? refuse('gone', undefined, error) : refuse('port_blocked', error.message, error);
  });
  if (answer.ok) return;
  if (answer.hresult === unknownCommand) throw refuse('too_old');
  if (answer.hresult === notSupported) throw refuse('native_aot');
  throw refuse('hook_rejected', `0x${answer.hresult.toString(16)}`);
};

/** The runtime's word that a hook ran is worth nothing: hooks may be switched off. The echo in the channel is the proof. */
const waitForEcho = async (
  attempt: Attempt,
  target: TargetProcess,
  artifacts: Artifacts,
  signal: AbortSignal,
  hookAgain: () => Promise<void>,
): Promise<void> => {
  let hooksLeft = 2;
  let look = Date.now() + lookAgainMs;
  for (const deadline = Date.now() + echoLimitMs; ; ) {
    attempt.channel.beat();
    if (attempt.channel.hasEcho(attempt.nonce)) return;
    const failure = await readForeignText(attempt.failure, { uid: target.uid, maxBytes: mostFailure, noFollow: true });
    if (failure) throw refuse('payload_failed', failure);
    if (['Z', null].includes(readState(target))) throw refuse('gone');
    if (Date.now() > look) {
      // Somebody else's hook may have come first: the stub is loaded once, and looks beside the file that it was loaded from.
      look = Date.now() + lookAgainMs;
      const { path } = await findLoadedStub(target, artifacts.stub.name, artifacts.stub.sha256);
      if (path !== null) await attempt.follow(path);
      if (
        !(await isTaken(attempt.order)) &&
        (await call(dirname(attempt.order))) === 'nobody' &&
        path !== null &&
        hooksLeft-- > 0
      ) {
        // The stub is there, and every thread of it is with somebody else: of several who came at once one may be left over.
        await hookAgain();
      }
    }
    if (Date.now() > deadline) throw refuse((await isTaken(attempt.order)) ? 'no_echo' : 'trimmed');
    await sleep(2, undefined, { signal });
  }
};
