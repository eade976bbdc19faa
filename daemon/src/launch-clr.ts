import path from 'node:path';
import { readForeignText } from '@substrate/core/probing';
import { launchEnvironment } from '@substrate/probe-clr';

const switches = ['EnableDiagnostics', 'EnableDiagnostics_IPC'].flatMap((name) => [`DOTNET_${name}`, `COMPlus_${name}`]);

/**
 * A .NET program whose diagnostics are switched off can only be reached by a hook that it loads when it starts. The hook needs .NET 8, and an
 * older program would end on it, so nothing is added where the version can't be read.
 */
export const hookIfNeeded = async (
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>> => {
  if (!switches.some((name) => env[name] === '0')) return {};
  const assembly = path.basename(file) === 'dotnet' ? args.find((word) => /\.dll$/i.test(word)) : file;
  if (assembly === undefined || (await majorOf(assembly)) < 8) return {};
  return launchEnvironment();
};

interface Framework {
  readonly version?: string;
}

/** The lowest major version of the frameworks that `APP.runtimeconfig.json` names; 0 when there is no such file. */
const majorOf = async (assembly: string): Promise<number> => {
  try {
    const text = (await readForeignText(`${assembly.replace(/\.(dll|exe)$/i, '')}.runtimeconfig.json`)) ?? '';
    const options: { framework?: Framework; frameworks?: Framework[]; includedFrameworks?: Framework[] } =
      JSON.parse(text.replace(/^\uFEFF/, '')).runtimeOptions ?? {};
    const named = [options.framework ?? [], options.frameworks ?? [], options.includedFrameworks ?? []].flat();
    return named.length === 0 ? 0 : Math.min(...named.map(({ version }) => Number.parseInt(version ?? '0', 10)));
  } catch {
    return 0;
  }
};
