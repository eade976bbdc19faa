import { type AppProcess, type Probe, ProbeError, type Refusal } from '@substrate/core';
import { messageOf } from '@substrate/core/probing';
import { type Artifacts, readArtifacts } from './artifacts.js';
import { attach } from './attach.js';
import type { Connection } from './connection.js';
import { createHeapSearch } from './heap.js';
import { defaultDirectory, installArtifacts } from './installation.js';
import { connectOutside, outsideObstacle } from './outside.js';
import { findLoadedStub, inspect, inspectForHook } from './preflight.js';
import { refusal, refuse } from './refusals.js';
import { createSession } from './session.js';
import { readTarget } from './target-process.js';

export interface ClrProbeOptions {
  /**
   * Where the stub, orders and channels lie; every process that is attached to must be able to read it. Default: `/var/lib/substrate/clr`
   * for root, else `~/.substrate/clr`.
   */
  readonly directory?: string;
  /** Where the built managed part lies. Default: `artifacts/` of this package. */
  readonly artifacts?: string;
}

export const createClrProbe = ({ directory = defaultDirectory(), artifacts: from }: ClrProbeOptions = {}): Probe => ({
  runtime: 'clr',

  check: async (app) => {
    if (app.refusal) return app.refusal;
    if (process.platform !== 'linux') return refusal('unsupported_platform');
    const artifacts = await readArtifacts(from);
    if (!artifacts) return refusal('not_built');
    const target = await readTarget(app.pid);
    if (!target || target.startTime !== app.startTime) return refusal('gone');
    const inTheWay = await inspect(target);
    if (inTheWay) return inTheWay;
    const loaded = await findLoadedStub(target, artifacts.stub.name, artifacts.stub.sha256);
    // A stub that is loaded needs no hook, and so nothing that a hook needs.
    const refused = loaded.refusal ?? (loaded.path === null ? await inspectForHook(target) : null);
    if (!isWithoutHooks(refused)) return refused;
    const obstacle = await outsideObstacle(target, artifacts.reader);
    return obstacle === null ? null : refusal(refused.reason, notOutside(obstacle));
  },

  attach: async (app, known, signal) => {
    if (app.refusal) throw new ProbeError(app.refusal);
    if (process.platform !== 'linux') throw refuse('unsupported_platform');
    const artifacts = await readArtifacts(from);
    if (!artifacts) throw refuse('not_built');
    try {
      const connection = await attach(app, artifacts, directory, signal);
      return createSession(connection, known, { heap: createHeapSearch(connection, connection.target, connection.heap) });
    } catch (error) {
      if (!(error instanceof ProbeError) || !isWithoutHooks(error.refusal)) throw error;
      return createSession(await attachOutside(app, artifacts, error.refusal, signal), known, { isOutside: true });
    }
  },
});

type WithoutHooks = Refusal & { readonly reason: 'hooks_disabled' | 'trimmed' };

/** Nothing of ours can run in the program, whoever asks: what is left is to read it from outside. */
const isWithoutHooks = (refused: Refusal | null): refused is WithoutHooks =>
  refused?.reason === 'hooks_disabled' || refused?.reason === 'trimmed';

const notOutside = (why: string): string => `nor can it be read from outside: ${why}`;

const attachOutside = async (
  app: AppProcess,
  { reader }: Artifacts,
  refused: WithoutHooks,
  signal: AbortSignal,
): Promise<Connection> => {
  const target = await readTarget(app.pid);
  if (!target || target.startTime !== app.startTime) throw refuse('gone');
  const obstacle = await outsideObstacle(target, reader);
  if (obstacle !== null || reader === undefined) throw refuse(refused.reason, notOutside(obstacle ?? ''));
  try {
    return await connectOutside(target, reader, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw refuse(refused.reason, notOutside(messageOf(error)), error);
  }
};

/**
 * Variables for a child process that has the stub from its start: `substrate launch`. Such a process can be attached to although its
 * diagnostics are switched off.
 */
export const launchEnvironment = async ({
  directory = defaultDirectory(),
  artifacts: from,
}: ClrProbeOptions = {}): Promise<Record<string, string>> => {
  const artifacts = await readArtifacts(from);
  if (!artifacts) throw refuse('not_built');
  const { stub } = await installArtifacts(directory, artifacts);
  const others = process.env.DOTNET_STARTUP_HOOKS;
  return { DOTNET_STARTUP_HOOKS: others ? `${others}:${stub}` : stub };
};
