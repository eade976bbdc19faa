import type { Probe, Runtime } from '@substrate/core';
import { createClrProbe } from '@substrate/probe-clr';
import { createJvmProbe } from '@substrate/probe-jvm';
import { createV8Probe } from '@substrate/probe-v8';
import type { Config } from './config.js';

/** The probes of this machine. One that can't be made here is a sentence that says why, and its applications are listed all the same. */
export type Probes = Readonly<Partial<Record<Runtime, Probe | string>>>;

const attempt = (runtime: Runtime, create: () => Probe): Probe | string => {
  try {
    return create();
  } catch (error) {
    return `The ${runtime} probe can't be used on this machine: ${error instanceof Error ? error.message : String(error)}`;
  }
};

export const createProbes = ({ node_signal: signalNode }: Pick<Config['probe'], 'node_signal'>): Probes => ({
  v8: attempt('v8', () => createV8Probe({ signalNode })),
  jvm: attempt('jvm', createJvmProbe),
  clr: attempt('clr', createClrProbe),
});
