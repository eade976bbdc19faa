import type { KnownRoot } from '@substrate/core';
import type { Found } from './injected/heap.js';

/** What searches of heaps found, by site, so that the next document of a site needs none. */
export interface TrailBook {
  at(url: string): Entry | undefined;
  note(url: string, entry: Entry): void;
  /** As the schema keeps it. */
  roots(): readonly KnownRoot[];
}

interface Entry {
  readonly found: readonly Found[];
  /** Trails lead to all that was found. */
  readonly whole: boolean;
  /** The page of the site that was searched. */
  readonly path?: string | null;
}

export const pathOf = (url: string): string | null => {
  try {
    return new URL(url).pathname;
  } catch {
    return null;
  }
};

/** Whose page it is: scheme, host and port. */
export const siteOf = (url: string): string | undefined => {
  try {
    const { protocol, host } = new URL(url);
    return `${protocol}//${host}`;
  } catch {
    return undefined;
  }
};

/** Sites whose trails are kept. */
const mostSites = 50;

const isFound = (found: Partial<Found> | null): boolean =>
  typeof found?.name === 'string' &&
  Array.isArray(found.trail) &&
  found.trail.length <= 20 &&
  found.trail.every((step) => typeof step === 'string');

/** What a file has may be anything. */
const isEntry = (entry: unknown): entry is Entry => {
  const { found } = (entry ?? {}) as Partial<Entry>;
  return Array.isArray(found) && found.every(isFound);
};

export const createTrailBook = (known: readonly KnownRoot[]): TrailBook => {
  const sites = new Map<string, Entry>();
  for (const { address, locator } of known)
    if (address.startsWith('site:') && isEntry(locator)) sites.set(address.slice(5), locator);

  return {
    at: (url) => sites.get(siteOf(url) ?? ''),
    note: (url, entry) => {
      const site = siteOf(url);
      if (site === undefined) return;
      sites.delete(site);
      sites.set(site, entry);
      const [oldest] = sites.keys();
      if (sites.size > mostSites && oldest !== undefined) sites.delete(oldest);
    },
    roots: () => Array.from(sites, ([site, locator]) => ({ address: `site:${site}`, source: 'instance', locator })),
  };
};
