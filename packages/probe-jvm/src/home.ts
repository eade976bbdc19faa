/**
 * The agent's directory in the target's own `/tmp`: its jars, a secret, and the port it listens on. One directory for each process, for the
 * user of that process alone; a later daemon finds the agent again through it. A daemon that runs as root works in another user's directory
 * here: it never follows a link and never writes to a file that is there already.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, lchown, lstat, lutimes, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProbeError } from '@substrate/core';
import { lockFile } from '@substrate/core/files';
import { readForeignFile, readForeignText, startTimeOf } from '@substrate/core/probing';
import type { Artifacts } from './artifacts.js';
import { type ProcessFacts, pidNamespaceOf } from './proc.js';

export interface AgentHome {
  /** As the target sees it. */
  readonly inside: string;
  /** As we see it. */
  readonly outside: string;
  readonly coreJar: string;
  /** Null where it was not built. */
  readonly library: string | null;
  readonly secrets: readonly [ours: string, agents: string];
  /** The target's user, whose directory it is. */
  readonly uid: number;
}

const unsafe = (directory: string): ProbeError =>
  new ProbeError({
    reason: 'unsafe_directory',
    message: `The directory ${directory} belongs to somebody else or is open to others: remove it, or ask its owner to.`,
    retry: false,
  });

/** A directory that only the target's user can enter. An existing one is trusted only if it is exactly that. */
const privateDirectory = async (path: string, facts: ProcessFacts): Promise<void> => {
  const own = process.geteuid?.() === facts.uid;
  try {
    await mkdir(path, { mode: 0o700 });
    if (!own) await lchown(path, facts.uid, facts.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== facts.uid || (found.mode & 0o077) !== 0) throw unsafe(path);
};

const place = async (path: string, bytes: Buffer | string, facts: ProcessFacts): Promise<void> => {
  const part = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(part, bytes, { mode: 0o600, flag: 'wx' });
  if (process.geteuid?.() !== facts.uid) await lchown(part, facts.uid, facts.gid);
  await rename(part, path);
};

const placeOnce = async (path: string, bytes: Buffer, facts: ProcessFacts): Promise<void> => {
  const there = await lstat(path).catch(() => null);
  if (there?.isFile() && there.size === bytes.length) return;
  await place(path, bytes, facts);
};

/** The folder is the target's: what lies there under one of our names may be anything. */
const small = { maxBytes: 4096, noFollow: true };
const readSmall = async (file: string, uid: number): Promise<string> => (await readForeignText(file, { ...small, uid })) ?? '';

const readSecrets = async (file: string, uid: number): Promise<[string, string] | null> => {
  const lines = (await readSmall(file, uid)).trim().split('\n');
  return lines.length === 2 && lines.every((line) => /^[0-9a-f]{64}$/.test(line)) ? (lines as [string, string]) : null;
};

/** Two daemons may come at once: the first to make the file wins, the other reads it. */
const sharedSecrets = async (file: string, facts: ProcessFacts): Promise<[string, string]> => {
  const known = await readSecrets(file, facts.uid);
  if (known) return known;
  const made = `${randomBytes(32).toString('hex')}\n${randomBytes(32).toString('hex')}\n`;
  try {
    await writeFile(file, made, { mode: 0o600, flag: 'wx' });
    await chmod(file, 0o600);
    if (process.geteuid?.() !== facts.uid) await lchown(file, facts.uid, facts.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (let attempt = 0; attempt < 50; attempt++) {
    const secrets = await readSecrets(file, facts.uid);
    if (secrets) return secrets;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await rm(file, { force: true });
  throw new ProbeError({ reason: 'unsafe_directory', message: `The file ${file} could not be read: try again.`, retry: true });
};

/** Directories of processes that are gone: of our own pid namespace alone, what another calls 7 is not our 7. */
const sweep = async (parent: string): Promise<void> => {
  const own = await pidNamespaceOf('self');
  for (const name of await readdir(parent).catch(() => [])) {
    const [pid, startTime, namespace] = name.split('-');
    if (namespace === own && startTimeOf(Number(pid)) !== startTime)
      await rm(join(parent, name), { recursive: true, force: true });
  }
};

const parentOf = (facts: ProcessFacts): string => `/tmp/.substrate-jvm-${facts.uid}`;
const insideOf = (facts: ProcessFacts): string =>
  `${parentOf(facts)}/${facts.nsPid}-${facts.startTime}-${facts.pidNamespace || 'unknown'}`;
const seen = (facts: ProcessFacts, path: string): string => (facts.root === '/' ? path : facts.root + path);

/** Whether an earlier visit left an agent that may still listen. */
export const wasVisited = async (facts: ProcessFacts): Promise<boolean> =>
  (await lstat(join(seen(facts, insideOf(facts)), 'port')).catch(() => null)) !== null;

export const openHome = async (facts: ProcessFacts, artifacts: Artifacts): Promise<AgentHome> => {
  const parent = parentOf(facts);
  const inside = insideOf(facts);
  const see = (path: string): string => seen(facts, path);
  const outside = see(inside);
  await privateDirectory(see(parent), facts);
  if (facts.root === '/') await sweep(parent);
  await privateDirectory(outside, facts);
  const core = `core-${artifacts.coreHash}.jar`;
  await placeOnce(join(outside, core), artifacts.core, facts);
  // The core finds its library by its own name.
  const library = `core-${artifacts.coreHash}.so`;
  if (artifacts.library) await placeOnce(join(outside, library), artifacts.library, facts);
  const secrets = await sharedSecrets(join(outside, 'secret'), facts);
  return {
    inside,
    outside,
    coreJar: `${inside}/${core}`,
    library: artifacts.library && `${inside}/${library}`,
    secrets,
    uid: facts.uid,
  };
};

/** The agent's own code is compiled by the quick compiler alone: a few polls a minute never pay back what the other one spends on it. */
const compilerDirectives = '[{ "match": "dev/substrate/core/*.*", "c2": { "Exclude": true } }]\n';

/** What only a first load needs: the boot jar, and pipes where no socket reaches. */
export const furnish = async (home: AgentHome, facts: ProcessFacts, artifacts: Artifacts): Promise<void> => {
  // Of a listener that does not answer: without it the agent opens a new one.
  await rm(join(home.outside, 'port'), { force: true });
  await placeOnce(join(home.outside, 'boot.jar'), artifacts.boot, facts);
  await placeOnce(join(home.outside, 'boot-privileged.jar'), artifacts.bootPrivileged, facts);
  await placeOnce(join(home.outside, 'compiler.json'), Buffer.from(compilerDirectives), facts);
  if (facts.sameNetwork) return;
  const pipes = ['to-agent', 'from-agent'].map((name) => join(home.outside, name));
  if ((await Promise.all(pipes.map((pipe) => lstat(pipe).catch(() => null)))).every((found) => found?.isFIFO())) return;
  await promisify(execFile)('mkfifo', ['-m', '600', ...pipes]);
  if (process.geteuid?.() !== facts.uid) await Promise.all(pipes.map((pipe) => lchown(pipe, facts.uid, facts.gid)));
};

/** Who holds the lock shows so often that he is at it; who has not for so long was ended in the middle, as a room of a daemon is whose process lives on. */
const showsEveryMs = 1000;
const staleMs = 10_000;

/** One visitor at a time, of all daemons: two that ask a JVM for its socket at once make it print a thread dump, and load the agent twice. */
export const alone = async <T>(home: AgentHome, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  const read = async (file: string): Promise<string> => String(await readForeignFile(file, { ...small, uid: home.uid }));
  const file = join(home.outside, 'visitor');
  const lock = await lockFile({ file, waitMs: Number.POSITIVE_INFINITY, staleMs, signal, read });
  const shows = setInterval(() => lutimes(file, new Date(), new Date()).catch(() => undefined), showsEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(shows);
    await lock?.[Symbol.asyncDispose]();
  }
};

/** How the agent is reached: a Unix socket in its directory, a port of the loopback, or a pair of pipes. */
export type Door = 'unix' | number | 'fifo';

/** Null when it does not listen. */
export const readDoor = async (home: AgentHome): Promise<Door | null> => {
  const text = await readSmall(join(home.outside, 'port'), home.uid);
  if (text === 'unix' || text === 'fifo') return text;
  return /^\d{1,5}$/.test(text) ? Number(text) : null;
};
