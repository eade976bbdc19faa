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

  it('is the same for few keys as for many', () => {
    const few = interpret(capture([root('store#0', 'store', 'store', { total: 3 })]));
    const many = interpret(
      capture([root('store#0', 'store', 'store', Object.fromEntries([...Array(40)].map((_, i) => [`price_${i}x`, i + 2])))]),
    );
    expect(few.confidence).toBe(many.confidence);
    expect(confidenceAt('https://example.org/')).toBeGreaterThan(0.9);
  });

  it('falls with what was not read, and with names that say nothing', () => {
    const whole = capture([root('store#0', 'store', 'store', { total: 3, qx: 4, zj: 5 })]);
    const named = capture([root('store#0', 'store', 'store', { total: 3, open: 4, sold: 5 })]);
    expect(interpret({ ...named, counts: { ...named.counts, nodesCut: named.counts.nodesRead } }).confidence).toBeLessThan(
      interpret(named).confidence,
    );
    expect(interpret(whole).confidence).toBeLessThan(interpret(named).confidence);
  });
});
