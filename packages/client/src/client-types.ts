import type {
  ActionMatch,
  ActionRequest,
  ActionResponse,
  AppsResponse,
  CostsResponse,
  DiffResponse,
  Health,
  KeyMatch,
  LearnRequest,
  LearnResponse,
  OutlineEntry,
  SchemaResponse,
  SearchKind,
  SearchResponse,
  StatePart,
  SubstrateState,
  TicketResponse,
  TimelineResponse,
  VerifyRequest,
  VerifyResponse,
  WhyResponse,
} from '@substrate/core';
import type { RetryOptions } from './http.js';
import type { WebSocketConstructor } from './socket.js';
import type { WatchEvent, WatchOptions } from './watch.js';

export interface ClientOptions {
  /** Where the daemon listens. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  /** Whether and how a request is sent again that the service put off with 429 or 503 `overloaded`. */
  readonly retry?: RetryOptions | false;
  readonly fetch?: typeof globalThis.fetch;
  readonly WebSocket?: WebSocketConstructor;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** What part of a state is meant. */
export interface PartOptions extends CallOptions {
  /** Runs a probe cycle first. */
  readonly fresh?: boolean;
  /** Only keys below one of these. */
  readonly prefix?: string | readonly string[];
  /** Only these keys. */
  readonly keys?: readonly string[];
  /** The first element of the one list that `prefix` names: `from` and `limit` page through it. */
  readonly from?: number;
  /** The first so many keys, in the order of worth; with `from` so many elements, 100 unless given. */
  readonly limit?: number;
}

export interface StateOptions<Part extends StatePart = StatePart> extends PartOptions {
  /** Only these parts of the state; all unless given. */
  readonly include?: readonly Part[];
  /** The first keys whose map fits, as JSON. */
  readonly maxBytes?: number;
}

/** The fields of a state that name it, and the parts that were asked for. */
export type StateWith<Part extends StatePart> = Omit<SubstrateState, 'objects' | 'actions' | 'context' | 'probe_metadata'> &
  Pick<SubstrateState, Part extends 'metadata' ? 'probe_metadata' : Exclude<Part, 'metadata'>>;

export interface OutlineOptions extends PartOptions {
  /** The size of the outline, as JSON; 4096 unless given. */
  readonly maxBytes?: number;
}

/** The tree of keys, and what names the state it is of. */
export type Outline = StateWith<'metadata'> & { readonly outline: readonly OutlineEntry[] };

export interface SearchOptions<Kind extends SearchKind = SearchKind> extends CallOptions {
  /** Keys unless given. */
  readonly kind?: Kind;
  /** Results at most; 20 unless given. */
  readonly limit?: number;
}

export type SearchResult<Kind extends SearchKind> = Omit<SearchResponse, 'results'> & {
  readonly results: readonly (Kind extends 'actions' ? ActionMatch : KeyMatch)[];
};

export interface DiffOptions extends CallOptions {
  /** The capture to compare with; the latest unless given. */
  readonly until?: string;
}

export interface WaitOptions extends CallOptions {
  /** How long to wait in all. */
  readonly timeoutMs?: number;
}

/** A running application: by its process, or by its lasting name. */
export type Target = number | string;

export interface Client {
  health(options?: CallOptions): Promise<Health>;
  apps(options?: CallOptions): Promise<AppsResponse>;
  state<Part extends StatePart = StatePart>(target: Target, options?: StateOptions<Part>): Promise<StateWith<Part>>;
  /** What lies where, without reading it. */
  outline(target: Target, options?: OutlineOptions): Promise<Outline>;
  /** Finds keys by the words of their names and values, or actions, over everything that was read. */
  search<Kind extends SearchKind = 'keys'>(
    target: Target,
    words: string,
    options?: SearchOptions<Kind>,
  ): Promise<SearchResult<Kind>>;
  /** The state and its tag, or undefined when it is still what the tag stands for. */
  stateIfChanged(
    target: Target,
    etag?: string,
    options?: CallOptions,
  ): Promise<{ etag: string; state: SubstrateState } | undefined>;
  schema(target: Target, options?: CallOptions): Promise<SchemaResponse>;
  /** Throws when the action did not run or was not verified: the error's `action` is then the response, where there is one. */
  action(request: ActionRequest, options?: CallOptions): Promise<ActionResponse>;
  verify(request: VerifyRequest, options?: CallOptions): Promise<VerifyResponse>;
  /** What changed since a capture: up to now, or up to another capture. */
  diff(target: Target, since: string, options?: DiffOptions): Promise<DiffResponse>;
  learn(target: Target, request: LearnRequest, options?: CallOptions): Promise<LearnResponse>;
  /** For one visit of `/?ticket=…`, which signs a browser in. Needs a key with all scopes. */
  ticket(options?: CallOptions): Promise<TicketResponse>;
  /** Why a key is called what it is and served where it is, or is not. */
  why(target: Target, key: string, options?: CallOptions): Promise<WhyResponse>;
  /** What reading each application costs. */
  costs(options?: CallOptions): Promise<CostsResponse>;
  /** The captures that are held, and what was done by whom since the daemon runs; newest first. */
  timeline(target: Target, options?: CallOptions): Promise<TimelineResponse>;
  openapi(options?: CallOptions): Promise<unknown>;
  watch(target: Target, options?: WatchOptions): AsyncGenerator<WatchEvent, void, void>;
  /** Waits until the expression is true. Throws `wait_timeout` when it is not in time. */
  waitFor(target: Target, expression: string, options?: WaitOptions): Promise<VerifyResponse>;
  /** The application of that name, whichever process it is just now. */
  app(appId: string, options?: AppHandleOptions): AppHandle;
}

export interface AppHandleOptions {
  /** How long a call waits for the application to be there with a state: it may be restarting. */
  readonly waitMs?: number;
}

export type AppEvent =
  | WatchEvent
  | { readonly type: 'started'; readonly pid: number }
  | { readonly type: 'exited'; readonly pid: number };

export interface AppHandle {
  readonly appId: string;
  /** The process that the application is at present. */
  pid(options?: CallOptions): Promise<number>;
  state<Part extends StatePart = StatePart>(options?: StateOptions<Part>): Promise<StateWith<Part>>;
  outline(options?: OutlineOptions): Promise<Outline>;
  search<Kind extends SearchKind = 'keys'>(words: string, options?: SearchOptions<Kind>): Promise<SearchResult<Kind>>;
  schema(options?: CallOptions): Promise<SchemaResponse>;
  action(
    name: string,
    parameters?: Record<string, unknown>,
    options?: Omit<ActionRequest, 'pid' | 'app_id' | 'action' | 'parameters'> & CallOptions,
  ): Promise<ActionResponse>;
  verify(expression: string, options?: WaitOptions): Promise<VerifyResponse>;
  waitFor(expression: string, options?: WaitOptions): Promise<VerifyResponse>;
  diff(since: string, options?: DiffOptions): Promise<DiffResponse>;
  why(key: string, options?: CallOptions): Promise<WhyResponse>;
  learn(request: LearnRequest, options?: CallOptions): Promise<LearnResponse>;
  /** Goes on through restarts, until the signal. */
  watch(options?: WatchOptions): AsyncGenerator<AppEvent, void, void>;
}
