import path from 'node:path';
import { foreignRealPath, isLate, parseBoundedJson, readForeignFile } from '@substrate/core/probing';
import type { Recognition } from './classify.js';
import type { ProcessFacts, ProgramFacts } from './facts.js';
import { scriptOf } from './identify.js';

/**
 * What the files of a program say about it: the package of a script, the version of a Java runtime. Reads a few small files, once a process. Rejects
 * (`isLate`) when they could not be read in time: a program would have another name then.
 */
export const lookUpProgram = async (facts: ProcessFacts, recognition: Recognition): Promise<ProgramFacts> => {
  switch (recognition.flavor) {
    case 'node':
    case 'deno':
      return packageOf(facts, scriptOf(facts, recognition));
    case 'electron':
      return packageOf(facts, electronApp(facts));
    case 'hotspot':
      return javaRelease(facts, recognition.module);
    case 'coreclr':
      return ownRuntime(facts);
    default:
      return {};
  }
};

/** `electron ./app` names its folder; a packaged application has its own in `resources/app`. */
const electronApp = (facts: ProcessFacts): string | undefined => {
  const operand = facts.command.slice(1).find((word) => !word.startsWith('-'));
  if (/(^|[\\/])electron(\.exe)?$/i.test(facts.executable ?? '')) return operand;
  return facts.executable === null ? undefined : path.join(path.dirname(facts.executable), 'resources', 'app', 'package.json');
};

const maxPackageBytes = 1024 * 1024;

const packageOf = async (facts: ProcessFacts, script: string | undefined): Promise<ProgramFacts> => {
  const start = startingPoint(facts, script);
  if (start === undefined) return {};
  const seen = (file: string): string => (facts.root === undefined ? file : path.join(facts.root, file));
  // A command in a bin folder is a link to the package that it belongs to.
  let folder = facts.root === undefined ? await foreignRealPath(start) : start;
  for (;;) {
    const found = await readPackage(seen(path.join(folder, 'package.json')));
    if (found !== undefined) return found;
    const parent = path.dirname(folder);
    if (parent === folder) return {};
    folder = parent;
  }
};

const startingPoint = (facts: ProcessFacts, script: string | undefined): string | undefined => {
  if (script !== undefined) {
    const local = script.startsWith('file:') ? decodeURIComponent(new URL(script).pathname) : script;
    if (path.isAbsolute(local)) return local;
    return facts.cwd === null ? undefined : path.resolve(facts.cwd, local);
  }
  // A process that set its own title hides its script: the folder that it runs in is the next best.
  const titled =
    facts.command.length === 1 && facts.command[0] !== '' && !/(^|[\\/])(node|nodejs|deno)(\.exe)?$/.test(facts.command[0]!);
  return titled ? (facts.cwd ?? undefined) : undefined;
};

const textOf = (file: string): Promise<string> =>
  readForeignFile(file, { maxBytes: maxPackageBytes }).then(
    (bytes) => bytes.toString('utf8'),
    (error: unknown) => {
      if (isLate(error)) throw error;
      return '';
    },
  );

const readPackage = async (file: string): Promise<ProgramFacts | undefined> => {
  const text = await textOf(file);
  try {
    const manifest = parseBoundedJson(text, { maxLength: maxPackageBytes });
    if (typeof manifest !== 'object' || manifest === null) return undefined;
    const { name, productName } = manifest as { name?: unknown; productName?: unknown };
    if (typeof name !== 'string' || name.trim() === '') return undefined;
    return { packageName: name.trim(), ...(typeof productName === 'string' && productName !== '' ? { productName } : {}) };
  } catch {
    return undefined;
  }
};

const javaRelease = async (facts: ProcessFacts, library: string | undefined): Promise<ProgramFacts> => {
  const home =
    library === undefined
      ? facts.executable?.replace(/[\\/]bin[\\/][^\\/]+$/, '')
      : library.replace(/([\\/]jre)?[\\/](lib|bin)[\\/]([^\\/]+[\\/])?(server|client|minimal)[\\/][^\\/]+$/, '');
  if (home === undefined) return {};
  const file = path.join(facts.root ?? '', home, 'release');
  const text = await textOf(file);
  const version = /^JAVA_VERSION="([^"\n]+)"/m.exec(text)?.[1];
  return version === undefined ? {} : { runtimeVersion: version };
};

/** A .NET program that brings its runtime along says which in `APP.runtimeconfig.json`. */
const ownRuntime = async (facts: ProcessFacts): Promise<ProgramFacts> => {
  if (facts.executable === null) return {};
  const file = path.join(facts.root ?? '', `${facts.executable.replace(/\.exe$/i, '')}.runtimeconfig.json`);
  const text = await textOf(file);
  const version = includedRuntime(text);
  return version === undefined ? {} : { runtimeVersion: version };
};

interface RuntimeOptions {
  readonly includedFrameworks?: readonly { readonly name?: unknown; readonly version?: unknown }[];
}

const includedRuntime = (text: string): string | undefined => {
  try {
    const { runtimeOptions } = parseBoundedJson(text.replace(/^\uFEFF/, ''), { maxLength: maxPackageBytes }) as {
      runtimeOptions?: RuntimeOptions;
    };
    const found = runtimeOptions?.includedFrameworks?.find(({ name }) => name === 'Microsoft.NETCore.App');
    return typeof found?.version === 'string' ? found.version : undefined;
  } catch {
    return undefined;
  }
};
