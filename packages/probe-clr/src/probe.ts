import { type Probe, ProbeError } from '@substrate/core';
import { readArtifacts } from './artifacts.js';
import { attach } from './attach.js';
import { createHeapSearch } from './heap.js';
import { defaultDirectory, installArtifacts } from './installation.js';
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
    return loaded.refusal ?? (loaded.path === null ? await inspectForHook(target) : null);
  },

  attach: async (app, known, signal) => {
    if (app.refusal) throw new ProbeError(app.refusal);
    if (process.platform !== 'linux') throw refuse('unsupported_platform');
    const artifacts = await readArtifacts(from);
    if (!artifacts) throw refuse('not_built');
    const connection = await attach(app, artifacts, directory, signal);
    return createSession(connection, known, createHeapSearch(connection, connection.target, connection.heap));
  },
});

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
