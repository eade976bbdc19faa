import { expect, test } from 'vitest';
import { switchOf } from './endpoint.js';

test.each<[string[], string | undefined]>([
  [['chromium', '--remote-debugging-port=9222'], '9222'],
  [['chromium', '--remote-debugging-port', '9222'], '9222'],
  [['chromium', '--remote-debugging-port', '--other'], ''],
  [['chromium', '--remote-debugging-portal=1'], undefined],
  [['chromium'], undefined],
])('%j', (command, value) => {
  expect(switchOf(command, '--remote-debugging-port')).toBe(value);
});
