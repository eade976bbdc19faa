import { setTimeout as sleep } from 'node:timers/promises';
import { ProbeError } from '@substrate/core';
import type { HeapLibrary } from './artifacts.js';
import { identify } from './attach.js';
import type { Connection } from './connection.js';
import { findSocket, isOwnSocket, sendCommand } from './diagnostic-port.js';
import { encodeAttachProfiler } from './diagnostics-protocol.js';
import { checkState, checkStubFile, isOff } from './preflight.js';
import { isTraced, readAge, type TargetProcess } from './target-process.js';

/**
 * Has the payload search the heap for objects of the application's types. The library that walks it is attached to the runtime as a
 * notification-only profiler, which subscribes to nothing, and lets go when the walk is over. Where that can't be done the capture's notes
 * say why, and everything else goes on.
 */

/** The port has just answered: it is at work, and takes as long as a busy machine makes it. */
const answerLimitMs = 20_000;
const loadLimitMs = 15_000;
const releaseLimitMs = 3000;
/** A refusal may be the moment's: a profiler that is just leaving, a collection that goes on. */
const mostRefusals = 4;
/** The runtime hands it to the library, which has one class: any will do. */
const classId = Buffer.from('7b1f5a0c9d3e4f4b8a6155b1c2d0e9f3', 'hex');
const oldestVersion = 9;
const profilerSwitches = ['DOTNET_EnableDiagnostics_Profiler', 'COMPlus_EnableDiagnostics_Profiler'];

export interface HeapSearch {
  /** `isPatient`: somebody asked for it, however large the heap is. True when it is worth another try soon. */
  run(isPatient: boolean, signal: AbortSignal): Promise<boolean>;
  /** How old the program is, in milliseconds. */
  age(): Promise<number>;
}

export const createHeapSearch = (connection: Connection, target: TargetProcess, library: HeapLibrary | null): HeapSearch => {
  let isPossible = true;
  let refusals = 0;

  /** Why the heap can't be walked; null when the library may be attached now. */
  const obstacle = async (): Promise<{ why: string; isLasting: boolean } | { socket: string; library: HeapLibrary }> => {
    const lasting = (why: string) => ({ why, isLasting: true });
    if (library === null) return lasting('the library that does it was not built');
    if (profilerSwitches.some((name) => isOff(target.environment[name])))
      return lasting('the process was started with profilers switched off');
    if (await isTraced(target.pid)) return { why: 'a debugger is at the process', isLasting: false };
    const socket = await findSocket(target);
    if (socket === null || !(await isOwnSocket(socket, target))) return lasting('the process has no diagnostic socket');
    const { clrVersion } = await identify(socket, target);
    if (Number.parseInt(clrVersion, 10) < oldestVersion)
      return lasting(`it takes .NET ${oldestVersion}, and this is ${clrVersion}`);
    const unreadable = await checkStubFile(target, library.path, library.sha256);
    if (unreadable) return lasting('the process can’t read the library that does it');
    const state = checkState(target);
    return state ? { why: state.message, isLasting: false } : { socket, library };
  };

  const tell = async (why: string, mayPass: boolean, signal: AbortSignal): Promise<boolean> => {
    isPossible &&= mayPass;
    await connection.request({ op: 'heap_cancel', note: `The heap was not searched: ${why}.` }, signal);
    return mayPass;
  };

  /** The library lets go some time after it was asked to, and until then nobody else can have it: another daemon, or we ourselves. */
  const begin = async (path: string, signal: AbortSignal): Promise<boolean> => {
    for (const deadline = Date.now() + releaseLimitMs; ; ) {
      const { ready } = await connection.request({ op: 'heap_begin', library: path }, signal);
      if (ready === true || Date.now() > deadline) return ready === true;
      await sleep(20, undefined, { signal });
    }
  };

  const run = async (isPatient: boolean, signal: AbortSignal): Promise<boolean> => {
    const found = await obstacle().catch((error: unknown) => ({
      why: error instanceof ProbeError ? error.refusal.message : String(error),
      isLasting: false,
    }));
    if ('why' in found) return await tell(found.why.replace(/\.$/, ''), !found.isLasting, signal);
    if (!(await begin(found.library.path, signal))) return await tell('another daemon is at it', true, signal);
    const command = encodeAttachProfiler(found.library.path, loadLimitMs, classId);
    const answer = await sendCommand(found.socket, command, answerLimitMs).catch(() => null);
    if (answer === null) return await tell('the runtime did not answer', true, signal);
    if (!answer.ok)
      return await tell(`the runtime refused (0x${answer.hresult.toString(16)})`, ++refusals < mostRefusals, signal);
    refusals = 0;
    const { again } = await connection.request({ op: 'heap', patient: isPatient }, signal);
    return again === true;
  };

  return {
    run: async (isPatient, signal) => isPossible && (await run(isPatient, signal)),
    age: () => readAge(target),
  };
};
