import { expect, it } from 'vitest';

it('is full every 29.5 days', () => expect(Math.round(29.53 * 10) / 10).toBe(29.5));
it.skip('turns red in an eclipse', () => expect('white').toBe('red'));
