import { createHash } from 'node:crypto';
import { readdir, readlink, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Refusal } from '@substrate/core';
import { readForeignFile, readProcFile } from '@substrate/core/probing';
import { isNativeAot } from './elf.js';
import { isStub } from './installation.js';
import { readMemoryRoom } from './memory-limit.js';
import { refusal } from './refusals.js';
import { applicationFile, takesHooks, withFile } from './runtime-config.js';
import { readMappedFiles, readState, type TargetProcess } from './target-process.js';

/**
 * On .NET 9 and 10 a hook that fails is an unhandled exception: the target dies. Everything that is known to make one fail is looked at
 * here, before one is sent. A refusal costs a message; a mistake costs somebody's process.
 */

const descriptorsNeeded = 64;
const memoryNeeded = 32 * 1024 * 1024;
/** The stub has some ten thousand. */
const mostStubBytes = 4 * 1024 * 1024;

/** A process that is stopped, or dead and not yet buried. A request to it would run later, when nobody waits for it any more. */
export const checkState = (target: TargetProcess): Refusal | null => {
  const state = readState(target);
  if (state === null || state === 'Z' || state === 'X') return refusal('gone');
  return state === 'T' || state === 't' ? refusal('stopped') : null;
};

const checkUser = (target: TargetProcess): Refusal | null => {
  const own = process.geteuid?.() ?? 0;
  return own === 0 || own === target.uid ? null : refusal('other_user');
};

export const isOff = (value: string | undefined): boolean => value !== undefined && /^(0+|0x0+)$/i.test(value.trim());

const checkDiagnostics = (target: TargetProcess): Refusal | null => {
  const names = ['EnableDiagnostics', 'EnableDiagnostics_IPC'].flatMap((name) => [`DOTNET_${name}`, `COMPlus_${name}`]);
  const off = names.find((name) => isOff(target.environment[name]));
  return off === undefined ? null : refusal('diagnostics_off', `${off}=${target.environment[off]}`);
};

/** What the application's files say: compiled ahead of time, or hooks trimmed away. */
const checkApplication = async (target: TargetProcess): Promise<Refusal | null> => {
  const executable = await readlink(`/proc/${target.pid}/exe`).catch(() => null);
  const cwd = await readlink(`/proc/${target.pid}/cwd`).catch(() => '/');
  const command = (await readProcFile(`/proc/${target.pid}/cmdline`).catch(() => '')).split('\0');
  if (executable === null) return null;
  if (await withFile(`/proc/${target.pid}/exe`, target.uid, isNativeAot)) return refusal('native_aot');
  return (await takesHooks(target, applicationFile(command, executable, cwd))) ? null : refusal('hooks_disabled');
};

/** At least as many free descriptors as an attach takes three times over: assemblies that fail to load for want of one stay failed. */
const checkDescriptors = async (target: TargetProcess): Promise<Refusal | null> => {
  const limits = await readProcFile(`/proc/${target.pid}/limits`).catch(() => '');
  const soft = limits.match(/^Max open files\s+(\d+|unlimited)/m)?.[1];
  const open = await readdir(`/proc/${target.pid}/fd`).catch(() => null);
  if (soft === undefined || soft === 'unlimited' || open === null) return null;
  const free = Number(soft) - open.length;
  return free >= descriptorsNeeded ? null : refusal('no_descriptors', `${free} of ${soft} are free`);
};

const checkMemory = async (target: TargetProcess): Promise<Refusal | null> => {
  const room = await readMemoryRoom(target.pid);
  return room >= memoryNeeded ? null : refusal('low_memory', `${Math.max(0, Math.floor(room / 1048576))} MB are left`);
};

const allows = (target: TargetProcess, file: { uid: number; gid: number; mode: number }, bit: number): boolean => {
  if (target.passesPermissions) return true;
  if (file.uid === target.uid) return ((file.mode >> 6) & bit) === bit;
  if (file.gid === target.gid || target.groups.includes(file.gid)) return ((file.mode >> 3) & bit) === bit;
  return (file.mode & bit) === bit;
};

/** Whether the target, as the user it is and in the file system it sees, can read a file of ours, and whether those are the right bytes. */
export const checkStubFile = async (target: TargetProcess, stub: string, sha256: string): Promise<Refusal | null> => {
  const seen = join(target.root, stub);
  const file = await stat(seen).catch(() => null);
  if (file === null) return refusal('stub_unreadable', `${stub} is not there for it`);
  if (!allows(target, file, 4)) return refusal('stub_unreadable', stub);
  for (let folder = dirname(stub); ; folder = dirname(folder)) {
    const info = await stat(join(target.root, folder)).catch(() => null);
    if (info === null || !allows(target, info, 1)) return refusal('stub_unreadable', folder);
    if (folder === '/') break;
  }
  const bytes = await readForeignFile(seen, { maxBytes: mostStubBytes }).catch(() => null);
  const found = bytes && createHash('sha256').update(bytes).digest('hex');
  return found === sha256 ? null : refusal('stub_unreadable', `${stub} has other bytes`);
};

/** The stub that the process has loaded already, or none. A file of that name with other bytes is in the way. */
export const findLoadedStub = async (
  target: TargetProcess,
  name: string,
  sha256: string,
): Promise<{ path: string | null; refusal: Refusal | null }> => {
  const mapped = (await readMappedFiles(target.pid)).filter((file) => isStub(file, name));
  for (const path of mapped) {
    // A stub that was deleted is still whole in memory, but nothing tells which bytes those are except its name, which holds their hash.
    if (path.endsWith(' (deleted)')) continue;
    // The name is all that is known of it: a process can map any file under any path.
    const bytes = await readForeignFile(join(target.root, path), { uid: target.uid, maxBytes: mostStubBytes }).catch(() => null);
    if (bytes && createHash('sha256').update(bytes).digest('hex') !== sha256)
      return { path: null, refusal: refusal('stub_conflict', path) };
  }
  return { path: mapped[0]?.replace(/ \(deleted\)$/, '') ?? null, refusal: null };
};

const firstRefusal = async (checks: readonly (() => Refusal | null | Promise<Refusal | null>)[]): Promise<Refusal | null> => {
  for (const check of checks) {
    const found = await check();
    if (found) return found;
  }
  return null;
};

/** All that can be known without touching the process. */
export const inspect = (target: TargetProcess): Promise<Refusal | null> =>
  firstRefusal([() => checkState(target), () => checkUser(target), () => checkDescriptors(target), () => checkMemory(target)]);

/** The rest, that matters only when a hook must be sent. */
export const inspectForHook = (target: TargetProcess): Promise<Refusal | null> =>
  firstRefusal([() => checkApplication(target), () => checkDiagnostics(target)]);
