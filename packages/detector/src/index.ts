export { classify, type Recognition, type Role } from './classify.js';
export { type AppChange, createDetector, type Detector, type DetectorOptions } from './detector.js';
export type { Listing, ProcessFacts, ProcessKey, ProgramFacts } from './facts.js';
export { type Identity, identify, toAppId } from './identify.js';
export { createLinuxListing } from './linux.js';
export { createListing } from './listing.js';
export { createMacListing } from './macos.js';
export { programOf } from './numbering.js';
export { createWindowsListing } from './windows.js';
