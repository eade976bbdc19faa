/** Attaches to a HotSpot JVM that was started with no special option. */
import { userInfo } from 'node:os';
import { type AppProcess, type Probe, ProbeError, type Refusal } from '@substrate/core';
import { pollUntil, readForeignFile, readForeignText, stateOf } from '@substrate/core/probing';
import { type Artifacts, artifactsDirectory, readArtifacts } from './artifacts.js';
import type { LoadOutcome } from './attach-protocol.js';
import { hasSocket, sleep } from './attach-socket.js';
import { type Connection, connect } from './connection.js';
import { type AgentHome, alone, furnish, openHome, readDoor, wasVisited } from './home.js';
import { type Entry, loadAgent, openSocket, refuse, spareCompiler, unsafeToSignal } from './hotspot.js';
import { type Counters, canBeAttached, counterOptions, liveMegabytes, parseCounters } from './hsperfdata.js';
import { freeDescriptors, isListener, type ProcessFacts, readProcess, threadNames } from './proc.js';
import { createSession } from './session.js';

export interface JvmProbeOptions {
  /** Where boot.jar, core.jar and the library lie; the package's own by default. */
  readonly artifacts?: string;
}

const listenWaitMs = 20_000;
/** A security manager that was set by the program shows only in the agent's silence: then its thread is gone before it listened. */
const silentAfterMs = 3000;
/** A thread takes its name when it first runs, which on a crowded machine may be a while after it was started. */
const namedAfterMs = 500;
/** A JVM that has just begun to answer may not take agents yet, and says no more than that it failed. */
const startUpMs = 3000;
const youngMs = 30_000;
const isTooEarly = (outcome: LoadOutcome): boolean =>
  !outcome.loaded && outcome.why === 'failed' && /^return code: -1$/m.test(outcome.text);

const counters = async (facts: ProcessFacts): Promise<Counters> => {
  const root = facts.root === '/' ? '' : facts.root;
  const user = await userName(facts.uid, root);
  const path = `${root}/tmp/hsperfdata_${user}/${facts.nsPid}`;
  const file = await readForeignFile(path, { uid: facts.uid, noFollow: true }).catch(() => null);
  return file ? parseCounters(file) : new Map();
};

const userName = async (uid: number, root: string): Promise<string> => {
  try {
    if (root === '' && uid === process.geteuid?.()) return userInfo().username;
  } catch {
    // A user that no line of the system's tells of, as in many containers.
  }
  const users = (await readForeignText(`${root}/etc/passwd`, { uid })) ?? '';
  return (
    users
      .split('\n')
      .find((line) => line.split(':')[2] === String(uid))
      ?.split(':')[0] ?? String(uid)
  );
};

const disabled: Refusal = {
  reason: 'attach_disabled',
  message: 'The JVM runs with -XX:+DisableAttachMechanism: start the application without that option.',
  retry: false,
};
const loadingForbidden: Refusal = {
  reason: 'agent_loading_disabled',
  message: 'The JVM runs with -XX:-EnableDynamicAgentLoading: start the application without that option.',
  retry: false,
};
const gone: Refusal = { reason: 'gone', message: 'The process has ended.', retry: false };
/** For the attach socket, the jars, and the connection. */
const neededDescriptors = 8;
const noDescriptors: Refusal = {
  reason: 'no_descriptors',
  message: 'The application has no file descriptor left (ulimit -n): it can be attached to when it has closed some.',
  retry: true,
};
const notBuilt: Refusal = {
  reason: 'not_built',
  message:
    'The agent of the JVM probe is not built: install a JDK (17 or later) and run `pnpm run native` in packages/probe-jvm.',
  retry: false,
};

/** The last of an option and its opposite wins, as in the JVM. */
const has = (options: readonly string[], on: string, off: string): boolean => {
  const last = options.filter((option) => option === on || option === off).at(-1);
  return last === on;
};

export const createJvmProbe = (options: JvmProbeOptions = {}): Probe => {
  let read: Artifacts | null = null;
  const artifacts = (): Artifacts | null => {
    read ??= readArtifacts(options.artifacts ?? artifactsDirectory);
    return read;
  };

  /** What stands in the way of a visit, of whatever kind; then what stands in the way of a first load. */
  const examine = async (app: AppProcess): Promise<{ facts: ProcessFacts; never: Refusal | null; load: Refusal | null }> => {
    if (process.platform !== 'linux')
      throw refuse('unsupported_system', `JVM applications can be attached to on Linux; this is ${process.platform}.`);
    const facts = await readProcess(app.pid);
    if (!facts || facts.startTime !== app.startTime || facts.state === 'Z') throw new ProbeError(gone);
    return { facts, never: await inTheWay(facts, app), load: await inTheWayOfLoading(facts) };
  };

  const inTheWay = async (facts: ProcessFacts, app: AppProcess): Promise<Refusal | null> => {
    const self = process.geteuid?.();
    if (facts.uid !== self && self !== 0)
      return {
        reason: 'other_user',
        message: `The application runs as another user (uid ${facts.uid}): run the daemon as that user to attach to it.`,
        retry: false,
      };
    if (app.refusal) return app.refusal;
    if (!artifacts()) return notBuilt;
    if (!facts.hasJvm) return unsafeToSignal(facts);
    if (facts.state === 'T' || facts.state === 't') return unsafeToSignal(facts);
    const free = await freeDescriptors(facts.pid);
    return free !== null && free < neededDescriptors ? noDescriptors : null;
  };

  const inTheWayOfLoading = async (facts: ProcessFacts): Promise<Refusal | null> => {
    const counted = await counters(facts);
    const all = [...facts.options, ...counterOptions(counted)];
    if (canBeAttached(counted) === false || has(all, '-XX:+DisableAttachMechanism', '-XX:-DisableAttachMechanism'))
      return disabled;
    if (has(all, '-XX:-EnableDynamicAgentLoading', '-XX:+EnableDynamicAgentLoading')) return loadingForbidden;
    return (await hasSocket(facts)) ? null : unsafeToSignal(facts);
  };

  /** The agent that an earlier visit left. */
  const findAgain = async (home: AgentHome, facts: ProcessFacts, signal: AbortSignal): Promise<Connection | null> => {
    const door = await readDoor(home);
    if (door === null) return null;
    return connect(home, door, facts, signal).catch(() => {
      signal.throwIfAborted();
      return null;
    });
  };

  /** Waits until the loaded agent listens; null when it does not. */
  const whenListening = async (home: AgentHome, facts: ProcessFacts, signal: AbortSignal): Promise<Connection | null> => {
    const start = Date.now();
    const found = await pollUntil({ ms: listenWaitMs, everyMs: 3, signal }, async () => {
      // Threads are looked at before the door: one that is gone then had not opened it.
      const names = Date.now() > start + namedAfterMs ? await threadNames(facts.pid) : null;
      const connection = await findAgain(home, facts, signal);
      if (connection || names === null) return connection;
      // The thread was started before the load was answered. Where threads have no names, only time tells.
      const gone = !names.some(isListener);
      return gone && (names.includes('VM Thread') || Date.now() > start + silentAfterMs) ? 'gone' : null;
    });
    return found === 'gone' ? null : found;
  };

  /** Each way in that is left when the one before did not work. */
  const loadAndConnect = async (
    home: AgentHome,
    facts: ProcessFacts,
    built: Artifacts,
    signal: AbortSignal,
  ): Promise<Connection> => {
    // Whoever had the lock before may have loaded it.
    const found = await findAgain(home, facts, signal);
    if (found) return found;
    await furnish(home, facts, built);
    await openSocket(facts, home.outside, signal);
    const guarded = facts.options.some((option) => option.startsWith('-Djava.security.manager') && !option.endsWith('=allow'));
    const entries: Entry[] = guarded ? ['privileged', 'native'] : ['plain', 'privileged', 'native'];
    let why = 'it did not answer';
    let spared: Promise<void> | undefined;
    for (const entry of entries) {
      const agent = { directory: home.inside, library: home.library };
      let outcome = await loadAgent(facts, entry, agent, signal);
      for (const end = Date.now() + startUpMs; isTooEarly(outcome) && facts.ageMs < youngMs && Date.now() < end; ) {
        await sleep(100);
        outcome = await loadAgent(facts, entry, agent, signal);
      }
      if (outcome.loaded) {
        // While it gets ready to listen; once, whichever way in it was.
        spared ??= spareCompiler(facts, home.inside, signal);
        const [connection] = await Promise.all([whenListening(home, facts, signal), spared]);
        if (connection) return connection;
      } else if (outcome.why === 'forbidden') {
        throw new ProbeError(loadingForbidden);
      } else {
        why = outcome.text.split('\n')[0] ?? why;
      }
    }
    throw refuse('load_failed', `The JVM could not load the agent: ${why}.`, true);
  };

  return {
    runtime: 'jvm',
    async check(app) {
      try {
        const { facts, never, load } = await examine(app);
        if (never || !load) return never;
        return (await wasVisited(facts)) ? null : load;
      } catch (error) {
        if (error instanceof ProbeError) return error.refusal;
        throw error;
      }
    },
    async attach(app, known, signal) {
      signal.throwIfAborted();
      const { facts, never, load } = await examine(app);
      if (never) throw new ProbeError(never);
      const built = artifacts();
      if (!built) throw new ProbeError(notBuilt);
      const home = await openHome(facts, built);
      const found = await findAgain(home, facts, signal);
      if (!found && load) throw new ProbeError(load);
      const connection = found ?? (await alone(home, signal, () => loadAndConnect(home, facts, built, signal)));
      return createSession(connection, {
        known,
        live: async () => liveMegabytes(await counters(facts)),
        isStopped: async () => /^[Tt]$/.test(stateOf(facts.pid) ?? ''),
      });
    },
  };
};
