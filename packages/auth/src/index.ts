export { checkHost, checkOrigin, isAllowedOrigin } from './host-rules.js';
export type { Grant, KeyRing, KeyRingLog, KeyRingOptions, Verdict } from './key-ring.js';
export { createKeyRing } from './key-ring.js';
export type { NewKey, NewKeyOptions } from './keys.js';
export { generateKey, listKeys, removeKey, setKeyEnabled } from './keys.js';
export type { KeysFileErrorCode } from './keys-document.js';
export { KeysFileError } from './keys-document.js';
export type { BucketName, GuessLimiter, Permit, RateLimiter, RateLimiterOptions } from './rate-limiter.js';
export { createGuessLimiter, createRateLimiter } from './rate-limiter.js';
