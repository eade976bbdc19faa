/**
 * The runtime's diagnostics protocol, as bytes. A frame is a header of 20 bytes (magic, total size, command set, command) and a
 * payload; everything is little-endian. One command a connection.
 */

const magic = Buffer.from('DOTNET_IPC_V1\0', 'latin1');
const headerSize = 20;

const profilerSet = 0x03;
const attachProfiler = 0x01;
const processSet = 0x04;
const processInfo2 = 0x04;
const applyStartupHook = 0x07;
const responseSet = 0xff;
const responseOk = 0x00;

export interface RuntimeInfo {
  /** In the target's own pid namespace. */
  readonly pid: number;
  /** Identifies the runtime instance, whatever happens to the pid. */
  readonly cookie: string;
  readonly commandLine: string;
  readonly os: string;
  readonly architecture: string;
  readonly entryAssembly: string;
  readonly clrVersion: string;
}

/** An answer: its payload, or the HRESULT of the refusal. */
export type Answer = { readonly ok: true; readonly payload: Buffer } | { readonly ok: false; readonly hresult: number };

const frame = (commandSet: number, command: number, payload: Buffer): Buffer => {
  const bytes = Buffer.alloc(headerSize + payload.length);
  magic.copy(bytes);
  bytes.writeUInt16LE(bytes.length, 14);
  bytes[16] = commandSet;
  bytes[17] = command;
  payload.copy(bytes, headerSize);
  return bytes;
};

/** Length in UTF-16 units with the closing NUL, then the units. */
const encodeString = (text: string): Buffer => {
  const units = Buffer.from(`${text}\0`, 'utf16le');
  const bytes = Buffer.alloc(4 + units.length);
  bytes.writeUInt32LE(units.length / 2, 0);
  units.copy(bytes, 4);
  return bytes;
};

export const encodeProcessInfo2 = (): Buffer => frame(processSet, processInfo2, Buffer.alloc(0));

export const encodeApplyStartupHook = (path: string): Buffer => frame(processSet, applyStartupHook, encodeString(path));

/** A profiler to be loaded while the process runs: how long that may take, its class, its library, and nothing to tell it. */
export const encodeAttachProfiler = (path: string, timeoutMs: number, classId: Buffer): Buffer => {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  return frame(profilerSet, attachProfiler, Buffer.concat([number(timeoutMs), classId, encodeString(path), number(0)]));
};

/** The whole frame's size, once its header is there. Throws when the bytes are no frame of this protocol. */
export const frameSize = (bytes: Buffer): number | null => {
  const known = Math.min(bytes.length, magic.length);
  if (!bytes.subarray(0, known).equals(magic.subarray(0, known)))
    throw new Error('The answer is not of the diagnostics protocol.');
  if (bytes.length < headerSize) return null;
  const size = bytes.readUInt16LE(14);
  if (size < headerSize) throw new Error('The answer says a size below its own header.');
  return size;
};

export const decodeAnswer = (bytes: Buffer): Answer => {
  const size = frameSize(bytes);
  if (size === null || bytes.length < size) throw new Error('The answer is cut short.');
  if (bytes[16] !== responseSet) throw new Error('The answer is no response.');
  const payload = bytes.subarray(headerSize, size);
  if (bytes[17] === responseOk) return { ok: true, payload };
  return { ok: false, hresult: payload.length >= 4 ? payload.readUInt32LE(0) : 0 };
};

export const decodeProcessInfo2 = (payload: Buffer): RuntimeInfo => {
  let at = 24;
  const text = (): string => {
    const bytes = payload.readUInt32LE(at) * 2;
    if (at + 4 + bytes > payload.length) throw new Error('The answer is cut short.');
    const value = payload.toString('utf16le', at + 4, at + 4 + Math.max(0, bytes - 2));
    at += 4 + bytes;
    return value;
  };
  const pid = Number(payload.readBigUInt64LE(0));
  const cookie = payload.toString('hex', 8, 24);
  return { pid, cookie, commandLine: text(), os: text(), architecture: text(), entryAssembly: text(), clrVersion: text() };
};
