export { createClient } from './client.js';
export type {
  AppEvent,
  AppHandle,
  AppHandleOptions,
  CallOptions,
  Client,
  ClientOptions,
  DiffOptions,
  Outline,
  OutlineOptions,
  PartOptions,
  SearchOptions,
  SearchResult,
  StateOptions,
  StateWith,
  Target,
  WaitOptions,
} from './client-types.js';
export type { ClientErrorCode } from './errors.js';
export { SubstrateClientError } from './errors.js';
export type { RetryOptions } from './http.js';
export type { WebSocketConstructor, WebSocketLike } from './socket.js';
export type { WatchEvent, WatchOptions } from './watch.js';
