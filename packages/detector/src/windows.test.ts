import { expect, test } from 'vitest';
import { createDetector } from './detector.js';
import { createWindowsListing, type Shell, splitCommandLine } from './windows.js';

const row = (ProcessId: number, ExecutablePath: string | null, CommandLine: string | null, Created = '1') => ({
  ProcessId,
  ParentProcessId: 4,
  Name: ExecutablePath?.split('\\').pop() ?? 'System',
  ExecutablePath,
  CommandLine,
  Created,
  CreatedAt: '2026-11-15T08:00:00.0000000Z',
});
const rows = [
  row(4, null, null),
  row(100, 'C:\\Program Files\\nodejs\\node.exe', '"C:\\Program Files\\nodejs\\node.exe"  "D:\\my shop\\server.js" --port 1'),
  row(101, 'D:\\apps\\Acme.Queue.exe', 'Acme.Queue.exe'),
  row(102, 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe', 'msedge.exe --type=gpu-process'),
  row(103, 'C:\\jdk\\bin\\java.exe', 'java -jar board.jar'),
];
const details: Record<number, unknown> = {
  4: { Modules: [], Owner: 'SYSTEM' },
  100: { Modules: [], Owner: 'ann' },
  101: { Modules: ['C:\\Program Files\\dotnet\\shared\\Microsoft.NETCore.App\\9.0.1\\coreclr.dll'], Owner: 'Ann' },
  102: { Modules: [], Owner: 'ann' },
  103: { Modules: null, Owner: null },
};
const shell: Shell = {
  ask: async (request) => JSON.stringify(request === 'list' ? rows : details[Number(request.split(' ')[1])]),
  close: async () => {},
};

test('a listing of Windows', async () => {
  const detector = createDetector({ listing: createWindowsListing({ shell, user: 'ann' }), self: 1 });
  await detector.scan();
  expect([...detector.apps.values()].map((app) => [app.pid, app.appId, app.runtimeName, app.refusal?.reason])).toEqual([
    [100, 'server', 'Node.js', undefined],
    [101, 'acme.queue', '.NET 9', undefined],
    [103, 'board~of-another-user', 'Java', 'other_user'],
  ]);
});

test.each([
  ['"C:\\Program Files\\x.exe" a "b c"', ['C:\\Program Files\\x.exe', 'a', 'b c']],
  ['x a\\b "c\\\\" d', ['x', 'a\\b', 'c\\', 'd']],
  ['x \\"quoted\\" ""', ['x', '"quoted"', '']],
  ['x "say ""hi"""', ['x', 'say "hi"']],
  ['', []],
])('%s', (line, words) => expect(splitCommandLine(line)).toEqual(words));
