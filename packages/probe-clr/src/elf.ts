/** The names that a 64-bit little-endian ELF file exports or imports: its dynamic string table. Null when the file is none. */
const sectionStringTable = 3;
const allocated = 2n;

export interface FileReader {
  read(length: number, position: number): Promise<Buffer>;
}

const readDynamicNames = async (file: FileReader): Promise<Buffer | null> => {
  const header = await file.read(64, 0);
  if (header.length < 64 || header.toString('latin1', 0, 4) !== '\x7fELF' || header[4] !== 2 || header[5] !== 1) return null;
  const sectionsAt = Number(header.readBigUInt64LE(0x28));
  const entrySize = header.readUInt16LE(0x3a);
  const count = header.readUInt16LE(0x3c);
  if (sectionsAt === 0 || entrySize < 64 || count > 4096) return null;
  const sections = await file.read(entrySize * count, sectionsAt);
  for (let i = 0; i < count && (i + 1) * entrySize <= sections.length; i++) {
    const section = sections.subarray(i * entrySize, (i + 1) * entrySize);
    if (section.readUInt32LE(4) !== sectionStringTable || (section.readBigUInt64LE(8) & allocated) === 0n) continue;
    const size = Number(section.readBigUInt64LE(0x20));
    if (size <= 64 * 1024 * 1024) return file.read(size, Number(section.readBigUInt64LE(0x18)));
  }
  return null;
};

/** An application that was compiled ahead of time exports this symbol, and has no runtime that a hook could be applied to. */
export const isNativeAot = async (file: FileReader): Promise<boolean> =>
  (await readDynamicNames(file))?.includes('\0DotNetRuntimeDebugHeader\0') ?? false;
