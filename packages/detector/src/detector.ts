import { setTimeout as sleep } from 'node:timers/promises';
import { type AppProcess, createFilter, type ExtraProbe, type Refusal } from '@substrate/core';
import { isLate } from '@substrate/core/probing';
import { classify, type Recognition, recognizeExtra } from './classify.js';
import type { Listing, ProcessFacts, ProcessKey } from './facts.js';
import { identify, toAppId } from './identify.js';
import { createListing } from './listing.js';
import { createNumbering } from './numbering.js';
import { lookUpProgram } from './program.js';
import { ourPackage } from './tools.js';

/**
 * Turns listings into arrivals and departures of applications. A process is inspected when it is first seen; one that no runtime is recognised in
 * is looked at again a few times while it is young, because modules load late; after that it costs nothing.
 */
export interface DetectorOptions {
  /** What is listed: see `createFilter`. Empty includes every application; a tool (`tools.ts`) is listed when a pattern fits it. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly intervalMs?: number;
  readonly listing?: Listing;
  /** Asked for what no runtime of ours is recognised in. */
  readonly extras?: readonly Pick<ExtraProbe, 'name' | 'recognize'>[];
  /** Never listed, nor is what it starts. */
  readonly self?: number;
  /** Told of what a scan could not do; a scan goes on at the next interval whatever happened. */
  readonly onError?: (error: unknown) => void;
}

export type AppChange =
  | { readonly kind: 'arrived'; readonly app: AppProcess }
  | { readonly kind: 'departed'; readonly app: AppProcess };

export interface Detector extends AsyncDisposable {
  /** One pass over the machine: what came and went since the pass before, in order of process start. */
  scan(): Promise<readonly AppChange[]>;
  /** Resolves when it is time for the next scan, `ms` from now, or sooner where a process has come or the signal says so. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
  /** Scans at the interval until the signal, or until the reader leaves. */
  watch(signal: AbortSignal): AsyncIterable<AppChange>;
  /** The applications that run, as of the last scan. */
  readonly apps: ReadonlyMap<number, AppProcess>;
}

interface Known {
  readonly key: ProcessKey;
  /** The list that it was last in. */
  generation: number;
  /** When it began to run the program that it runs, as far as that is known. */
  bornAt: number;
  looks: number;
  /** How often there was no time to look, and when it is tried again. */
  late: number;
  again: number;
  parent: number;
  settled: boolean;
  inspection?: Promise<void>;
  app?: AppProcess;
}

interface Found {
  readonly entry: Known;
  readonly facts: ProcessFacts;
  readonly recognition: Recognition;
}

/** Ages in milliseconds at which a process of no known runtime is looked at again. An older one is looked at once. */
const secondLooks = [150, 600, 1500, 3000, 6000];
/** So often it is looked between two scans whether a process has come. */
const glanceMs = 100;
const inspectionsAtOnce = 16;
const inspectionMs = 2000;
/** So often is it tried again to look at a process, over a minute; then it is taken as what little is known of it. */
const mostLate = 8;

export const createDetector = (options: DetectorOptions = {}): Detector => {
  const { intervalMs = 500, self = process.pid, extras = [], onError = () => {} } = options;
  const listing = options.listing ?? createListing();
  const names = createFilter(options.include ?? []);
  const includes = options.include?.length ? names : () => true;
  const excludes = createFilter(options.exclude ?? []);
  const numbering = createNumbering();
  const apps = new Map<number, AppProcess>();
  const known = new Map<number, Known>();
  const unsettled = new Set<Known>();
  let listed: readonly ProcessKey[] | undefined;
  let generation = 0;
  /** Inspected, and not yet taken in. */
  const ready: Found[] = [];
  let running: Promise<readonly AppChange[]> | undefined;

  const pass = async (): Promise<readonly AppChange[]> => {
    const now = Date.now();
    const keys = await listing.list(apps);
    const left = keys === listed ? new Map<number, Known>() : compare(keys, now);
    listed = keys;
    const changes: AppChange[] = [];
    const found = await inspectAll(dueEntries(now));
    // Seen before and after an exec, it may be the same program: what was read the first time was already the second.
    for (const { entry, facts } of found) {
      const old = left.get(facts.pid);
      if (old?.app === undefined || old.key.startTime !== facts.startTime || !isSameProgram(old.app, facts)) continue;
      entry.app = old.app;
      left.delete(facts.pid);
    }
    for (const { app } of left.values()) {
      if (app === undefined) continue;
      apps.delete(app.pid);
      numbering.release(app.appId);
      changes.push({ kind: 'departed', app });
    }
    found.sort((a, b) => compareStart(a.facts, b.facts));
    for (const { entry, facts, recognition } of found) {
      if (entry.app !== undefined) continue;
      const app = toApp(facts, recognition);
      if (app === undefined) continue;
      entry.app = app;
      apps.set(app.pid, app);
      changes.push({ kind: 'arrived', app });
    }
    return changes;
  };

  /** Takes the list in, and returns what was known of the processes that are not in it any more, or are another program now. */
  const compare = (keys: readonly ProcessKey[], now: number): Map<number, Known> => {
    const left = new Map<number, Known>();
    generation++;
    for (const key of keys) {
      const old = known.get(key.pid);
      if (old !== undefined && old.key.startTime === key.startTime && old.key.image === key.image) {
        old.generation = generation;
        continue;
      }
      const execed = old !== undefined && old.key.startTime === key.startTime;
      const fresh: Known = { key, generation, bornAt: execed ? now : 0, looks: 0, late: 0, again: 0, parent: 0, settled: false };
      known.set(key.pid, fresh);
      unsettled.add(fresh);
      if (old !== undefined) left.set(key.pid, old);
    }
    for (const [pid, entry] of known) {
      if (entry.generation === generation) continue;
      known.delete(pid);
      left.set(pid, entry);
    }
    return left;
  };

  const dueEntries = (now: number): Known[] => {
    const due: Known[] = [];
    for (const entry of unsettled) {
      if (entry.settled || known.get(entry.key.pid) !== entry) unsettled.delete(entry);
      else if (isDue(entry, now)) due.push(entry);
    }
    return due;
  };

  /** Starts what is due and waits for it, but not for long: what comes late is taken in by a later pass. */
  const inspectAll = async (pending: readonly Known[]): Promise<Found[]> => {
    const queue = pending.values();
    const work = async (): Promise<void> => {
      for (const entry of queue) {
        entry.inspection ??= begin(entry);
        await orTooSlow(entry.inspection);
      }
    };
    await Promise.all(Array.from({ length: Math.min(inspectionsAtOnce, pending.length) }, work));
    return ready.splice(0).filter(({ entry }) => known.get(entry.key.pid) === entry && !isOwn(entry.key.pid));
  };

  const begin = async (entry: Known): Promise<void> => {
    try {
      const seen = await inspect(entry);
      if (seen !== undefined) ready.push({ entry, ...seen });
    } catch (error) {
      if (isLate(error)) putOff(entry);
      else onError(error);
    } finally {
      delete entry.inspection;
    }
  };

  /** A machine that is busy for a moment must not decide what a program is called for good. */
  const putOff = (entry: Known): void => {
    entry.again = Date.now() + 250 * 2 ** entry.late++;
    entry.looks--;
    entry.settled = false;
    unsettled.add(entry);
  };

  const inspect = async (entry: Known): Promise<Omit<Found, 'entry'> | undefined> => {
    entry.looks++;
    const patient = entry.late < mostLate;
    const facts = await listing.inspect(entry.key, patient);
    if (facts === undefined) {
      entry.settled = true;
      return undefined;
    }
    entry.parent = facts.parent;
    entry.bornAt ||= Date.parse(facts.startedAt);
    const recognition = facts.copied ? undefined : (classify(facts) ?? recognizeExtra(facts, extras));
    entry.settled = recognition !== undefined || Date.now() - entry.bornAt > secondLooks.at(-1)!;
    if (recognition === undefined || recognition.role === 'helper') return undefined;
    if (facts.foreign) return { facts, recognition };
    const program = await lookUpProgram(facts, recognition).catch((error: unknown) => {
      if (patient) throw error;
      return {};
    });
    const full = { ...facts, program };
    const second = classify(full) ?? recognition;
    return second.role === 'helper' ? undefined : { facts: full, recognition: second };
  };

  const toApp = (facts: ProcessFacts, recognition: Recognition): AppProcess | undefined => {
    const identity = identify(facts, recognition);
    const candidate = { appId: identity.appId, appName: identity.appName, command: facts.command };
    if (!includes(candidate) || excludes(candidate)) return undefined;
    // A command of ours is given the names of others, and is none of them.
    const isOurs = facts.program?.packageName === ourPackage;
    if (recognition.role === 'tool' && !names(isOurs ? { ...candidate, command: [] } : candidate)) return undefined;
    const refusal = refusalOf(facts);
    return {
      pid: facts.pid,
      startTime: facts.startTime,
      startedAt: facts.startedAt,
      runtime: recognition.runtime,
      flavor: recognition.flavor,
      runtimeName: identity.runtimeName,
      appId: numbering.take(facts.foreign ? theirs(identity.appId, facts.user) : identity.appId),
      appName: identity.appName,
      executable: facts.executable,
      command: facts.command,
      cwd: facts.cwd,
      recognizedBy: recognition.by,
      ...(recognition.extra === undefined ? {} : { extra: recognition.extra.probe }),
      ...(refusal === undefined ? {} : { refusal }),
    };
  };

  /** This process, or one that it started, however far down. */
  const isOwn = (pid: number): boolean => {
    for (let at: number | undefined = pid, steps = 0; at !== undefined && at > 1 && steps < 64; steps++) {
      if (at === self) return true;
      at = known.get(at)?.parent;
    }
    return false;
  };

  const scan = (): Promise<readonly AppChange[]> => {
    running ??= pass().finally(() => {
      running = undefined;
    });
    return running;
  };

  const hasNew = (): boolean => {
    try {
      return listing.hasNew?.() ?? false;
    } catch {
      return false;
    }
  };

  const rest = async (ms: number, signal: AbortSignal): Promise<void> => {
    const ends = Date.now() + ms;
    do await sleep(Math.max(Math.min(ends - Date.now(), glanceMs), 10), undefined, { signal }).catch(() => {});
    while (!signal.aborted && Date.now() < ends && !hasNew());
  };

  return {
    apps,
    scan,
    rest,
    async *watch(signal) {
      while (!signal.aborted) {
        const started = Date.now();
        try {
          yield* await scan();
        } catch (error) {
          onError(error);
        }
        await rest(intervalMs - (Date.now() - started), signal);
      }
    },
    async [Symbol.asyncDispose]() {
      await running?.catch(() => {});
      await listing.close?.();
    },
  };
};

const isDue = (entry: Known, now: number): boolean => {
  if (entry.inspection !== undefined || now < entry.again) return false;
  if (entry.looks === 0) return true;
  const next = secondLooks[entry.looks - 1];
  entry.settled = next === undefined;
  return next !== undefined && now - entry.bornAt >= next;
};

/** A process that is stuck in the kernel may never tell its command line: the others do not wait for it. */
const orTooSlow = (work: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, inspectionMs);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });

const isSameProgram = (app: AppProcess, facts: ProcessFacts): boolean =>
  app.executable === facts.executable && app.command.join('\0') === facts.command.join('\0');

const compareStart = (a: ProcessFacts, b: ProcessFacts): number =>
  // Times of one form: what a locale would say of them costs the first who asks 8 ms.
  a.startedAt === b.startedAt ? a.pid - b.pid : a.startedAt < b.startedAt ? -1 : 1;

/** Another user's process takes no name that one of ours could have: whoever runs something called `shop` must not make ours `shop~2`. */
const theirs = (appId: string, user = 'another user'): string => `${appId}~of-${toAppId(user)}`;

const refusalOf = (facts: ProcessFacts): Refusal | undefined => {
  if (facts.foreign) {
    const owner = facts.user === undefined ? 'another user' : `another user (${facts.user})`;
    return {
      reason: 'other_user',
      message: `The process belongs to ${owner}: run a daemon as that user to attach to it.`,
      retry: false,
    };
  }
  if (facts.contained) {
    return {
      reason: 'other_container',
      message: 'The process runs in a container: run a daemon inside that container to attach to it.',
      retry: false,
    };
  }
  return undefined;
};
