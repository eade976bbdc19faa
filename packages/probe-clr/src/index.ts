export type { ClrProbeOptions } from './probe.js';
export { createClrProbe, launchEnvironment } from './probe.js';
