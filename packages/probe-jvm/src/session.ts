/** One attached JVM: turns the agent's differences into captures. */
import {
  type AppContext,
  type CaptureRequest,
  type KnownRoots,
  ProbeError,
  type ProbeSession,
  type RawCall,
  type RawCapture,
  type RawResult,
  type RawRoot,
  type Refusal,
  type ViewHints,
} from '@substrate/core';
import { decodeCapture, decodeNode, nothingTold, orAborted } from '@substrate/core/probing';
import type { Connection } from './connection.js';
import { ofRuntime } from './origin.js';

/** Of the known roots: a change makes older ones ignored. */
const knownFormat = 1;

/** What the agent tells besides: `decodeCapture` reads the rest. */
interface CaptureBody {
  readonly title?: string;
  readonly window?: string;
  readonly heading?: string;
  readonly dialog?: string;
  readonly tab?: string;
  readonly windowClass?: string;
  /** `none`: the heap was not walked; `done`; or why it was not. */
  readonly walked: string;
  /** The application is much larger than it was at the last discovery: it was starting then. */
  readonly grown?: boolean;
  /** Classes that the walk found roots of; not told with an ordinary poll. */
  readonly found?: readonly string[];
  readonly error?: string;
}

/** Classes whose instances the walk should look for at the first read. */
const knownClasses = (known: KnownRoots | undefined): string[] | null => {
  if (known?.format !== knownFormat) return null;
  const classes = known.roots.flatMap(({ locator }) => {
    const type = (locator as { type?: unknown } | null)?.type;
    return typeof type === 'string' ? [type] : [];
  });
  return [...new Set(classes)];
};

export interface SessionOptions {
  readonly known: KnownRoots | undefined;
  /** Megabytes of the heap that are alive, found without touching the JVM; null when nothing tells. */
  live(): Promise<number | null>;
  /** Whether the process is stopped now: it answers nothing until it goes on. */
  isStopped(): Promise<boolean>;
}

const stopped: Refusal = {
  reason: 'stopped',
  message: 'The process is stopped: continue it (kill -CONT), then it will be read again.',
  retry: true,
};
const lookMs = 1000;

export const createSession = (connection: Connection, { known, live, isStopped }: SessionOptions): ProbeSession => {
  let told = nothingTold;
  let wanted = knownClasses(known);
  const met = new Set<string>();
  const mostMet = 5000;

  /** What was read before and is there no more: a reading looks at everything that there is, or says what it did not come to; not where a source failed as a whole. */
  const goneSince = ({ roots, unreached, counts }: typeof told): readonly string[] => {
    const there = new Set([...roots.map(({ address }) => address), ...unreached]);
    const failed = counts.rootsKnown > roots.length + unreached.length;
    const gone = failed ? [] : [...met].filter((address) => !there.has(address));
    for (const { address } of roots) if (met.size < mostMet) met.add(address);
    return gone;
  };

  /** Applied in the order of the answers, whether anybody waits for them or not: the agent counts on what it has sent. */
  const apply = (body: CaptureBody, mode: CaptureRequest['mode']): RawCapture => {
    if (body.error !== undefined) throw new Error(`The agent could not read the application: ${body.error}`);
    try {
      told = decodeCapture({ ...body }, told, { ofRuntime });
    } catch (error) {
      // The agent counts on what it has sent: what follows could not be told from what was there.
      connection.close((error as Error).message);
      throw error;
    }
    const { roots, actions, objects, counts, unreached, notes } = told;
    const discovered = mode !== 'poll';
    const context: AppContext = {
      url: null,
      location: null,
      view: null,
      window_title: body.title ?? null,
      window_id: body.window ?? null,
    };
    const hints: ViewHints = {
      ...(body.heading !== undefined && { heading: body.heading }),
      ...(body.dialog !== undefined && { dialog: body.dialog }),
      ...(body.tab !== undefined && { activeTab: body.tab }),
      ...(body.windowClass !== undefined && { windowClass: body.windowClass }),
    };
    return {
      runtime: 'jvm',
      tier: 'jvmti',
      context,
      hints,
      roots,
      actions,
      // Told with a poll, it asks for another discovery.
      ...((discovered || body.grown) && { known: knownRoots(roots, body.found ?? []) }),
      discovered,
      // Discovery uses all its routes at once; a walk that would take long is only made when it is asked for.
      moreRoutes: false,
      rawObjectCount: Math.max(objects, roots.length),
      counts,
      unreached,
      gone: goneSince(told),
      notes,
    };
  };

  /** Waits for an answer while the process runs. One that is stopped answers when it goes on, whether anybody waits or not. */
  const whileRunning = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const halted = new Promise<never>((_, reject) => {
      const look = async () => {
        if (await isStopped()) reject(new ProbeError(stopped));
        else timer = setTimeout(look, lookMs);
      };
      timer = setTimeout(look, lookMs);
    });
    try {
      return await orAborted(Promise.race([work, halted]), signal);
    } finally {
      clearTimeout(timer);
    }
  };

  const requireRunning = async (signal: AbortSignal): Promise<void> => {
    const halted = await isStopped();
    signal.throwIfAborted();
    if (halted) throw new ProbeError(stopped);
  };

  return {
    gone: connection.gone,
    freshNeedsHeap: () => false,
    async capture(request, signal) {
      await requireRunning(signal);
      const classes = wanted;
      // How long a walk of the heap would take: polls make one, too, of a program that was met while it started.
      const liveMb = await live();
      signal.throwIfAborted();
      wanted = null;
      const fields = {
        mode: request.mode,
        budget: request.budget,
        ...(classes && { known: classes }),
        ...(liveMb !== null && { liveMb }),
      };
      const work = connection.send('capture', fields).then((body) => apply(body as unknown as CaptureBody, request.mode));
      work.catch(() => {});
      return whileRunning(work, signal);
    },
    async read(request, signal) {
      await requireRunning(signal);
      const body = await whileRunning(connection.send('read', { ...request }), signal);
      if (typeof body.error === 'string') throw new Error(`The agent could not read the place: ${body.error}`);
      return body.node === null ? null : decodeNode(body.node);
    },
    async invoke(call: RawCall, signal): Promise<RawResult> {
      const halted = await isStopped();
      signal.throwIfAborted();
      if (halted) return { ok: false, dispatched: false, reason: stopped.reason, message: stopped.message };
      try {
        const body = await orAborted(
          connection.send('invoke', { address: call.address, parameters: call.parameters, timeoutMs: call.timeoutMs }),
          signal,
        );
        if (typeof body.error === 'string') return { ok: false, dispatched: false, reason: 'threw', message: body.error };
        return body as unknown as RawResult;
      } catch (error) {
        if (signal.aborted) throw error;
        return { ok: false, dispatched: true, reason: 'gone', message: (error as Error).message };
      }
    },
    async [Symbol.asyncDispose]() {
      connection.close();
    },
  };
};

const knownRoots = (roots: readonly RawRoot[], found: readonly string[]): KnownRoots => ({
  format: knownFormat,
  roots: [
    ...roots.map(({ address, source, type }) => ({
      address,
      source,
      locator: source === 'instance' ? { type: type ?? null } : null,
    })),
    // Contexts of a container have no root of their own.
    ...found
      .filter((type) => !roots.some((root) => root.source === 'instance' && root.type === type))
      .map((type) => ({ address: `heap:${type}`, source: 'instance' as const, locator: { type } })),
  ],
});
