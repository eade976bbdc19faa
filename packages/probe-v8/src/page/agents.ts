import type { CaptureBudget, RawAction, RawRoot } from '@substrate/core';
import type { Protocol } from 'devtools-protocol';
import { CallError, type CdpSession } from '../connection.js';
import type { PageStatus } from './injected/dom-agent.js';
import { reuse } from './reuse.js';

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

export const evaluateAgent = async (
  session: CdpSession,
  expression: string,
  contextId: number | undefined,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Handle> => {
  const { result, exceptionDetails } = await session.send(
    'Runtime.evaluate',
    { expression, objectGroup, silent: true, returnByValue: false, ...(contextId === undefined ? {} : { contextId }) },
    { timeoutMs, signal },
  );
  if (!result.objectId)
    throw new Error(exceptionDetails?.exception?.description ?? exceptionDetails?.text ?? 'The page did not take the script.');
  return { objectId: result.objectId, session };
};

export interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

type Argument = { readonly value?: unknown; readonly objectId?: string };

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
  readonly actions: readonly RawAction[];
  readonly more: {
    readonly looked: number;
    readonly cut: boolean;
    readonly ms: number;
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
    /** Functions whose closures would tell where values are kept that no property holds. */
    readonly veiled?: number;
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
  readonly actions?: readonly RawAction[];
  readonly more: Reading['more'];
}

/** How many slices the first reading of a document may take. */
const mostSlices = 14;

/** Reads with an agent in slices, and fills in from the reading before what the agent says is unchanged. */
export const createReading = (handle: Handle) => {
  let roots = new Map<string, RawRoot>();
  let listed: readonly RawRoot[] = [];
  let actions: readonly RawAction[] = [];
  let whole = true;

  return async (
    budget: CaptureBudget,
    begin: { body: string; args: readonly Argument[] },
    limits: CallLimits,
  ): Promise<Reading> => {
    const asked = whole;
    // Until a reading has arrived in full, the agent must not take it as known.
    whole = true;
    const sliceMs = Math.max(4, Math.min(16, budget.hostMs / 3));
    let text = '';
    for (let i = 0; text === ''; i++) {
      // The first reading of a document has nothing to fall back on: it may take many slices, and what else the machine does is not taken off.
      const totalMs = !asked ? budget.hostMs : i < mostSlices ? 60_000 : 0;
      const step = [{ value: sliceMs }, { value: totalMs }];
      const body =
        i === 0
          ? `function(b, w, s, t, ...rest) { (${begin.body}).call(this, b, w, ...rest); return this.step(s, t); }`
          : 'function(s, t) { return this.step(s, t); }';
      const args = i === 0 ? [{ value: budget }, { value: asked }, ...step, ...begin.args] : step;
      text = String((await callAgent(handle, body, args, limits)).value ?? '');
    }
    const packed = JSON.parse(text) as PackedReading;
    if (!packed.roots) {
      whole = false;
      return { roots: listed, actions, more: packed.more };
    }
    const next = new Map<string, RawRoot>();
    for (const root of packed.roots) {
      if (typeof root === 'string') {
        const kept = roots.get(root);
        if (kept) next.set(root, kept);
      } else next.set(root.address, reuse(roots.get(root.address), root));
    }
    roots = next;
    const now = [...roots.values()];
    if (now.length !== listed.length || now.some((root, i) => root !== listed[i])) listed = now;
    if (packed.actions) actions = packed.actions;
    whole = false;
    return { roots: listed, actions, more: packed.more };
  };
};

export const domBegin = 'function(b, w) { this.begin(b, w); }';
export const stateBegin = 'function(b, w, ...lists) { this.begin(b, w, lists); }';

export type { PageStatus };
