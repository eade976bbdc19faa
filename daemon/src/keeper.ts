import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { readIfThereSync, writeDurably } from '@substrate/core/files';
import { createConsentKeeper } from '@substrate/probe-v8';

/**
 * The thread that holds connections which people have allowed, for the rooms: it is there for as long as the daemon is. What was refused is
 * written down, so that a daemon that starts again does not ask again.
 */

const { home } = workerData as { readonly home: string };
const file = path.join(home, 'refused.json');
/** A browser that is asked again has another address: what is old is nobody's. */
const mostKept = 200;

const load = (): string[] => {
  try {
    const kept: unknown = JSON.parse(readIfThereSync(file) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};

const refused = load();
let writing = Promise.resolve();
const keeper = createConsentKeeper({
  refused,
  onRefused: (question) => {
    refused.push(question);
    const text = JSON.stringify(refused.slice(-mostKept));
    mkdirSync(home, { recursive: true, mode: 0o700 });
    writing = writing.then(() => writeDurably(file, text)).catch(() => {});
  },
});
parentPort?.on('message', (port: MessagePort) => keeper.serve(port));
