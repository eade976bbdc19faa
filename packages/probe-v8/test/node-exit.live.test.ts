import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { type Started, startNode } from './node-process.js';

/** A process ends when and as it would without us, whatever we do meanwhile. */

const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/node');
const copies = 20;
const endings = ['natural', 'exit', 'error', 'SIGTERM'] as const;
type Ending = (typeof endings)[number];

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

interface Outcome {
  readonly code: number | null;
  readonly signal: string | null;
  readonly printed: string;
}

const start = async (): Promise<Started> => {
  const started = await startNode({ args: [join(fixtures, 'endings.cjs')], cwd: fixtures });
  cleanups.push(started.stop);
  return started;
};

/** What the debugger says of itself is the one trace that nothing can be done about; where it listened differs. */
const withoutBanner = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !/^(Debugger (listening|ending) on|Debugger attached\.|For help, see)/.test(line))
    .join('\n');

const end = async ({ child, output }: Started, ending: Ending): Promise<Outcome> => {
  const closed = once(child, 'close');
  if (ending === 'SIGTERM') child.kill('SIGTERM');
  else child.stdin?.write(`${ending}\n`);
  const [code, signal] = (await closed) as [number | null, string | null];
  return { code, signal, printed: withoutBanner(output()) };
};

const startGuest = async (apps: readonly Started[]): Promise<ChildProcess> => {
  const guest = spawn(process.execPath, [join(fixtures, 'guest.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  cleanups.push(async () => guest.kill('SIGKILL'));
  guest.stdin.write(`${JSON.stringify(apps.map(({ app }) => app))}\n`);
  const limit = AbortSignal.timeout(100_000);
  await Promise.race([once(guest.stdout, 'data', { signal: limit }), once(guest, 'exit', { signal: limit })]);
  expect(apps.flatMap((app) => app.ended() ?? [])).toEqual([]);
  expect(guest.exitCode).toBeNull();
  return guest;
};

const stateOf = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
};

describe.each(['running', 'SIGSTOP', 'SIGKILL'] as const)('with the guest %s', (condition) => {
  test.each(endings)(
    `${copies} processes end by %s as they do alone`,
    async (ending) => {
      const alone = await end(await start(), ending);
      const apps = await Promise.all(Array.from({ length: copies }, start));
      const guest = await startGuest(apps);
      const pid = guest.pid as number;
      if (condition !== 'running') guest.kill(condition);
      if (condition === 'SIGSTOP') await expect.poll(() => stateOf(pid), { interval: 10 }).toBe('T');
      expect(await Promise.all(apps.map((app) => end(app, ending)))).toEqual(apps.map(() => alone));
      // Nobody let them go: the guest could not.
      if (condition === 'SIGSTOP') expect(await stateOf(pid)).toBe('T');
    },
    180_000,
  );
});
