import type { RawRoot, RootSource } from '../capture.js';

/**
 * Addresses are a probe's own to read. This is what they say where a probe makes them of a kind, a qualified name and a number for one of many
 * alike: `instance:Shop.Order[3]`, `task:Shop.Mailer.Run#2`.
 */
export const originIn = (address: string, source: RootSource): Pick<RawRoot, 'element' | 'qualifiedName'> => {
  const numbered = source === 'instance' ? /^(.+)\[(\d+)\]$/s.exec(address) : null;
  const name = /^[a-z]+:(.+?)(?:\[\d+\]|#\d+)?$/s.exec(address)?.[1];
  return {
    ...(numbered && { element: { of: `${numbered[1]}[*]`, at: Number(numbered[2]) } }),
    ...(name !== undefined && { qualifiedName: name }),
  };
};
