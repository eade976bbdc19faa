import type { CaptureBudget, RawAction, RawRoot } from '@substrate/core';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../connection.js';
import { type CallLimits, createReading, domBegin, domPace, type Handle, isStale, makeAgent, objectGroup } from './agents.js';
import { domScript } from './script.js';

/**
 * Frames of other origins, which the page's own agent can't see into. Some live in the page's process and only need an isolated
 * world; others have a process, and so a target, of their own. Frames of the same origin are read with the page.
 */
export interface FramesReading {
  readonly roots: readonly RawRoot[];
  readonly kept: readonly string[];
  readonly actions: readonly RawAction[];
  readonly looked: number;
  readonly lost: number;
  /** Frames that did not answer. */
  readonly silent: number;
  readonly notes: readonly string[];
}

export interface Frames {
  read(budget: CaptureBudget, limits: CallLimits, spread: boolean): Promise<FramesReading>;
  /** The agent that owns an address, and the address as that agent knows it. */
  agentOf(address: string): { handle: Handle; address: string } | undefined;
  dispose(): Promise<void>;
}

const most = 8;

interface FrameAgent {
  readonly handle: Handle;
  readonly reading: ReturnType<typeof createReading>;
}

interface Frame {
  readonly key: string;
  readonly name: string;
  readonly frameId: string;
  readonly session: CdpSession;
}

const originOf = (url: string): string => {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
};

/** A name that stays the same: the frame's own, else its address without what changes. */
const nameOf = (name: string | undefined, url: string): string => {
  if (name) return name;
  try {
    const { hostname, pathname } = new URL(url);
    return `${hostname}${pathname}`.slice(0, 60);
  } catch {
    return 'frame';
  }
};

export const createFrames = (session: CdpSession, sessionOf: (id: string) => CdpSession): Frames => {
  const agents = new Map<string, FrameAgent>();
  const remote = new Map<string, { session: CdpSession; url: string; targetId: string }>();
  const owners = new Map<string, Handle>();
  let watching: Promise<unknown> | undefined;
  const stops: (() => void)[] = [];

  const watch = (limits: CallLimits): Promise<unknown> => {
    watching ??= (async () => {
      stops.push(
        session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
          if (targetInfo.type === 'iframe')
            remote.set(sessionId, { session: sessionOf(sessionId), url: targetInfo.url, targetId: targetInfo.targetId });
        }),
        session.on('Target.detachedFromTarget', ({ sessionId }) => remote.delete(sessionId)),
      );
      const filter = [{ type: 'iframe' }, { exclude: true }];
      // Older browsers know no filter; there, targets of other origins stay unread rather than every worker attached.
      await session
        .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter }, limits)
        .catch(() => undefined);
    })();
    return watching;
  };

  const local = (tree: Protocol.Page.FrameTree, parent: string, found: Frame[]): void => {
    for (const child of tree.childFrames ?? []) {
      const origin =
        child.frame.securityOrigin && child.frame.securityOrigin !== '://'
          ? originOf(child.frame.securityOrigin)
          : originOf(child.frame.url);
      if (origin !== parent && origin !== 'null' && origin !== '')
        found.push({ key: child.frame.id, name: nameOf(child.frame.name, child.frame.url), frameId: child.frame.id, session });
      local(child, origin, found);
    }
  };

  const list = async (limits: CallLimits): Promise<Frame[]> => {
    await watch(limits);
    const { frameTree } = await session.send('Page.getFrameTree', undefined, limits);
    const found: Frame[] = [];
    local(frameTree, originOf(frameTree.frame.url), found);
    for (const [id, { session: own, url, targetId }] of remote)
      found.push({ key: id, name: nameOf(undefined, url), frameId: targetId, session: own });
    return found.slice(0, most);
  };

  const agentFor = async (frame: Frame, limits: CallLimits): Promise<FrameAgent> => {
    const known = agents.get(frame.key);
    if (known) return known;
    const { executionContextId } = await frame.session.send(
      'Page.createIsolatedWorld',
      { frameId: frame.frameId, worldName: 'substrate' },
      limits,
    );
    const handle = await makeAgent(frame.session, domScript, executionContextId, limits);
    const agent = { handle, reading: createReading(handle, domPace) };
    agents.set(frame.key, agent);
    return agent;
  };

  const prefixed = new Map<string, { from: RawRoot; to: RawRoot }>();

  return {
    read: async (budget, limits, spread) => {
      const roots: RawRoot[] = [];
      const actions: RawAction[] = [];
      const notes: string[] = [];
      const keptRoots: string[] = [];
      let [looked, lost, silent] = [0, 0, 0];
      const frames = await list(limits).catch(() => []);
      owners.clear();
      const used = new Set<string>();
      for (const frame of frames) {
        let name = frame.name;
        for (let i = 2; used.has(name); i++) name = `${frame.name}#${i}`;
        used.add(name);
        const prefix = `frame[${name}]:`;
        try {
          const agent = await agentFor(frame, { ...limits, timeoutMs: 600 });
          const nodes = Math.floor(budget.maxNodes / (frames.length + 1));
          const reading = await agent.reading(
            { ...budget, maxNodes: nodes, hostMs: Math.max(2, budget.hostMs / frames.length) },
            { body: domBegin, args: [] },
            { ...limits, timeoutMs: 600 },
            { spread },
          );
          owners.set(prefix, agent.handle);
          looked += reading.more.looked;
          lost += reading.more.lost;
          for (const address of reading.kept) keptRoots.push(prefix + address);
          for (const root of reading.roots) {
            const address = prefix + root.address;
            const kept = prefixed.get(address);
            const to = kept?.from === root ? kept.to : { ...root, address };
            prefixed.set(address, { from: root, to });
            roots.push(to);
          }
          for (const action of reading.actions)
            actions.push({
              ...action,
              address: prefix + action.address,
              ...(action.targets ? { targets: action.targets.map((target) => prefix + target) } : {}),
            });
        } catch (error) {
          agents.delete(frame.key);
          silent++;
          for (const address of prefixed.keys()) if (address.startsWith(prefix)) keptRoots.push(address);
          if (!isStale(error)) notes.push(`The frame ${name} did not answer.`);
        }
      }
      return { roots, kept: keptRoots, actions, looked, lost, silent, notes };
    },
    agentOf: (address) => {
      for (const [prefix, handle] of owners)
        if (address.startsWith(prefix)) return { handle, address: address.slice(prefix.length) };
      return undefined;
    },
    dispose: async () => {
      for (const stop of stops) stop();
      if (!watching) return;
      const limit = { timeoutMs: 1000 };
      await Promise.all(
        [...remote.values()].map((frame) =>
          frame.session.send('Runtime.releaseObjectGroup', { objectGroup }, limit).catch(() => undefined),
        ),
      );
      await session
        .send('Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true }, limit)
        .catch(() => undefined);
    },
  };
};
