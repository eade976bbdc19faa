/**
 * HotSpot's counters, a file that every JVM maps unless it runs with `-XX:-UsePerfData`. Only entries that are strings are read: the
 * options the JVM really has (from argument files and environment too), and what it can do.
 */

const magic = 0xcafec0c0;
const stringUnit = 5;
const byteType = 0x42;

export const parseCounters = (file: Buffer): Map<string, string> => {
  const found = new Map<string, string>();
  if (file.length < 32 || file.readUInt32BE(0) !== magic) return found;
  const little = file[4] === 1;
  const u32 = (at: number): number => (little ? file.readUInt32LE(at) : file.readUInt32BE(at));
  let at = u32(24);
  for (let left = u32(28); left > 0 && at + 20 <= file.length; left--) {
    const length = u32(at);
    const nameAt = at + u32(at + 4);
    const vector = u32(at + 8);
    const dataAt = at + u32(at + 16);
    if (length < 20 || at + length > file.length) break;
    const isString = file[at + 12] === byteType && file[at + 14] === stringUnit && vector > 0;
    if (isString && dataAt + vector <= file.length) {
      found.set(zeroEnded(file, nameAt, at + length), zeroEnded(file, dataAt, dataAt + vector));
    }
    at += length;
  }
  return found;
};

const zeroEnded = (file: Buffer, from: number, limit: number): string => {
  const end = file.indexOf(0, from);
  return file.toString('utf8', from, end < 0 || end > limit ? limit : end);
};

/** Whether the JVM takes visitors at all: the first capability. Null when it does not tell. */
export const canBeAttached = (counters: ReadonlyMap<string, string>): boolean | null => {
  const capabilities = counters.get('sun.rt.jvmCapabilities');
  return capabilities === undefined || capabilities === '' ? null : capabilities[0] === '1';
};

export const counterOptions = (counters: ReadonlyMap<string, string>): string[] =>
  `${counters.get('java.rt.vmArgs') ?? ''} ${counters.get('java.rt.vmFlags') ?? ''}`
    .split(/\s+/)
    .filter((word) => word.startsWith('-'));
