import { expect, test } from 'vitest';
import { unsafeToSignal } from './hotspot.js';
import type { ProcessFacts } from './proc.js';

const young = { hasJvm: true, state: 'S', catchesQuit: false, ageMs: 200 } as ProcessFacts;

test('a JVM that starts is looked at again soon, later in steps of its age', () => {
  expect(unsafeToSignal(young)).toMatchObject({ reason: 'starting', retryMs: 50 });
  expect(unsafeToSignal({ ...young, ageMs: 10 })).toMatchObject({ retryMs: 25 });
  expect(unsafeToSignal({ ...young, hasJvm: false, ageMs: 8000 })).toMatchObject({ reason: 'not_a_jvm', retryMs: 1000 });
});

test('one that has run for long is not', () => {
  expect(unsafeToSignal({ ...young, hasJvm: false, ageMs: 20_000 })).not.toHaveProperty('retryMs');
  expect(unsafeToSignal({ ...young, ageMs: 20_000 })).toMatchObject({ reason: 'no_attach_signal', retry: false });
  expect(unsafeToSignal({ ...young, catchesQuit: true })).toBeNull();
});
