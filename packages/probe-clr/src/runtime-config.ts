import { basename, dirname, join } from 'node:path';
import { readForeignText, withForeignFile } from '@substrate/core/probing';
import type { FileReader } from './elf.js';

/**
 * `APP.runtimeconfig.json` says whether the runtime takes hooks at all. It lies beside the application, or inside it when that is a
 * single file. Trimmed applications have hooks switched off by default: the runtime would report success and run nothing.
 */

interface RuntimeConfig {
  runtimeOptions?: { configProperties?: Record<string, unknown> };
}

const property = 'System.StartupHookProvider.IsSupported';

/** Marks the place in a single-file host where the offset of the bundle's header is written, just before. */
const bundleMark = Buffer.from('8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae', 'hex');

export const allowsHooks = (config: string): boolean => {
  try {
    const parsed = JSON.parse(config.replace(/^\uFEFF/, '')) as RuntimeConfig;
    const value = parsed.runtimeOptions?.configProperties?.[property];
    return value !== false && value !== 'false';
  } catch {
    return true;
  }
};

const findMark = async (file: FileReader): Promise<number> => {
  const step = 1024 * 1024;
  for (let at = 0; at < 64 * step; at += step) {
    const part = await file.read(step + bundleMark.length, at);
    const found = part.indexOf(bundleMark);
    if (found >= 0) return at + found;
    if (part.length < step) return -1;
  }
  return -1;
};

/** The configuration inside a single-file application; null when the file is none. */
export const readBundledConfig = async (file: FileReader): Promise<string | null> => {
  const mark = await findMark(file);
  if (mark < 8) return null;
  const headerAt = Number((await file.read(8, mark - 8)).readBigInt64LE(0));
  if (headerAt <= 0) return null;
  const header = await file.read(512, headerAt);
  if (header.length < 64 || header.readUInt32LE(0) < 2) return null;
  const idLength = header[12] as number;
  const at = 13 + idLength;
  // Offset and size of the dependency file, then those of the configuration.
  const offset = Number(header.readBigInt64LE(at + 16));
  const size = Number(header.readBigInt64LE(at + 24));
  if (offset <= 0 || size <= 0 || size > 1024 * 1024) return null;
  return (await file.read(size, offset)).toString('utf8');
};

const mostProgramBytes = 4 * 1024 ** 3;

/** Runs `use` on a file that a process of that user named; null when it is not to be read. */
export const withFile = <T>(path: string, uid: number, use: (file: FileReader) => Promise<T>): Promise<T | null> =>
  withForeignFile(path, { uid, maxBytes: mostProgramBytes, timeoutMs: 5000 }, use).catch(() => null);

/** The application's file: the assembly that `dotnet` was told to run, or the executable itself. */
export const applicationFile = (command: readonly string[], executable: string, cwd: string): string => {
  if (basename(executable) !== 'dotnet') return executable;
  const assembly = command.slice(1).find((argument) => /\.(dll|exe)$/i.test(argument));
  return assembly === undefined ? executable : assembly.startsWith('/') ? assembly : join(cwd, assembly);
};

/** Whether the application at that path takes hooks. `root` is where its file system is seen from here. */
export const takesHooks = async ({ root, uid }: { root: string; uid: number }, application: string): Promise<boolean> => {
  const stem = basename(application).replace(/\.(dll|exe)$/i, '');
  const beside = await readForeignText(join(root, dirname(application), `${stem}.runtimeconfig.json`), { uid });
  const config = beside ?? (await withFile(join(root, application), uid, readBundledConfig));
  return config === null || allowsHooks(config);
};
