import { randomInt } from 'node:crypto';
import blake3 from 'blake3-wasm';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const prefix = 'sk_substrate_';
const length = 43;

/** A new key: the prefix and 43 characters of the system's secure random source, each of 62 equally likely. */
export const newKey = (): string => prefix + Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** The BLAKE3 hash of a key: 32 bytes. */
export const hashKey = (key: string): Buffer => Buffer.from(blake3.hash(key));

/** How a hash is written in the keys file. */
export const formatHash = (hash: Buffer): string => `blake3:${hash.toString('hex')}`;

/** Both spellings in use, `blake3:` and `hash:`, name the same. */
export const parseHash = (text: string): Buffer => Buffer.from(text.slice(text.indexOf(':') + 1), 'hex');
