import type { Collector } from './collector.js';
import type { PageDocument, PageElement } from './dom-types.js';
import type { Holders } from './holders.js';
import type { HookNames } from './hook-names.js';
import type { ValueReader } from './values.js';

/** A recogniser points the collector at what one library keeps in the page. `find` runs at every reading and must be quick. */
export interface Recognizer {
  readonly library: string;
  find(document: PageDocument): void;
}

/** What recognisers are given. */
export interface RecognizerKit {
  readonly values: ValueReader;
  readonly collector: Collector;
  readonly holders: Holders;
  readonly hookNames: HookNames;
  /** Elements where applications are mounted, by a property that a library sets on them. */
  mounts(document: PageDocument, has: (element: PageElement) => unknown): { element: PageElement; found: unknown }[];
}
