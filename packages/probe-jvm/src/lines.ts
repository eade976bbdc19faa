/**
 * Lines out of a stream that somebody else writes. Whoever is at the other end may be anybody who sits in the target: a line has a most of
 * bytes, and of brackets inside brackets, because reading it must not cost more than what an agent ever sends.
 */
export interface LineLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

const newline = 10;
const quote = 0x22;
const backslash = 0x5c;

/** Takes chunks and gives the lines that they complete. Throws when a limit is passed: nothing that comes later may be used. */
export const lineReader = (limits: () => LineLimits): ((chunk: Buffer) => string[]) => {
  let parts: Buffer[] = [];
  let length = 0;
  let depth = 0;
  let inText = false;
  let escaped = false;

  const look = (bytes: Buffer): void => {
    const { maxBytes, maxDepth } = limits();
    length += bytes.length;
    if (length > maxBytes) throw new Error(`a line of more than ${maxBytes} bytes`);
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inText = false;
      } else if (byte === quote) inText = true;
      // [ and {, then ] and }
      else if (byte === 0x5b || byte === 0x7b) {
        if (++depth > maxDepth) throw new Error(`more than ${maxDepth} brackets inside each other`);
      } else if (byte === 0x5d || byte === 0x7d) depth--;
    }
    parts.push(bytes);
  };

  const take = (): string => {
    const text = Buffer.concat(parts, length).toString('utf8');
    parts = [];
    length = 0;
    depth = 0;
    inText = false;
    escaped = false;
    return text;
  };

  return (chunk) => {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      look(chunk.subarray(from, at));
      lines.push(take());
      from = at + 1;
    }
    if (from < chunk.length) look(chunk.subarray(from));
    return lines;
  };
};
