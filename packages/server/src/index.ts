export type {
  ActionPlan,
  Application,
  Applications,
  Audit,
  AuditRecord,
  LearnCorrection,
  LearnFeedback,
} from './applications.js';
export type { CaptureEvent, CaptureListener, Captures, CapturesOptions, StoredSnapshot } from './captures.js';
export { createCaptures } from './captures.js';
