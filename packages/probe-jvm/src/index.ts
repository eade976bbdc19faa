export { createJvmProbe, type JvmProbeOptions } from './probe.js';
