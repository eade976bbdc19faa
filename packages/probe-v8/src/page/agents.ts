import type { CaptureBudget, RawAction, RawRoot } from '@substrate/core';
import type { Protocol } from 'devtools-protocol';
import { CallError, type CdpSession } from '../connection.js';
import type { PageStatus } from './injected/dom-agent.js';
import { reuse } from './reuse.js';
import type { Script } from './script.js';

/**
 * A handle to an agent in a page, called over the protocol. Handles die with the document; whoever holds one drops it then and
 * makes another.
 */
export interface Handle {
  readonly objectId: string;
  readonly session: CdpSession;
}

/** Everything of ours in a page is in this group, and goes when it is released. */
export const objectGroup = 'substrate';

export interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

type Argument = { readonly value?: unknown; readonly objectId?: string; readonly unserializableValue?: string };

/** Calls a function on an agent. `body` is the text of a function whose `this` is the agent. */
export const callAgent = async (
  handle: Handle,
  body: string,
  args: readonly Argument[],
  limits: CallLimits,
  more: Partial<Protocol.Runtime.CallFunctionOnRequest> = {},
): Promise<Protocol.Runtime.RemoteObject> => {
  const { result, exceptionDetails } = await handle.session.send(
    'Runtime.callFunctionOn',
    { objectId: handle.objectId, functionDeclaration: body, arguments: [...args], silent: true, returnByValue: true, ...more },
    { timeoutMs: limits.timeoutMs, signal: limits.signal },
  );
  if (exceptionDetails) throw new AgentError(exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text);
  return result;
};

/** All tasks are asked for at once, and each is one of the page's own: its input comes between two of them. */
export const makeAgent = async (
  session: CdpSession,
  script: Script,
  contextId: number | undefined,
  limits: CallLimits,
): Promise<Handle> => {
  const world = contextId === undefined ? {} : { contextId };
  const { result, exceptionDetails } = await session.send(
    'Runtime.evaluate',
    { expression: '({ __proto__: null })', objectGroup, silent: true, returnByValue: false, ...world },
    limits,
  );
  if (!result.objectId) throw new Error(exceptionDetails?.text ?? 'The page did not take the script.');
  const kit = { objectId: result.objectId, session };
  const tasks = script.map((body, i) => callAgent(kit, body, [], limits, { returnByValue: i < script.length - 1, objectGroup }));
  const made = (await Promise.all(tasks)).at(-1);
  void session.send('Runtime.releaseObject', { objectId: kit.objectId }, { timeoutMs: 1000 }).catch(() => undefined);
  if (!made?.objectId) throw new Error('The page did not take the script.');
  return { objectId: made.objectId, session };
};

/** The page's own code threw while an agent called it. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
}

/** The document that a handle belonged to is gone. */
export const isStale = (error: unknown): boolean =>
  error instanceof CallError &&
  error.failure === 'protocol' &&
  /context|find object|Inspected target navigated|Invalid remote object/i.test(error.message);

export interface Reading {
  readonly roots: readonly RawRoot[];
  /** Addresses of roots of a reading before that this one did not come to, and that are not told. */
  readonly kept: readonly string[];
  readonly actions: readonly RawAction[];
  readonly more: {
    readonly looked: number;
    /** Nodes that were met and left out for want of budget. */
    readonly lost: number;
    /** Roots that there is no budget for, whenever it is read. */
    readonly beyond?: number;
    readonly ms: number;
    readonly work: number;
    readonly hints?: PageHints;
    readonly libraries?: string[];
    readonly failed?: string;
    readonly status?: PageStatus;
    /** Frames in the document. */
    readonly frames?: number;
    /** Functions whose closures are read. */
    readonly kept?: number;
    /** Functions that pass on what they are given, whose closures would tell to what. */
    readonly wrappers?: number;
    /** All that a search of another document found is there. */
    readonly led?: boolean;
    /** Functions whose closures would tell where values are kept that no property holds. */
    readonly veiled?: number;
    /** Objects with private fields that were met, and those of them that were not asked for these yet. */
    readonly bearers?: number;
    readonly observed?: number;
    readonly unasked?: number;
    /** Elements in the document. */
    readonly elements?: number;
  };
}

export interface PageHints {
  readonly heading?: string;
  readonly dialog?: string;
  readonly activeTab?: string;
}

interface PackedReading {
  /** Absent when everything is as it was. */
  readonly roots?: readonly (RawRoot | string)[];
  readonly kept?: readonly string[];
  readonly actions?: readonly RawAction[];
  readonly more: Reading['more'];
}

/**
 * The work of an agent that takes about a millisecond of an idle machine. Readings are bounded by work, so that a busy machine reads the same; a slice
 * that takes many times as long as it should ends all the same.
 */
export interface Pace {
  readonly perMs: number;
  /** How long a gentle slice may last. A document that changes between two of them is told as a mix, where a place is read again: its slices are longer. */
  readonly gentleGuardMs: number;
}
export const statePace: Pace = { perMs: 400, gentleGuardMs: 4 };
export const domPace: Pace = { perMs: 120, gentleGuardMs: 5 };

/** How many slices a reading may take that somebody waits for, or that has nothing to fall back on. */
const mostSlices = 16;
/** So old may be what a reading that nobody waits for did not come to. */
const keptMs = 15_000;
const sliceMs = 12;
/** Where it would be felt. */
const gentleMs = 4;
/** So long may a slice last, whatever was done: what is under way goes on in the next. */
const guardMs = 32;
/** What may be done to read one place among the scripts: as much as so many slices do. */
const slicesOfPlace = 3;
/** How many times as long as its work should take the reading of a place may last. */
const patience = 8;

export const sliceOf = (
  { perMs, gentleGuardMs }: Pace,
  { gentle = false, fine = false }: ReadingHow = {},
): { work: number; guardMs: number } => {
  const ms = gentle || fine ? gentleMs : sliceMs;
  return { work: ms * perMs, guardMs: gentle ? gentleGuardMs : guardMs };
};

/** How much is read of a place does not depend on whether somebody types or clicks. */
const ofPlace = ({ perMs }: Pace): { work: number; guardMs: number } => {
  const ms = sliceMs * slicesOfPlace;
  return { work: ms * perMs, guardMs: ms * patience };
};

export interface ReadingHow {
  /** Nobody waits for it, and what it does not come to is told as it was. */
  readonly spread?: boolean;
  /** Somebody types or clicks, or may begin to: little at a time. */
  readonly gentle?: boolean;
  /** Much of it runs for the first time, and takes several times as long as it will: as much in smaller slices. */
  readonly fine?: boolean;
}

/** Reads with an agent in slices, and fills in from the reading before what the agent says is unchanged. */
export const createReading = (handle: Handle, pace: Pace) => {
  let roots = new Map<string, RawRoot>();
  let listed: readonly RawRoot[] = [];
  let actions: readonly RawAction[] = [];
  let whole = true;
  const readAt = new WeakMap<RawRoot, number>();

  return async (
    budget: CaptureBudget,
    begin: { body: string; args: readonly Argument[] },
    limits: CallLimits,
    { spread = false, gentle = false, fine = false }: ReadingHow = {},
  ): Promise<Reading> => {
    const asked = whole;
    // Until a reading has arrived in full, the agent must not take it as known.
    whole = true;
    const slice = sliceOf(pace, { gentle, fine: asked || fine });
    const usual = sliceOf(pace).work;
    const total = asked || !spread ? mostSlices * usual : Math.max(usual, budget.hostMs * pace.perMs);
    const step = [{ value: slice.work }, { value: total }, { value: slice.guardMs }, { value: ofPlace(pace) }];
    // Work that takes far longer than it should is left to the next reading. Many small slices wait for their turn on a busy machine: that is not it.
    const lastGuard = performance.now() + 20 * Math.max(budget.hostMs, sliceMs * patience);
    const call = async (body: string, args: readonly Argument[]): Promise<string> =>
      String((await callAgent(handle, body, args, limits)).value ?? '');
    const first = [{ value: budget }, { value: asked }];
    const go = 'function(s, t, g, p) { return this.step(s, t, g, p); }';
    let text = await call(
      `function(b, w, s, t, g, p, ...rest) { (${begin.body}).call(this, b, w, ...rest); return this.step(s, t, g, p); }`,
      [...first, ...step, ...begin.args],
    );
    while (text === '') {
      if (performance.now() > lastGuard) step[1] = { value: 0 };
      text = await call(go, step);
    }
    const packed = JSON.parse(text) as PackedReading;
    if (!packed.roots) {
      whole = false;
      return { roots: listed, kept: [], actions, more: packed.more };
    }
    const next = new Map<string, RawRoot>();
    for (const root of packed.roots) {
      if (typeof root === 'string') {
        const kept = roots.get(root);
        if (kept) next.set(root, kept);
      } else next.set(root.address, reuse(roots.get(root.address), root));
    }
    const at = performance.now();
    for (const root of next.values()) readAt.set(root, at);
    const now = [...next.values()];
    const unreached: string[] = [];
    // What was not come to is known to the agent as sent, and stays known here.
    for (const address of packed.kept ?? []) {
      const kept = roots.get(address);
      if (!kept || next.has(address)) continue;
      next.set(address, kept);
      if (spread && at - (readAt.get(kept) ?? 0) < keptMs) now.push(kept);
      else unreached.push(address);
    }
    roots = next;
    if (now.length !== listed.length || now.some((root, i) => root !== listed[i])) listed = now;
    if (packed.actions) actions = packed.actions;
    whole = false;
    return { roots: listed, kept: unreached, actions, more: packed.more };
  };
};

export const domBegin = 'function(b, w) { this.begin(b, w); }';
export const stateBegin = 'function(b, w, ...lists) { this.begin(b, w, lists); }';
export const bareBegin = 'function(b, w, ...lists) { this.begin(b, w, lists, true); }';

export type { PageStatus };
