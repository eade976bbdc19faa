import { expect, test } from 'vitest';
import type { CdpSession } from '../connection.js';
import { wordsOfPage } from './scripts.js';

const sessionOf = (sizes: Readonly<Record<string, number>>) => {
  const asked: string[] = [];
  const resources = Object.entries(sizes).map(([url, contentSize]) => ({ type: 'Script', url, contentSize }));
  const send = async (method: string, params?: { url?: string }): Promise<unknown> => {
    if (method === 'Page.getResourceTree') return { frameTree: { frame: { id: 'main' }, resources } };
    if (method === 'Page.getResourceContent') asked.push(String(params?.url));
    return { content: `const name = 'a word of ${params?.url}';`, base64Encoded: false };
  };
  return { asked, session: { id: undefined, send, on: () => () => undefined } as unknown as CdpSession };
};
const limits = { timeoutMs: 1000, signal: new AbortController().signal };

test('a script whose text would take the page long is asked for when nobody would notice, and once', async () => {
  const { asked, session } = sessionOf({ 'short.js': 400_000, 'long.js': 2_000_000 });
  const used = await wordsOfPage(session, false, limits);
  expect([used.words.length, used.whole, asked]).toEqual([1, false, ['short.js']]);
  const idle = await wordsOfPage(session, true, limits);
  expect([idle.words.length, idle.whole, asked]).toEqual([2, true, ['short.js', 'long.js']]);
  const later = await wordsOfPage(session, false, limits);
  expect([later.words.length, later.whole, asked.length]).toEqual([2, true, 2]);
});
