import type { KnownRoot } from '@substrate/core';
import type { Found } from './injected/heap.js';

/** What searches of heaps found, by page, so that its next document needs none. */
export interface TrailBook {
  /** Of a page that was not searched yet, what the last one of its site had: pages of one program are made alike. */
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

/** Pages whose trails are kept. */
const mostPages = 50;

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
  const pages = new Map<string, Entry>();
  for (const { address, locator } of known)
    if (address.startsWith('site:') && isEntry(locator)) pages.set(address.slice(5), locator);

  const pageOf = (url: string): string => `${siteOf(url)}${pathOf(url)}`;
  return {
    at: (url) => {
      const site = siteOf(url);
      const near = [...pages].filter(([page]) => siteOf(page) === site && site !== undefined).map(([, entry]) => entry);
      return pages.get(pageOf(url)) ?? near.at(-1);
    },
    note: (url, entry) => {
      const page = pageOf(url);
      if (siteOf(url) === undefined) return;
      pages.delete(page);
      pages.set(page, entry);
      const [oldest] = pages.keys();
      if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest);
    },
    roots: () => Array.from(pages, ([page, locator]) => ({ address: `site:${page}`, source: 'instance', locator })),
  };
};
