import type { AppProcess, Probe, Runtime } from '@substrate/core';
import type { AppChange } from '@substrate/detector';
import { type Applications, createCaptures, type HistoryRoom } from '@substrate/server';
import type { Log } from './log.js';
import type { Rooms } from './rooms.js';
import type { SchemaShelf } from './schema-shelf.js';
import { createSlots } from './slots.js';
import { defaultTiming, type Timing } from './timing.js';
import { createTrackedApp, type TrackedApp, type TrackedAppOptions } from './tracked-app.js';

/** All applications of the machine, each in its own loop: one that is slow, stuck or broken holds up no other. */
export interface Tracker extends Applications, AsyncDisposable {
  /** What a scan found. */
  apply(changes: readonly AppChange[]): void;
}

export interface TrackerOptions {
  /** By runtime; a string says why there is none. */
  readonly probes: Readonly<Partial<Record<Runtime, Probe | string>>>;
  /** Why an application is not to be attached to, by the configuration; undefined when it is. */
  readonly unwanted: (app: AppProcess) => string | undefined;
  readonly shelf: SchemaShelf;
  readonly settings: TrackedAppOptions['settings'];
  readonly log: Log;
  readonly onLost?: () => void;
  readonly timing?: Partial<Timing>;
  /** Where applications are read; on this very thread unless given. */
  readonly rooms?: Rooms | undefined;
}

const attachesAtOnce = 8;
const slotHoldMs = 500;
/** For the histories of all applications; each has a limit of its own below it. */
const historyBytes = 256 * 1024 * 1024;

export const createTracker = (options: TrackerOptions): Tracker => {
  const timing = { ...defaultTiming, ...options.timing };
  const slots = createSlots({ count: attachesAtOnce, holdMs: slotHoldMs });
  const tracked = new Map<number, TrackedApp>();
  /** Detached ones, until they leave the list. */
  const past = new Map<TrackedApp, NodeJS.Timeout>();

  const cycles = { ok: 0, failed: 0 };
  const onCycle = (ok: boolean): void => void cycles[ok ? 'ok' : 'failed']++;
  const room: HistoryRoom = { limit: historyBytes, used: 0, histories: 0 };

  // A pid that is used again stands for the process that has it now.
  const listed = (): TrackedApp[] => [...tracked.values(), ...Array.from(past.keys()).filter(({ pid }) => !tracked.has(pid))];

  const arrive = (app: AppProcess): void => {
    depart(app.pid, 'process_exited');
    const unwanted = options.unwanted(app);
    tracked.set(
      app.pid,
      options.rooms?.track(app, unwanted, { room, onCycle }) ??
        createTrackedApp({
          app,
          probe: options.probes[app.runtime] ?? `Applications of the runtime ${app.runtime} can't be probed yet.`,
          unwanted,
          shelf: options.shelf,
          slots,
          captures: createCaptures({ limit: options.settings.capturesPerPid, room }),
          settings: options.settings,
          timing,
          log: options.log,
          onLost: options.onLost ?? (() => {}),
          onCycle,
        }),
    );
  };

  const depart = (pid: number, reason: string): void => {
    const app = tracked.get(pid);
    if (app === undefined) return;
    tracked.delete(pid);
    app.detach(reason);
    const timer = setTimeout(() => past.delete(app), timing.detachedMs);
    timer.unref();
    past.set(app, timer);
  };

  return {
    apply(changes) {
      for (const { kind, app } of changes) {
        if (kind === 'arrived') arrive(app);
        else if (tracked.get(app.pid)?.process.startTime === app.startTime) depart(app.pid, 'process_exited');
      }
    },
    list: () => listed().map((app) => app.summary()),
    listed,
    cycles,
    byPid: (pid) => tracked.get(pid),
    byAppId: (appId) => {
      for (const app of tracked.values()) if (app.appId === appId) return app;
      return undefined;
    },
    get size() {
      return tracked.size;
    },
    async [Symbol.asyncDispose]() {
      for (const timer of past.values()) clearTimeout(timer);
      past.clear();
      await Promise.allSettled(Array.from(tracked.values(), (app) => app.leave()));
      tracked.clear();
      await options.rooms?.[Symbol.asyncDispose]();
    },
  };
};
