import { describe, expect, it } from 'vitest';
import { height, isSafe } from './tides.mjs';

describe('tides', () => {
  it('is mean at the start', () => expect(height(0)).toBe(2.4));
  it('lets a dinghy in', () => expect(isSafe(2, 0.6)).toBe(true));
  describe('at spring', () => {
    it('rises above four metres', () => expect(height(3.1)).toBeGreaterThan(4.5));
    it.todo('knows the barometer');
  });
});
