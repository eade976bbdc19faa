import { expect, it } from 'vitest';
import { createSessions } from './sessions.js';

it('a ticket is good for 60 seconds and no longer', () => {
  let now = 0;
  const sessions = createSessions({ now: () => now });
  const [early, late] = [sessions.issue('a'), sessions.issue('b')];
  expect(early.expiresAt).toBe(60_000);
  now = 59_999;
  expect(sessions.find(sessions.redeem(early.ticket) ?? '')).toMatchObject({ keyId: 'a' });
  expect(sessions.redeem(early.ticket)).toBeUndefined();
  now = 60_000;
  expect(sessions.redeem(late.ticket)).toBeUndefined();
});

it('a session ends when nobody uses it for half a day', () => {
  let now = 0;
  const hour = 3_600_000;
  const sessions = createSessions({ now: () => now });
  const session = sessions.redeem(sessions.issue('a').ticket) ?? '';
  for (now of [11 * hour, 22 * hour]) expect(sessions.find(session)).toBeDefined();
  now = 35 * hour;
  expect(sessions.find(session)).toBeUndefined();
});

it('keeps so many and no more: the oldest go first', () => {
  const sessions = createSessions({ now: () => 0 });
  const tickets = Array.from({ length: 300 }, () => sessions.issue('a').ticket);
  expect(tickets.filter((ticket) => sessions.redeem(ticket) !== undefined).length).toBe(256);
  expect(sessions.redeem(tickets[0] as string)).toBeUndefined();
});
