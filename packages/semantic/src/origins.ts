import type { RawAction, RawCapture, RawRoot } from '@substrate/core';

/**
 * What a probe says about where something comes from. Addresses are nobody's to read: a probe that gives the field is taken at its word.
 * For those that do not yet, what their addresses happen to say is read here, and nowhere else.
 */

export const elementOf = (root: RawRoot): RawRoot['element'] => {
  if (root.element) return root.element;
  const found = root.source === 'instance' ? /^(.+)\[(\d+)\]$/.exec(root.address) : null;
  return found ? { of: `${found[1]}[*]`, at: Number(found[2]) } : undefined;
};

const path = /^[a-z]+:(.+?\.(?:[cm]?[jt]sx?|vue|svelte|dll|exe|jar|html?|json))(?=$|[/\\#:])/;

/** The file that declares a root; empty where there is none. */
export const fileOf = (root: RawRoot): string => root.file ?? path.exec(root.address)?.[1] ?? '';

const runtimeBeans = /^(?:mbean[^:]*:)?(?:mbean:)?(?:java\.|jdk\.|com\.sun\.management|JMImplementation|sun\.)/;

export const isOfRuntime = ({ ofRuntime, source, address }: RawRoot | RawAction): boolean =>
  ofRuntime ?? (source === 'mbean' && runtimeBeans.test(address));

/** A class or a management name behind an address whose own name says nothing. */
export const spelledIn = (address: string): string => address.replace(/^[a-z]+:/, '');

/** Whether the language says what a method returns: where it does not, nothing follows from its silence. */
export const isTyped = (action: RawAction, { runtime }: Pick<RawCapture, 'runtime'>): boolean =>
  action.typed ?? (runtime === 'jvm' || runtime === 'clr');
