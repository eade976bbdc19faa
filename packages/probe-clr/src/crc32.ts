import * as zlib from 'node:zlib';

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const byTable = (bytes: Buffer): number => {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = (table[(crc ^ (bytes[i] as number)) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
};

/** CRC-32 as in zlib; Node has its own from 20.15 on. */
export const crc32: (bytes: Buffer) => number = (zlib as { crc32?: (bytes: Buffer) => number }).crc32 ?? byTable;
