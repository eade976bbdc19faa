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
  const { asked, session } = sessionOf({ 'short.js': 400_000, 'middle.js': 1_500_000, 'long.js': 3_000_000 });
  const used = await wordsOfPage(session, 'used', limits);
  expect([used.words.length, used.whole, asked]).toEqual([1, false, ['short.js']]);
  const calm = await wordsOfPage(session, 'calm', limits);
  expect([calm.words.length, calm.whole, asked]).toEqual([2, false, ['short.js', 'middle.js']]);
  const idle = await wordsOfPage(session, 'idle', limits);
  expect([idle.words.length, idle.whole, asked]).toEqual([3, true, ['short.js', 'middle.js', 'long.js']]);
  const later = await wordsOfPage(session, 'used', limits);
  expect([later.words.length, later.whole, asked.length]).toEqual([3, true, 3]);
});
