export type { V8ProbeOptions } from './probe.js';
export { createV8Probe } from './probe.js';
