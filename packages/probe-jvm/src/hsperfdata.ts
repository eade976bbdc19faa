/**
 * HotSpot's counters, a file that every JVM maps unless it runs with `-XX:-UsePerfData`: the options the JVM really has (from argument
 * files and environment too), what it can do, and how much of its heap survived the last collection. Reading it does not touch the JVM.
 */

const magic = 0xcafec0c0;
const stringUnit = 5;
const byteType = 0x42;
const longType = 0x4a;

export type Counters = ReadonlyMap<string, string | number>;

export const parseCounters = (file: Buffer): Map<string, string | number> => {
  const found = new Map<string, string | number>();
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
    if (file[at + 12] === longType && vector === 0 && dataAt + 8 <= file.length) {
      found.set(zeroEnded(file, nameAt, at + length), Number(little ? file.readBigInt64LE(dataAt) : file.readBigInt64BE(dataAt)));
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
export const canBeAttached = (counters: Counters): boolean | null => {
  const capabilities = counters.get('sun.rt.jvmCapabilities');
  return typeof capabilities !== 'string' || capabilities === '' ? null : capabilities[0] === '1';
};

export const counterOptions = (counters: Counters): string[] =>
  `${counters.get('java.rt.vmArgs') ?? ''} ${counters.get('java.rt.vmFlags') ?? ''}`
    .split(/\s+/)
    .filter((word) => word.startsWith('-'));

/** Megabytes outside eden after the last collection; null when there was none, or the JVM does not tell. */
export const liveMegabytes = (counters: Counters): number | null => {
  let bytes = 0;
  let collections = 0;
  for (const [name, value] of counters) {
    if (typeof value !== 'number') continue;
    if (/^sun\.gc\.collector\.\d+\.invocations$/.test(name)) collections += value;
    const space = /^(sun\.gc\.generation\.\d+\.space\.\d+)\.used$/.exec(name);
    if (space && counters.get(`${space[1]}.name`) !== 'eden') bytes += value;
  }
  return collections > 0 && bytes > 0 ? Math.ceil(bytes / 2 ** 20) : null;
};
