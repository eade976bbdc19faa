import { createRequire } from 'node:module';

/** The version of the daemon. The manifest lies one folder up, from the sources as from what is built of them. */
export const version: string = (createRequire(import.meta.url)('../package.json') as { version: string }).version;
