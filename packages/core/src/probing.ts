/** What probes, and those who run them, share on the Node.js side. */
export { type JsonBounds, parseBoundedJson } from './probing/bounded-json.js';
export type { Channel, ChannelOptions, Greeting } from './probing/channel.js';
export { createChannel } from './probing/channel.js';
export { messageOf, orAborted, pause, pollUntil, withDeadline } from './probing/deadline.js';
export {
  FileError,
  type FileTrouble,
  type ForeignFileOptions,
  foreignRealPath,
  isLate,
  type OpenFile,
  readForeignFile,
  readForeignText,
  readOwnFile,
  readOwnFileSync,
  readProcFile,
  withForeignFile,
} from './probing/foreign-file.js';
export { createLines } from './probing/lines.js';
export { decodeCapture, decodeNode, nothingTold, type Told, WireError } from './probing/node-wire.js';
export { isAlive, readOfProcess, startTimeIn, startTimeOf, stateIn, stateOf } from './probing/process-identity.js';
export { shareRoots, shareTree } from './probing/share-tree.js';
