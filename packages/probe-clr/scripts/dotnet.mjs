import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Builds or publishes a project quietly, into folders of its own, with no server process left behind: the managed part, the examples of the
 * tests and of the bench.
 *
 * @param {'build' | 'publish'} command
 * @param {string} project
 * @param {{ out: string; work: string; options?: readonly string[] }} where `work` is for what comes between the sources and `out`.
 * @returns {{ ok: boolean; log: string }}
 */
export const runDotnet = (command, project, { out, work, options = [] }) => {
  const flags = ['-c', 'Release', '-v', 'quiet', '-nologo', '-clp:NoSummary;ErrorsOnly', '-nodeReuse:false', '-o', out];
  const properties = ['UseSharedCompilation=false', `BaseIntermediateOutputPath=${work}/obj/`, `BaseOutputPath=${work}/bin/`];
  // The SDK leaves empty folders behind. The path is short: the SDK's sockets lie there, too.
  const temporary = mkdtempSync(join(tmpdir(), 'sdk-'));
  const done = spawnSync('dotnet', [command, project, ...flags, ...properties.map((one) => `-p:${one}`), ...options], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DOTNET_CLI_TELEMETRY_OPTOUT: '1',
      DOTNET_NOLOGO: '1',
      MSBUILDDISABLENODEREUSE: '1',
      TMPDIR: temporary,
    },
  });
  rmSync(temporary, { recursive: true, force: true });
  return { ok: done.status === 0, log: `${done.stdout ?? ''}${done.stderr ?? ''}` };
};
