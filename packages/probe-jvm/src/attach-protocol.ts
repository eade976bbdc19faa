/**
 * HotSpot's attach protocol, version 1, as bytes. A request is the version, a command and exactly three arguments, each ended by a zero
 * byte. The answer is a line with a number, zero for success, and text until the JVM closes the connection.
 */

const argumentLimit = 1024;

export const encodeRequest = (command: string, args: readonly string[]): Buffer => {
  if (args.length > 3) throw new RangeError('an attach request has at most three arguments');
  const fields = ['1', command, ...args, ...Array<string>(3 - args.length).fill('')];
  for (const field of fields) {
    if (field.includes('\0')) throw new RangeError('an attach argument has no zero byte');
    if (Buffer.byteLength(field) > argumentLimit) throw new RangeError(`an attach argument has at most ${argumentLimit} bytes`);
  }
  return Buffer.from(`${fields.join('\0')}\0`);
};

export interface AttachReply {
  readonly status: number;
  readonly text: string;
}

/** Null when it is no answer of a JVM. */
export const decodeReply = (bytes: Buffer): AttachReply | null => {
  const text = bytes.toString('utf8');
  const found = /^(-?\d+)(?:\r?\n|$)/.exec(text);
  return found ? { status: Number(found[1]), text: text.slice(found[0].length).trim() } : null;
};

export type LoadOutcome =
  | { readonly loaded: true }
  | { readonly loaded: false; readonly why: 'forbidden' | 'failed'; readonly text: string };

/**
 * What became of a `load`. 21 and later answer with status 0 even when it failed, so the text decides: `return code: 0` from 9 on, a
 * plain `0` or nothing on 8.
 */
export const readLoadReply = (reply: AttachReply): LoadOutcome => {
  const { status, text } = reply;
  if (/dynamic agent loading is not enabled/i.test(text)) return { loaded: false, why: 'forbidden', text };
  const code = /^(?:return code: )?(-?\d+)$/m.exec(text);
  if (status === 0 && (code ? Number(code[1]) === 0 : text === '')) return { loaded: true };
  return { loaded: false, why: 'failed', text: text || `status ${status}` };
};
