import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture of 8-bit colours written anew without filters: letters are the same wherever they stand, and compress best as they are. */
export const squeeze = (png) => {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + size) });
    at += size + 12;
  }
  const head = chunks.find(({ type }) => type === 'IHDR').data;
  const depth = { 2: 3, 6: 4 }[head[9]];
  if (head[8] !== 8 || depth === undefined || head[12] !== 0) return png;
  const body = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const plain = unfilter(inflateSync(body), head.readUInt32BE(0) * depth, head.readUInt32BE(4), depth);
  const packed = deflateSync(plain, { level: 9, memLevel: 9 });
  const kept = [
    { type: 'IHDR', data: head },
    { type: 'IDAT', data: packed },
    { type: 'IEND', data: Buffer.alloc(0) },
  ];
  return Buffer.concat([png.subarray(0, 8), ...kept.map(written)]);
};

const written = ({ type, data }) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

const unfilter = (raw, width, height, depth) => {
  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    const line = y * (width + 1) + 1;
    const above = line - width - 1;
    for (let x = 0; x < width; x++) {
      const left = x < depth ? 0 : lines[line + x - depth];
      const up = y === 0 ? 0 : lines[above + x];
      const corner = x < depth || y === 0 ? 0 : lines[above + x - depth];
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
      lines[line + x] = raw[line + x] + guesses[raw[line - 1]];
    }
  }
  return lines;
};

const paeth = (left, up, corner) => {
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(left + up - corner - one));
  return a <= b && a <= c ? left : b <= c ? up : corner;
};
