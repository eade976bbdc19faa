/**
 * Bytes to lines, with a bound: a peer that never ends its line costs no more memory than the longest line that is allowed. Returns what takes
 * the chunks; it throws when a line is too long. The bound is asked for with each piece of a line.
 */
export const createLines = (maxBytes: () => number, onLine: (line: string) => void): ((chunk: Buffer) => void) => {
  let rest: Buffer[] = [];
  let size = 0;
  const grow = (bytes: number): void => {
    size += bytes;
    const most = maxBytes();
    if (size > most) throw new Error(`a line of more than ${most} bytes`);
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      grow(at - from);
      const line = Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8');
      rest = [];
      size = 0;
      from = at + 1;
      onLine(line);
    }
    if (from === chunk.length) return;
    grow(chunk.length - from);
    rest.push(chunk.subarray(from));
  };
};
