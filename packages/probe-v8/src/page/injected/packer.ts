import type { RawAction, RawNode, RawRoot } from '@substrate/core';

/**
 * Turns readings into text, leaving out what the other side already has: a root that is the same as at the last reading is sent as its
 * address alone, actions that are the same are not sent.
 */
export interface Packer {
  /** Forgets what was sent, so that the next reading is whole. */
  forget(): void;
  /** Whether the other side has a root of this address. */
  knows(address: string): boolean;
  /** `kept` says which roots of the reading before still hold, where this one did not come to them: they are sent as such. It may stop wherever it yields. */
  pack(
    roots: readonly RawRoot[],
    actions: readonly RawAction[],
    more: Record<string, unknown>,
    kept?: (address: string) => boolean,
  ): Generator<undefined, string>;
  /** Any plain value, whatever the page did to the ways of writing one. */
  text(value: unknown): string;
  /** A reading in which everything is as it was. */
  same(more: Record<string, unknown>): string;
}

export function createPacker(): Packer {
  /** Letters that are summed up in one piece of work, and levels of a root that are written by themselves. */
  const inOnePiece = 50_000;
  const levelsInPieces = 3;
  let sent = new Map<string, string>();

  /** Pages that give arrays or strings a `toJSON` of their own would garble the text. */
  const patched = (): boolean =>
    typeof (Array.prototype as { toJSON?: unknown }).toJSON === 'function' ||
    typeof (Object.prototype as { toJSON?: unknown }).toJSON === 'function';
  const plainText = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map((item) => plainText(item) ?? 'null').join(',')}]`;
    if (typeof value === 'object' && value !== null)
      return `{${Object.keys(value)
        .filter((key) => (value as Record<string, unknown>)[key] !== undefined)
        .map((key) => `${JSON.stringify(key)}:${plainText((value as Record<string, unknown>)[key])}`)
        .join(',')}}`;
    return JSON.stringify(value) ?? 'null';
  };

  /** Two sums over the text: enough to tell that it is the same, without keeping it. */
  const digest = function* (text: string): Generator<undefined, string> {
    let a = 0x811c9dc5;
    let b = 5381;
    for (let i = 0; i < text.length; i++) {
      if (i % inOnePiece === inOnePiece - 1) yield undefined;
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = (Math.imul(b, 33) + code) | 0;
    }
    return `${text.length}.${a >>> 0}.${b >>> 0}`;
  };

  /** A root may be large: what it holds is written child by child, down to some levels. */
  const written = function* (node: RawNode, write: (value: unknown) => string, levels: number): Generator<undefined, string> {
    const { children, ...rest } = node;
    if (!children || levels === 0) return write(node);
    const parts: string[] = [];
    for (const child of children) {
      parts.push(yield* written(child, write, levels - 1));
      yield undefined;
    }
    return `${write(rest).slice(0, -1)},"children":[${parts.join(',')}]}`;
  };

  const writer = (): ((value: unknown) => string) => (patched() ? plainText : (value) => JSON.stringify(value));

  return {
    text: (value) => writer()(value),
    same: (more) => `{"more":${writer()(more)}}`,
    forget: () => sent.clear(),
    knows: (address) => sent.has(address),
    *pack(roots, actions, more, kept) {
      const write = writer();
      const now = new Map<string, string>();
      const parts: string[] = [];
      for (const root of roots) {
        const text = yield* written(root, write, levelsInPieces);
        const sum = yield* digest(text);
        now.set(root.address, sum);
        parts.push(sent.get(root.address) === sum ? write(root.address) : text);
        yield undefined;
      }
      const old: string[] = [];
      if (kept)
        for (const [address, sum] of sent)
          if (!now.has(address) && address !== '@actions' && kept(address)) {
            now.set(address, sum);
            old.push(address);
          }
      const acts = write(actions);
      const sum = yield* digest(acts);
      now.set('@actions', sum);
      const tail = sent.get('@actions') === sum ? '' : `,"actions":${acts}`;
      sent = now;
      return `{"roots":[${parts.join(',')}],"kept":${write(old)}${tail},"more":${write(more)}}`;
    },
  };
}
