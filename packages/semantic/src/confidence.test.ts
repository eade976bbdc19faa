import { describe, expect, it } from 'vitest';
import { interpret } from './interpret.js';
import { capture, root } from './testing.js';

const tab = (url: string) => [root('tabs', 'tabs', 'tabs', [{ title: url, url, active: true, window_id: 'A' }])];
const confidenceAt = (url: string): number =>
  interpret(capture(tab(url), { context: { url, location: null, view: null, window_title: '', window_id: 'A' } })).confidence;

describe('confidence', () => {
  it.each(['about:blank', 'chrome://newtab/'])('lets an agent go on from %s, where there is nothing to find', (url) => {
    expect(confidenceAt(url)).toBeGreaterThan(0.9);
  });

  it('is low for a page of which nothing was found', () => {
    expect(confidenceAt('https://example.org/')).toBeLessThan(0.6);
  });
});
