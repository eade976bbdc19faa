import type { AppProcess } from '@substrate/core';
import { expect, test } from 'vitest';
import { remedyOf } from './remedy.js';

const appOf = (command: readonly string[]): AppProcess => ({
  pid: 4711,
  startTime: '1',
  startedAt: '2026-01-01T00:00:00.000Z',
  runtime: 'v8',
  flavor: 'chromium',
  runtimeName: 'Chromium',
  appId: 'app',
  appName: 'App',
  executable: command[0] ?? null,
  command,
  cwd: null,
  recognizedBy: 'test',
});

const told = (reason: string, command: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  remedyOf(appOf(command), { reason, message: 'It is so.', retry: false }, env);

test.each([
  ['stopped', ['node', 'a.js'], 'It is so. Type: `kill -CONT 4711`'],
  ['no_debug_port', ['/usr/bin/chromium', '--flag', 'https://x.test/?token=1'], 'It is so. Type: `substrate launch -- chromium`'],
  ['no_debug_port', ['/opt/My App/app', '--password=1'], "It is so. Type: `substrate launch -- '/opt/My App/app'`"],
  ['signal_handled', ['/usr/local/bin/node', 'server.js', '--token=1'], 'It is so. Type: `substrate launch -- node server.js`'],
  ['no_inspector', ['node', '-r', 'x', 'server.js'], 'It is so.'],
  ['diagnostics_off', ['dotnet', "it's.dll"], "It is so. Type: `substrate launch -- dotnet 'it'\\''s.dll'`"],
  ['other_user', ['node', 'a.js'], 'It is so.'],
])('%s of %j', (reason, command, text) => expect(told(reason, command)).toBe(text));

test('in a clone the command is reached through npm start', () => {
  expect(told('no_debug_port', ['chromium'], { npm_lifecycle_event: 'start' })).toContain('`npm start -- launch -- chromium`');
});
