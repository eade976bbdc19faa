/** What the agent's addresses say of where something comes from. They are this probe's own: others are told in fields. */
import type { RawAction, RawRoot, RootSource } from '@substrate/core';
import { originIn } from '@substrate/core/probing';

const runtimeBean = /^(?:mbean[^:]*:)?(?:mbean:)?(?:java\.|jdk\.|com\.sun\.management|JMImplementation|sun\.)/;

const ofRuntime = (source: RootSource, address: string): { ofRuntime?: true } =>
  source === 'mbean' && runtimeBean.test(address) ? { ofRuntime: true } : {};

export const originOf = (address: string, source: RootSource): Partial<RawRoot> => ({
  ...originIn(address, source),
  ...ofRuntime(source, address),
});

/** Methods of the JVM have types. */
export const withOrigin = (action: RawAction): RawAction => ({
  ...action,
  typed: true,
  ...ofRuntime(action.source, action.address),
});
