/** Programs in difficulties: each is read, and none is worse off for it. What stands in the way of an attach is in `preflight.live.test.ts`. */
import { ProbeError, type ProbeSession } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { at, buildProgram, createTestProbe, discover, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

/** What the program does itself. */
const doings = [
  'starved',
  'throwing',
  'collecting',
  'compacting',
  'allocating',
  'spinning',
  'threading',
  'changing',
  'resolving',
  'loading',
  'watching',
  'silenced',
  'locked',
  'initializing',
] as const;

/** How it was started: variables, or a line of a shell. */
const starts: Record<string, { readonly env?: Record<string, string>; readonly shell?: string }> = {
  'the collector of servers': { env: { DOTNET_gcServer: '1' } },
  'no concurrent collection': { env: { DOTNET_gcConcurrent: '0' } },
  'a heap of 20 MB at most': { env: { DOTNET_GCHeapHardLimit: '0x1400000' } },
  'a collector that spares memory': { env: { DOTNET_GCConserveMemory: '9' } },
  'a youngest generation of 256 kB': { env: { DOTNET_GCgen0size: '0x40000' } },
  'no tiered compilation': { env: { DOTNET_TieredCompilation: '0' } },
  'no precompiled code': { env: { DOTNET_ReadyToRun: '0' } },
  'no perf map, no events': { env: { DOTNET_PerfMapEnabled: '0', DOTNET_EnableEventPipe: '0' } },
  'a perf map': { env: { DOTNET_PerfMapEnabled: '1' } },
  'code pages that are never both writable and executable': { env: { DOTNET_EnableWriteXorExecute: '1' } },
  'code pages that are both': { env: { DOTNET_EnableWriteXorExecute: '0' } },
  'no culture': { env: { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' } },
  Turkish: { env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
  'small stacks': { env: { DOTNET_DefaultStackSize: '0x20000' } },
  'no input and no errors': { shell: 'exec "$0" "$@" <&- 2>&-' },
  'the lowest priority': { shell: 'exec nice -n 19 "$0" "$@"' },
  'no core dumps': { shell: 'ulimit -c 0; exec "$0" "$@"' },
  'another umask': { shell: 'umask 0777; exec "$0" "$@"' },
};

describe.runIf(requireRuntime('clr', missing()))('a program', () => {
  const run = stoppedAfterEach();
  let program = '';

  beforeAll(() => {
    program = buildProgram('siege', 'Siege');
  }, 300_000);

  const visit = async (what: string, env: Record<string, string> = {}, shell = 'exec "$0" "$@"'): Promise<void> => {
    const target = await run(start('sh', ['-c', shell, program, what], { env: { ...process.env, ...env } }));
    const walls = 7 + Number(target.line.split(' ')[1]);
    const probe = createTestProbe();
    expect(await probe.check(target.app)).toBeNull();
    // As a daemon would: what may work later is tried again.
    const attach = async (app: typeof target.app): Promise<ProbeSession> => {
      for (;;) {
        try {
          return await probe.attach(app, undefined, soon());
        } catch (error) {
          if (!(error instanceof ProbeError && error.refusal.retry)) throw error;
        }
      }
    };
    // Twice: the second time the stub is there already.
    for (let i = 0; i < 2; i++) {
      await using session = await attach(target.app);
      const captures = [
        await session.capture(discover, soon()),
        await session.capture(poll, soon()),
        await session.capture(discover, soon()),
      ];
      for (const capture of captures) {
        const list = at(capture, 'static:Siege.Town', 'Walls');
        // What changes all the time may be caught at it, and says so.
        if (list?.kind !== 'omitted') expect(at(capture, 'static:Siege.Town', 'Walls', 'north')?.value).toBe(walls);
        else expect([what, list.omitted]).toEqual(['changing', 'changing']);
      }
    }
    expect(target.isAlive()).toBe(true);
  };

  test.for(doings)('that is %s', { timeout: 120_000 }, (what) => visit(what));

  test.for(Object.entries(starts))('with %s', { timeout: 120_000 }, ([, { env, shell }]) => visit('', env, shell));
});
