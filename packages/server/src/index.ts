export type { App, AppDeps } from './app.js';
export { createApp } from './app.js';
export type {
  ActionPlan,
  Application,
  Applications,
  AttemptRecord,
  Audit,
  AuditRecord,
  KeyReasons,
  LearnCorrection,
  LearnFeedback,
  LoweredAction,
  LoweringRecord,
  LoweringWitness,
  ReadingCost,
  RefusalsRecord,
  SupplyLimits,
} from './applications.js';
export { costWindowSecs } from './applications.js';
export type { SocketEnv, WatchSocket } from './call.js';
export type {
  CaptureEvent,
  CaptureListener,
  Captures,
  CapturesOptions,
  HeldState,
  HistoryRoom,
  KnownDiffs,
  StoredSnapshot,
} from './captures.js';
export { createCaptures } from './captures.js';
export type { McpMount } from './mcp.js';
export type { Page, PageAsset } from './page.js';
export { searchKeys, wordsOf } from './search.js';
export type { ServeOptions, Serving } from './serve.js';
export { serve } from './serve.js';
export type { ServerSettings } from './settings.js';
export { defaultSettings } from './settings.js';
export { watchCaptures } from './watch.js';
