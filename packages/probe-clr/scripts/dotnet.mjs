import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a command of the SDK quietly, with no server process left behind.
 *
 * @param {readonly string[]} options
 * @param {Readonly<Record<string, string>>} properties
 * @returns {{ ok: boolean; log: string }}
 */
export const runSdk = (options, properties) => {
  const quiet = ['-v:quiet', '-nologo', '-clp:NoSummary;ErrorsOnly', '-nodeReuse:false'];
  const all = Object.entries({ Configuration: 'Release', UseSharedCompilation: 'false', ...properties });
  // The SDK leaves empty folders behind. The path is short: the SDK's sockets lie there, too.
  const temporary = mkdtempSync(join(tmpdir(), 'sdk-'));
  const done = spawnSync('dotnet', [...options, ...quiet, ...all.map(([name, value]) => `-p:${name}=${value}`)], {
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

/**
 * Builds or publishes a project into folders of its own: the examples of the tests and of the bench.
 *
 * @param {'build' | 'publish'} command
 * @param {string} project
 * @param {{ out: string; work: string; options?: readonly string[] }} where `work` is for what comes between the sources and `out`.
 * @returns {{ ok: boolean; log: string }}
 */
export const runDotnet = (command, project, { out, work, options = [] }) =>
  runSdk([command, project, '-o', out, ...options], {
    BaseIntermediateOutputPath: `${work}/obj/`,
    BaseOutputPath: `${work}/bin/`,
  });
