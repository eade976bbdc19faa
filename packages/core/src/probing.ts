/** What probes, and those who run them, share on the Node.js side. */
export { type JsonBounds, parseBoundedJson } from './probing/bounded-json.js';
export { messageOf, orAborted, pause, withDeadline } from './probing/deadline.js';
export {
  FileError,
  type FileTrouble,
  type ForeignFileOptions,
  foreignRealPath,
  type OpenFile,
  readForeignFile,
  readForeignText,
  readOwnFile,
  readOwnFileSync,
  readProcFile,
  withForeignFile,
} from './probing/foreign-file.js';
