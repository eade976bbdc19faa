import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExtraProbe, Probe, Runtime } from '@substrate/core';
import { createClrProbe } from '@substrate/probe-clr';
import { createJvmProbe } from '@substrate/probe-jvm';
import { createV8Probe, type V8ProbeOptions } from '@substrate/probe-v8';
import { type Config, ConfigError } from './config.js';

/** The probes of this machine. One that can't be made here is a sentence that says why, and its applications are listed all the same. */
export type Probes = Readonly<Partial<Record<Runtime, Probe | string>>>;

const attempt = (runtime: Runtime, create: () => Probe): Probe | string => {
  try {
    return create();
  } catch (error) {
    return `The ${runtime} probe can't be used on this machine: ${error instanceof Error ? error.message : String(error)}`;
  }
};

export const createProbes = (
  { node_signal: signalNode }: Pick<Config['probe'], 'node_signal'>,
  consentKeeper?: V8ProbeOptions['consentKeeper'],
): Probes => ({
  v8: attempt('v8', () => createV8Probe({ signalNode, ...(consentKeeper && { consentKeeper }) })),
  jvm: attempt('jvm', createJvmProbe),
  clr: attempt('clr', createClrProbe),
});

/** The probes that `probe.extra` names: folders, files or packages, seen from the configuration file. What can't be loaded is a start-up error. */
export const loadExtras = async ({
  probe,
  file,
  home,
}: Pick<Config, 'probe' | 'file' | 'home'>): Promise<readonly ExtraProbe[]> => {
  const base = file ?? path.join(home, 'config.toml');
  const extras: ExtraProbe[] = [];
  for (const name of probe.extra) {
    try {
      const found = createRequire(base).resolve(name);
      const { default: extra } = (await import(pathToFileURL(found).href)) as { default?: Partial<ExtraProbe> };
      if (typeof extra?.name !== 'string' || typeof extra.recognize !== 'function' || typeof extra.probe?.attach !== 'function')
        throw new Error('its default export is no probe: it needs name, recognize and probe');
      if (extras.some((other) => other.name === extra.name)) throw new Error(`there is another of the name "${extra.name}"`);
      extras.push(extra as ExtraProbe);
    } catch (error) {
      throw new ConfigError([`probe.extra: "${name}" can't be loaded: ${(error as Error).message.split('\n')[0]}.`]);
    }
  }
  return extras;
};
