/** A zip archive without compression, the same bytes for the same entries. */

const table = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

export const crc32 = (bytes) => {
  let crc = -1;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ -1) >>> 0;
};

/** 1980-01-01, the first day that a zip can tell. */
const date = 0x21;

const fields = (bytes) => {
  const out = Buffer.alloc(22);
  out.writeUInt16LE(10, 0);
  out.writeUInt16LE(0x800, 2);
  out.writeUInt16LE(date, 8);
  out.writeUInt32LE(crc32(bytes), 10);
  out.writeUInt32LE(bytes.length, 14);
  out.writeUInt32LE(bytes.length, 18);
  return out;
};

export const packStored = (entries) => {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = Buffer.from(name);
    const common = fields(bytes);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    common.copy(local, 4);
    local.writeUInt16LE(path.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(10, 4);
    common.copy(central, 6);
    central.writeUInt16LE(path.length, 28);
    central.writeUInt32LE(offset, 42);
    parts.push(local, path, bytes);
    directory.push(central, path);
    offset += local.length + path.length + bytes.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
};
