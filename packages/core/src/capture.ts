import type { AppContext, InvocationContext, ProbeTier, Reversibility, Runtime, TypeName } from './wire.js';

/**
 * What a probe reads and what it is told to do: plain values that hold no label and no wire name.
 *
 * A capture is a forest. Every node has an address, a stable path from its root that can be found again after a restart:
 * the root's own address, then the segment of each node below it (`redux:catalog/cart/items/0/name`); see `childAddress`.
 *
 * Captures are immutable. A probe may return the very node (===) of the capture before for a subtree that did not change, and
 * should: whoever reads a capture may take identity as proof that nothing below it changed.
 */

export type Primitive = string | number | boolean | null;

/** Why something is not in a capture. */
export const omissions = [
  'budget', // nodes, bytes or time ran out
  'depth',
  'getter', // reading it would run application code
  'threw',
  'changing', // changed while it was read, each time
  'binary', // bytes: only their number is told
  'unreachable', // known to exist, out of reach for this probe
] as const;
export type Omission = (typeof omissions)[number];

export interface RawNode {
  /** The last segment as the source spells it; elements of a list are "0", "1", … */
  readonly name: string;
  /** `object` has fields of a type, `map` has keys that are data, `list` has elements. */
  readonly kind: 'value' | 'object' | 'map' | 'list' | 'omitted';
  readonly value?: Primitive;
  readonly children?: readonly RawNode[];
  /** The true number of elements, fields or bytes, where less than all of it is told. */
  readonly size?: number;
  /** The true length of a text that was cut. */
  readonly length?: number;
  /**
   * A text that stands as a literal in the program's own code, an object or a list that does, and what is in it: words of the program rather than data. Absent where it is
   * not known.
   */
  readonly literal?: boolean;
  /** Its variable is set once, when its class is made: `static readonly`, `static final`. What lies in it may still change. */
  readonly fixed?: boolean;
  /** So many objects of one class, or up to twice as many, hold this very object in the same field, and none of those read holds another: a power of two. */
  readonly shared?: number;
  /**
   * Its object, or that which it is a value of, came late: the collector has been through everything since the program began, and never met it as an old one; or what
   * holds it was read whole before, and it was not there. Absent where it is old or that is not known.
   */
  readonly recent?: boolean;
  /**
   * Its object is of a library's class, or it is a field that such a class gave to an object of the application's, or a variable of a library's; false where the class
   * is the application's. Absent where it is neither's, as of plain objects, or that is not known.
   */
  readonly foreign?: boolean;
  /** The type as the runtime names it: `CartItem`, `java.time.LocalDate`. */
  readonly type?: string;
  readonly omitted?: Omission;
  /** The address segment, where `name` is not stable by itself. */
  readonly id?: string;
  /** The words a person sees beside the value: form label, column header, accessible name. */
  readonly label?: string;
  /** True when it is on screen now. */
  readonly shown?: boolean;
  /** The value is a secret; it was replaced by `"[redacted]"` in the target. */
  readonly secret?: boolean;
}

/** The kind of place that a root was found in. The semantic engine ranks by it and knows no runtime. */
export const rootSources = [
  'store', // a state container made for it: Redux, Pinia, a session registry
  'component', // state of a user-interface component, view model or controller
  'global', // a global of a page
  'module', // a variable of a module's scope
  'closure', // a variable that only closures hold
  'dom', // what a page shows
  'window', // what a desktop window shows
  'tabs', // the pages of a browser
  'bean', // an object that a container manages: Spring bean, .NET service
  'mbean',
  'static', // a static field or singleton
  'instance', // an object found on the heap
  'endpoint', // a server's routes and what their handlers hold
  'cache',
  'task', // locals of a running task, timer closures
  'thread',
  'process', // facts of the process itself
] as const;
export type RootSource = (typeof rootSources)[number];

export interface RawRoot extends RawNode {
  /** Stable across restarts: `redux:catalog`, `scope:server.js/todos`, `mbean:Catalina:type=Manager`. Never contains a pid or a heap address. */
  readonly address: string;
  readonly source: RootSource;
  /** Set when the state is a library's own rather than the application's. */
  readonly library?: string;
  /** One of many alike that only a number tells apart: `of` is the same for all of them, and stable as an address is. */
  readonly element?: { readonly of: string; readonly at: number };
  /** The file that declares it, from the program's folder on: `lib/server.js`. Tells equal names apart. */
  readonly file?: string;
  /** Its class, or its name in a registry, with all that it stands in: `Shop.Orders.Cart`, `Catalina:type=Manager,context=/shop`. */
  readonly qualifiedName?: string;
  /** Every program of the runtime has it: it says little about this one. */
  readonly ofRuntime?: boolean;
  /** A search found it, which may come at any time: what another place tells as well, that place tells. */
  readonly sought?: boolean;
}

export interface RawParameter {
  readonly name: string;
  readonly type: TypeName;
  readonly required: boolean;
  readonly description?: string;
  /** The type as the runtime names it; `any` where nothing says what it is, and `type` is a guess. */
  readonly sourceType?: string;
  /** The only values that are taken, where that is known. */
  readonly choices?: readonly Primitive[];
}

export type RawActionKind =
  | 'builtin'
  | 'method'
  | 'setter'
  | 'store_action'
  | 'form'
  | 'button'
  | 'link'
  | 'toggle'
  | 'menu_item'
  | 'select' // choose a row, an option, a tab
  | 'text' // put text into a field
  | 'route' // a handler behind an HTTP route
  | 'command'
  | 'operation'; // an operation of a management interface

export interface RawAction {
  /** Stable across restarts, unique within a capture; what a `RawCall` names. */
  readonly address: string;
  /** As the source spells it: `addItem`, `Save changes…`, `POST /todos`. */
  readonly name: string;
  readonly kind: RawActionKind;
  readonly source: RootSource;
  readonly parameters: readonly RawParameter[];
  /** Return type as the runtime names it; absent for none. */
  readonly returns?: string;
  /** What it belongs to, in the source's words: a type, a region of the page. Tells equal names apart. */
  readonly owner?: string;
  /** Addresses of the nodes that the action's target owns: what it would change. */
  readonly targets?: readonly string[];
  readonly description?: string;
  /** HTTP method of the route or form behind it. */
  readonly httpMethod?: string;
  /** Address of the node that shows what a setter or toggle sets: the undo path. */
  readonly reads?: string;
  /**
   * False when its source shows that it changes nothing: it assigns to nothing but its own variables, and calls nothing but what only
   * asks. Absent when that can't be told.
   */
  readonly changes?: false;
  /** It only shows something more, which can be folded away again: a menu, a part of the page. */
  readonly opens?: boolean;
  /** Where a link leads by itself, as the source spells it; absent where a script answers in its place. */
  readonly leads?: string;
  /** The application asks before it acts. */
  readonly confirms?: boolean;
  /** Fixed by the probe, for built-ins and for what may do anything; otherwise the semantic engine infers it. */
  readonly reversibility?: Reversibility;
  /** Every program of the runtime has it. */
  readonly ofRuntime?: boolean;
  /** It is a library's, on nothing that is the program's own. */
  readonly foreign?: boolean;
  /** The language says what it returns: without `returns` it returns nothing. */
  readonly typed?: boolean;
  /** How sure the probe is that the address is the thing meant, 0 to 1. */
  readonly certainty: number;
}

/** What the semantic engine may name a view from. */
export interface ViewHints {
  readonly route?: string;
  readonly heading?: string;
  readonly dialog?: string;
  readonly activeTab?: string;
  readonly windowClass?: string;
}

/** A root that discovery found, so that the next attach can read it at once. `locator` is the probe's own. */
export interface KnownRoot {
  readonly address: string;
  readonly source: RootSource;
  readonly locator: unknown;
}

/** What a probe wants to find again at its next attach to the same application. Plain JSON; stored in the schema. */
export interface KnownRoots {
  /** The probe's own format number: roots of another format are ignored. */
  readonly format: number;
  readonly roots: readonly KnownRoot[];
}

export interface RawCapture {
  readonly runtime: Runtime;
  readonly tier: ProbeTier;
  /** `view` is null: the semantic engine names it. */
  readonly context: AppContext;
  readonly hints: ViewHints;
  readonly roots: readonly RawRoot[];
  readonly actions: readonly RawAction[];
  /** Present when discovery ran or roots were lost; the registry stores it. */
  readonly known?: KnownRoots;
  /** This cycle ran discovery (`cache_hit` false). */
  readonly discovered: boolean;
  /** A discovery route is left that was not used yet. */
  readonly moreRoutes: boolean;
  /** A poll: discovery would find more now, by a way that was closed before. */
  readonly lookAgain?: boolean;
  /** Whether the DOM was read; absent where a program can't have one. */
  readonly domTierUsed?: boolean;
  /** Objects that were looked at, kept or not. */
  readonly rawObjectCount: number;
  /** What was counted while reading; `completenessOf` makes one number of it, with one meaning for every probe. */
  readonly counts: CaptureCounts;
  /**
   * Addresses of roots that are known to be there and were not read in this cycle: time ran out, a page did not answer. What they held
   * before is told for a while, and said to be old.
   */
  readonly unreached?: readonly string[];
  /** Addresses of roots that this visit read before and that the program has let go since: a window that was closed. Nothing was missed with them. */
  readonly gone?: readonly string[];
  /** Whose names these are, where one process shows the work of many: scheme, host and port of a page. */
  readonly site?: string;
  /** What could not be read at all, and why; for people. */
  readonly notes: readonly string[];
}

export interface CaptureCounts {
  /** Roots that were known or found, and how many of them were read. */
  readonly rootsKnown: number;
  readonly rootsReached: number;
  /** Nodes that were read, and those that were met and left out because a budget ran out (elements beyond a list's share are no loss: `size` tells them). */
  readonly nodesRead: number;
  readonly nodesCut: number;
  /** Nodes that could not be read: threw, kept changing. */
  readonly nodesFailed: number;
}

/** The share of what was known or met that was read, 0 to 1. */
export const completenessOf = ({ rootsKnown, rootsReached, nodesRead, nodesCut, nodesFailed }: CaptureCounts): number => {
  const share = (part: number, rest: number): number => (part + rest <= 0 ? 1 : part / (part + rest));
  return share(rootsReached, Math.max(0, rootsKnown - rootsReached)) * share(nodesRead, nodesCut + nodesFailed);
};

/** What somebody wants to know of a place beyond what captures tell of it. */
export interface ReadRequest {
  /** The address of a root of the latest capture, and the segments (`id ?? name`) from there, which may go beyond what was captured. */
  readonly root: string;
  readonly path: readonly string[];
  /** Of a list or map: which elements. `children` of the answer are these alone, by the names they have in the whole, and `size` is the true number. */
  readonly from: number;
  readonly limit: number;
  readonly budget: CaptureBudget;
}

export interface CaptureBudget {
  readonly maxNodes: number;
  readonly maxDepth: number;
  /** Longest string value; longer ones are cut and end in `…`. */
  readonly maxString: number;
  /** Elements read of one list or map. */
  readonly maxElements: number;
  readonly maxBytes: number;
  /** Milliseconds on the target's main or user-interface thread. */
  readonly hostMs: number;
}

export const defaultBudget: CaptureBudget = {
  maxNodes: 20_000,
  maxDepth: 12,
  maxString: 4096,
  maxElements: 200,
  maxBytes: 4 * 1024 * 1024,
  hostMs: 50,
};

export interface CaptureRequest {
  /**
   * `poll` re-reads the known roots. `discover` takes the next discovery route as well; called again, it goes on with the one
   * after. `heap` may also walk or snapshot the heap, whatever it costs within the probe's own hard limits.
   */
  readonly mode: 'poll' | 'discover' | 'heap';
  readonly budget: CaptureBudget;
  /**
   * A poll that nobody waits for: what has not changed for a while may be told as it last was, and a reading that would take long
   * may be spread over the next ones. Absent, everything is read now.
   */
  readonly routine?: boolean;
}

export interface RawCall {
  /** Of a `RawAction` in the latest capture. */
  readonly address: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

export type RawResult =
  | { readonly ok: true; readonly value: unknown; readonly invocation?: InvocationContext; readonly message?: string }
  | {
      readonly ok: false;
      /** Whether it reached the application: false when the runtime refused before anything ran. */
      readonly dispatched: boolean;
      /** `no_target`, `threw`, `timeout_still_running`, `bad_parameter`, `gone` or the probe's own. */
      readonly reason: string;
      /** In the runtime's own words. */
      readonly message: string;
      readonly invocation?: InvocationContext;
    };

/** What lies under a call's target right now, for gates that depend on it (a click on "Delete account"). */
export interface RawTarget {
  readonly words: string;
  readonly address?: string;
}

const escapeSegment = (segment: string): string => segment.replace(/~/g, '~0').replace(/\//g, '~1');

/** The address of a node below the one at `parent`. */
export const childAddress = (parent: string, node: RawNode): string => `${parent}/${escapeSegment(node.id ?? node.name)}`;
