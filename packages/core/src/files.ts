/** Files of our own that several processes share: whole or not there, and held by one at a time. */
export {
  codeOf,
  type OnStep,
  readIfThere,
  readIfThereSync,
  removeIfThere,
  removeLeftovers,
  setAside,
  type WriteStep,
  writeBeside,
  writeDurably,
} from './files/durable-file.js';
export { type FileLock, type Holder, type LockOptions, livingHolder, lockFile, withLock } from './files/file-lock.js';
