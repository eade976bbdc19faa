export { type ConsentKeeper, type ConsentKeeperOptions, createConsentKeeper } from './browser/consent-keeper.js';
export { profileFolders } from './browser/endpoint.js';
export type { V8ProbeOptions } from './probe.js';
export { createV8Probe } from './probe.js';
