/**
 * Getting a JVM to load the agent. A JVM that was never attached to has no socket yet: it makes one when it gets SIGQUIT while a file
 * `.attach_pid<pid>` lies in its working directory or in /tmp. The signal is sent only to a process that is certain to survive it.
 */
import { lchown, lstat, rm, writeFile } from 'node:fs/promises';
import { ProbeError, type Refusal } from '@substrate/core';
import { type LoadOutcome, readLoadReply } from './attach-protocol.js';
import { answers, hasSocket, request, sleep, temporary } from './attach-socket.js';
import { type ProcessFacts, readProcess, threadNames } from './proc.js';

/** A machine under load takes its time; whoever asks has a limit of his own beside this. */
const socketWaitMs = 20_000;

export const refuse = (reason: string, message: string, retry = false): ProbeError =>
  new ProbeError({ reason, message, retry } satisfies Refusal);

/** A JVM this young may catch the signal before it can do anything about it: it is asked again. */
const youngMs = 10_000;

/** While it starts it is looked at again soon, in steps of its own age; a look touches nothing. */
const soon = ({ ageMs }: ProcessFacts): Pick<Refusal, 'retryMs'> =>
  ageMs < youngMs ? { retryMs: Math.min(1000, Math.max(25, ageMs / 4)) } : {};

/** What makes a signal unsafe, or null. */
export const unsafeToSignal = (facts: ProcessFacts): Refusal | null => {
  if (!facts.hasJvm)
    return {
      reason: 'not_a_jvm',
      message: 'The process has no JVM in it yet: it may still be starting up.',
      retry: true,
      ...soon(facts),
    };
  if (facts.state === 'T' || facts.state === 't')
    return {
      reason: 'stopped',
      message: 'The process is stopped: continue it (kill -CONT), then it will be attached to.',
      retry: true,
    };
  if (!facts.catchesQuit)
    return facts.ageMs < youngMs
      ? { reason: 'starting', message: 'The JVM is still starting up.', retry: true, ...soon(facts) }
      : {
          reason: 'no_attach_signal',
          message: 'The JVM runs with -Xrs and its attach socket was deleted: restart the application to attach to it.',
          retry: false,
        };
  return null;
};

const noAnswer = () =>
  refuse(
    'no_answer',
    'The JVM was asked for its attach socket and did not open it: attaching is turned off where it cannot be seen from outside, or it is stuck. It is not asked again: where it is turned off, it would print all its threads each time.',
    true,
  );

const maxAsks = 3;

const earlierAsks = async (facts: ProcessFacts, asked: string): Promise<number> => {
  const last = await lstat(asked).catch(() => null);
  if (last === null) return 0;
  const ageThen = facts.ageMs - (Date.now() - last.mtimeMs);
  return ageThen > youngMs ? maxAsks : last.size;
};

/**
 * Makes sure that the JVM listens on its attach socket. Once it runs it is asked once in its life: one that does not take visitors answers each signal with
 * a list of all its threads on its output. A JVM that was only slow finds what it was asked for later.
 */
export const openSocket = async (facts: ProcessFacts, directory: string, signal: AbortSignal): Promise<void> => {
  // Its size is how often it was asked.
  const asked = `${directory}/asked`;
  if ((await hasSocket(facts)) && (await answers(facts))) {
    await rm(asked, { force: true });
    return;
  }
  const asks = await earlierAsks(facts, asked);
  if (asks >= maxAsks) throw noAnswer();
  const trigger = await askForSocket(facts);
  let signalled = false;
  try {
    signal.throwIfAborted();
    // The last look before the signal: the pid could have gone to another process since.
    const now = await readProcess(facts.pid);
    const danger =
      now?.startTime === facts.startTime
        ? unsafeToSignal(now)
        : { reason: 'gone', message: 'The process has ended.', retry: false };
    if (danger) throw new ProbeError(danger);
    await rm(asked, { force: true });
    // A JVM starts its service thread after what answers the signal: this one will not miss it.
    const isUp = (await threadNames(facts.pid)).includes('Service Thread');
    await writeFile(asked, '.'.repeat(isUp ? maxAsks : asks + 1), { mode: 0o600, flag: 'wx' });
    signalled = true;
    process.kill(facts.pid, 'SIGQUIT');
    const end = Date.now() + socketWaitMs;
    for (let wait = 1; Date.now() < end; wait = Math.min(wait * 1.5, 50)) {
      if ((await hasSocket(facts)) && (await answers(facts))) {
        signalled = false;
        await rm(asked, { force: true });
        return;
      }
      signal.throwIfAborted();
      await sleep(wait);
    }
    throw noAnswer();
  } finally {
    if (!signalled) await rm(trigger, { force: true });
  }
};

/** The trigger file must be the target's own, or the JVM answers the signal with a thread dump on its output. */
const askForSocket = async (facts: ProcessFacts): Promise<string> => {
  const name = `.attach_pid${facts.nsPid}`;
  for (const path of [`/proc/${facts.pid}/cwd/${name}`, `${temporary(facts)}/${name}`]) {
    try {
      // An old one is removed first: in a place that others can write to, a link must not be followed.
      await rm(path, { force: true });
      await writeFile(path, '', { mode: 0o600, flag: 'wx' });
      if (process.geteuid?.() !== facts.uid) await lchown(path, facts.uid, facts.gid);
      if ((await lstat(path)).uid === facts.uid) return path;
      await rm(path, { force: true });
    } catch {
      // The next place may do.
    }
  }
  throw refuse('no_attach_file', 'Neither the working directory of the application nor its /tmp can be written to.');
};

/** Best effort: 8 has no such directives, and a JVM works on without them. */
export const spareCompiler = async (facts: ProcessFacts, directory: string, signal: AbortSignal): Promise<void> => {
  await request(facts, 'jcmd', [`Compiler.directives_add ${directory}/compiler.json`], signal).catch(() => null);
};

/** How the agent gets in: `plain` through java.instrument, `privileged` the same under a security manager, `native` without it. */
export type Entry = 'plain' | 'privileged' | 'native';

export const loadAgent = async (
  facts: ProcessFacts,
  entry: Entry,
  agent: { directory: string; library: string | null },
  signal: AbortSignal,
): Promise<LoadOutcome> => {
  const { directory, library } = agent;
  if (entry === 'native') {
    if (library === null) return { loaded: false, why: 'failed', text: 'the native library is not built' };
    return readLoadReply(await request(facts, 'load', [library, 'true', directory], signal));
  }
  const jar = entry === 'plain' ? 'boot.jar' : 'boot-privileged.jar';
  return readLoadReply(await request(facts, 'load', ['instrument', 'false', `${directory}/${jar}=${directory}`], signal));
};
