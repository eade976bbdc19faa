/** A prompt: what was typed at it is told, and it evaluates what it is given. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { buildProgram, createTestProbe, discover, linesOf, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

describe.runIf(requireRuntime('clr', missing()))('a prompt', () => {
  const run = stoppedAfterEach();

  test('F# Interactive tells its values, and evaluates', { timeout: 300_000 }, async () => {
    const sdk = execFileSync('dotnet', ['--list-sdks'], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
    const [version = '', folder = ''] = sdk.split(/ \[|\]/);
    const lines = ['let guide = Some "Canopus";;', 'printfn "\\nready";;', ''].join('\n');
    const fsi = path.join(folder, version, 'FSharp', 'fsi.dll');
    const target = await run(start('dotnet', [fsi, '--readline-', '--nologo'], { input: lines }));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    // Its heap has more than a million objects: somebody who asks for it takes a pause into account.
    let { actions, ...capture } = await session.capture({ ...discover, mode: 'heap' }, soon());
    await expect
      .poll(
        async () => {
          ({ actions, ...capture } = await session.capture({ ...discover, mode: 'heap' }, soon()));
          return actions.map((action) => action.name);
        },
        { timeout: 60_000 },
      )
      .toContain('EvalInteraction');
    expect(linesOf({ actions, ...capture })).toContainEqual(expect.stringMatching(/FSI_\d+\/guide = Canopus$/));
    const evaluate = actions.find((action) => action.name === 'EvalInteraction');
    expect(evaluate?.parameters[0]).toMatchObject({ name: 'code', type: 'string', required: true });
    const call = {
      address: evaluate?.address as string,
      parameters: { code: 'let azimuth = ResizeArray [ 21 * 2 ]' },
      timeoutMs: 60_000,
    };
    expect(await session.invoke(call, AbortSignal.timeout(90_000))).toMatchObject({ ok: true });
    const later = linesOf(await session.capture(poll, soon())).filter((line) => line.startsWith('static:'));
    expect(later).toContainEqual(expect.stringMatching(/FSI_\d+\/azimuth\/0 = 42$/));
    expect(target.isAlive()).toBe(true);
  });

  test('what was typed at a prompt of C# is told and can be called, functions without variables too', {
    timeout: 300_000,
  }, async () => {
    const target = await run(start(buildProgram('lectern', 'Lectern')));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(linesOf(capture)).toContainEqual(expect.stringMatching(/Submission#\d+\/verses\/0 = first of \d+$/));
    const read = capture.actions.find((action) => action.name === 'Recite');
    expect(read?.parameters).toMatchObject([{ name: 'verse', type: 'string', required: true }]);
    const call = { address: read?.address as string, parameters: { verse: 'second' }, timeoutMs: 5000 };
    expect(await session.invoke(call, soon())).toMatchObject({ ok: true, value: 2 });
    expect(linesOf(await session.capture(poll, soon()))).toContainEqual(
      expect.stringMatching(/Submission#\d+\/verses\/1 = second$/),
    );
  });
});
