import type { Collector } from '../injected/collector.js';
import type { PageDocument, PageElement } from '../injected/dom-types.js';
import type { Holders } from '../injected/holders.js';
import type { HookNames } from '../injected/hook-names.js';
import type { KeptFields } from '../injected/kept-fields.js';
import type { ValueReader } from '../injected/values.js';
import type { Finder, Inside, Looking } from './parts.js';

/**
 * All that is known of one framework or library of pages. `inside` and `finder` run in the page: they are closed functions, over nothing but what they are
 * given. The patterns of all rooms are put together to one for each purpose (`list.ts`), and have no flags.
 */
export interface Room {
  readonly name: string;
  /** It draws the components of an application, so that what else closures and the heap hold is mostly its own; `all`: it keeps whatever the application made. */
  readonly keeps?: 'components' | 'all';
  /** Its own among the globals. */
  readonly globals?: RegExp;
  /** Fields that it puts on things of the application. */
  readonly fields?: RegExp;
  /** Classes that it is made of. */
  readonly classes?: RegExp;
  /** Variables in its closures. */
  readonly variables?: RegExp;
  /** Variables that hold functions whose closures lead to state. */
  readonly leads?: RegExp;
  /** Ids and classes of elements that were made up by it, or by builds for it. */
  readonly generatedNames?: RegExp;
  /** Values that are such an id. */
  readonly madeUp?: RegExp;
  readonly inside?: (look: Looking) => Inside;
  readonly finder?: (kit: RoomKit) => Finder;
}

/** What finders are given. */
export interface RoomKit {
  readonly values: ValueReader;
  readonly collector: Collector;
  readonly holders: Holders;
  readonly hookNames: HookNames;
  readonly kept: KeptFields;
  /** Elements where applications are mounted, by a property that a library sets on them. */
  mounts(document: PageDocument, has: (element: PageElement) => unknown): { element: PageElement; found: unknown }[];
}
