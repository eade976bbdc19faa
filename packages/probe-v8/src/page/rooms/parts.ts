import type { Sight } from '../../injected/sight.js';
import type { PageDocument, PageElement } from '../injected/dom-types.js';
import type { Meter } from '../injected/meter.js';

/** What the readers of values and the rooms have to do with each other. */

export interface Looking extends Sight {
  /** The symbol among the properties of an object that has this description. */
  symbolNamed(target: object, text: string): symbol | undefined;
  /** Objects read since the last reset. */
  readonly met: Set<unknown>;
  readonly meter: Meter;
  /** Set when the page runs `@vue/reactivity`: its proxies answer `__v_raw` with what they wrap. */
  reactive: boolean;
}

/** How its things are told and seen through, by their own data fields. */
export interface Inside {
  /** The data that a wrapper holds; the value itself when it is none of its wrappers. */
  unwrap?(value: object): unknown;
  unwrapFunction?(value: object): unknown;
  /** A wrapper that variables of closures hold for as long as they live. */
  isSignal?(value: object): boolean;
  /** Part of a tree that it keeps for itself. */
  isMachinery?(value: object): boolean;
  /** It turned the data of an object into getters that are made to be read. */
  hasGetters?(value: object): boolean;
  /** Classes of its own whose prototype declares fields with what they start as, and whether a field is such a one. */
  declares?(maker: object, field: string): boolean;
}

/** Points the collector at what it keeps in the page. */
export interface Finder {
  /**
   * Runs at every reading and must be quick: who may have much to look at does it in little pieces, and yields after each. Returns the name of the library
   * that it met, where that may be another one.
   */
  find?(document: PageDocument): unknown;
  /** Holders of state, known by their shape wherever they are met. The first that fits takes it. */
  readonly holders?: readonly Kind[];
  /** The holder that an object leads to, though it is none itself. */
  leadOf?(value: object): object | undefined;
  /** A function that belongs to a holder, and that nothing but closures leads to. */
  adoptFunction?(fn: object): boolean;
  /** Tells which elements hear events that the library itself listens to, at another element, in their place. */
  heard?(document: PageDocument, tell: (element: PageElement, type: string) => void): void;
  /** Begins a reading, and ends its search: what belongs to a holder that was found meanwhile is added. */
  reset?(): void;
  finish?(): void;
}

export interface Kind {
  test(value: object): boolean;
  take(value: object, hint?: string): void;
}

/** The patterns of all rooms. */
export interface Lore {
  readonly frameworks: readonly string[];
  readonly keepers: readonly string[];
  readonly globals: RegExp;
  readonly fields: RegExp;
  readonly classes: RegExp;
  readonly variables: RegExp;
  readonly leads: RegExp;
  readonly madeUp: RegExp;
}
