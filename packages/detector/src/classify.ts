import type { ExtraProbe, ExtraRecognition, Runtime, RuntimeFlavor } from '@substrate/core';
import { dotnetTarget, javaTarget, nodeTarget, splitTitle } from './command-line.js';
import { baseName, type ProcessFacts, programName } from './facts.js';
import { isClrTool, isJarTool, isJavaTool, isJdkProgram, isNodeTool } from './tools.js';

/**
 * Which runtime a process runs and whether it is an application. Recognisers are tried in order; the first that knows the process decides. The
 * program file is the surest sign and the cheapest; mapped modules tell what hides behind a name of its own.
 */

/** `helper`: a part of an application that another process stands for. `tool`: see `tools.ts`. */
export type Role = 'application' | 'helper' | 'tool';

export interface Recognition {
  readonly runtime: Runtime;
  readonly flavor: RuntimeFlavor;
  readonly role: Role;
  /** For people: `executable node`, `module libjvm.so`. */
  readonly by: string;
  /** The mapped file that it was recognised by. */
  readonly module?: string;
  /** Who else knew it, and what it is called there. */
  readonly extra?: ExtraRecognition & { readonly probe: string };
}

type Recognizer = (facts: ProcessFacts, program: string) => Recognition | undefined;

/** Browsers by program file; the value is what people call it. */
export const browsers: ReadonlyMap<string, readonly [id: string, name: string]> = new Map([
  ['chromium', ['chromium', 'Chromium']],
  ['chromium-browser', ['chromium', 'Chromium']],
  ['chrome', ['google-chrome', 'Google Chrome']],
  ['google chrome', ['google-chrome', 'Google Chrome']],
  ['google-chrome', ['google-chrome', 'Google Chrome']],
  ['headless_shell', ['chromium-headless-shell', 'Chromium Headless Shell']],
  ['chrome-headless-shell', ['chromium-headless-shell', 'Chromium Headless Shell']],
  ['msedge', ['microsoft-edge', 'Microsoft Edge']],
  ['microsoft edge', ['microsoft-edge', 'Microsoft Edge']],
  ['brave', ['brave', 'Brave']],
  ['brave browser', ['brave', 'Brave']],
  ['vivaldi-bin', ['vivaldi', 'Vivaldi']],
  ['vivaldi', ['vivaldi', 'Vivaldi']],
  ['opera', ['opera', 'Opera']],
  ['thorium', ['thorium', 'Thorium']],
  ['yandex_browser', ['yandex-browser', 'Yandex Browser']],
]);

const helperPrograms =
  /^(chrome_crashpad_handler|chrome-sandbox|nacl_helper|crashpad_handler|qtwebengineprocess|jcef_helper|cefsharp\.browsersubprocess|.* helper( \(.*\))?)$/;
/** Chromium's helpers say what they are; some join their whole command line into one string. */
const isTyped = (facts: ProcessFacts): boolean => facts.command.some((word) => /(^|\s)--type=/.test(word));

const findModule = (facts: ProcessFacts, pattern: RegExp): string | undefined =>
  facts.modules.find((path) => pattern.test(baseName(path)));

const chromium: Recognizer = (facts, program) => {
  if (!browsers.has(program)) return undefined;
  return { runtime: 'v8', flavor: 'chromium', role: isTyped(facts) ? 'helper' : 'application', by: `executable ${program}` };
};

const crashHandler: Recognizer = (_facts, program) =>
  helperPrograms.test(program) ? { runtime: 'v8', flavor: 'chromium', role: 'helper', by: `executable ${program}` } : undefined;

/** Electron's program file has the product's name; what gives it away are the resource packs that it maps from its own folder. */
const electron: Recognizer = (facts, program) => {
  if (program === 'electron') {
    return { runtime: 'v8', flavor: 'electron', role: isTyped(facts) ? 'helper' : 'application', by: 'executable electron' };
  }
  const embedded = findModule(facts, /^(libcef\.so|libcef\.dll|chromium embedded framework)$/i);
  if (embedded !== undefined) {
    return {
      runtime: 'v8',
      flavor: 'chromium',
      role: isTyped(facts) ? 'helper' : 'application',
      by: `module ${baseName(embedded)}`,
      module: embedded,
    };
  }
  const pack = findModule(
    facts,
    /^(v8_context_snapshot(\.\w+)?\.bin|snapshot_blob\.bin|chrome_100_percent\.pak|electron framework)$/i,
  );
  if (pack === undefined) return undefined;
  return {
    runtime: 'v8',
    flavor: 'electron',
    role: isTyped(facts) ? 'helper' : 'application',
    by: `module ${baseName(pack)}`,
    module: pack,
  };
};

/** A browser under a name of its own, in one file: what is left is how Chromium calls the memory that its processes share. */
const renamed: Recognizer = (facts) => {
  const shared = findModule(facts, /^\.(org\.chromium|com\.google|com\.microsoft)\.\w+\.\w{6}$/i);
  return shared === undefined
    ? undefined
    : { runtime: 'v8', flavor: 'chromium', role: isTyped(facts) ? 'helper' : 'application', by: 'shared memory of Chromium' };
};

const nodeName = /^(node|nodejs)(-?\d+(\.\d+)*)?$/;

const node: Recognizer = (facts, program) => {
  const named = nodeName.test(program);
  const library = named ? undefined : findModule(facts, /^libnode\.(so|dll|\d+\.dylib|dylib)/i);
  if (!named && library === undefined) return undefined;
  const role = roleOfNode(facts);
  if (library !== undefined) return { runtime: 'v8', flavor: 'node', role, by: `module ${baseName(library)}`, module: library };
  return { runtime: 'v8', flavor: 'node', role, by: `executable ${program}` };
};

const roleOfNode = (facts: ProcessFacts): Role => {
  if (facts.program?.packageName !== undefined && isNodeTool(facts.program.packageName)) return 'tool';
  const target = nodeTarget(splitTitle(facts.command));
  if (target.kind === 'tool') return 'tool';
  // An installed program names its package in its path, also where the package file can't be read.
  const installed =
    target.kind === 'script'
      ? /(?:^|[\\/])node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/.][^\\/]*)[\\/](?!.*node_modules)/.exec(target.script)
      : null;
  if (installed !== null && isNodeTool(installed[1]!.replace('\\', '/'))) return 'tool';
  return /^(npm|npx|pnpm|yarn|PM2 v[\d.]+: God Daemon)\b/.test(facts.command[0] ?? '') ? 'tool' : 'application';
};

const deno: Recognizer = (facts, program) => {
  if (program !== 'deno') return undefined;
  const verb = facts.command[1] ?? '';
  const runs = verb === 'run' || verb === 'serve' || /\.[cm]?[jt]sx?$/.test(verb) || /^https?:/.test(verb);
  return { runtime: 'v8', flavor: 'deno', role: runs ? 'application' : 'tool', by: 'executable deno' };
};

const jvm: Recognizer = (facts, program) => {
  const library = findModule(facts, /^(libjvm\.so|jvm\.dll|libjvm\.dylib)$/i);
  const named = program === 'java' || program === 'javaw';
  if (!named && library === undefined) return undefined;
  const by = library === undefined ? `executable ${program}` : `module ${baseName(library)}`;
  return {
    runtime: 'jvm',
    flavor: 'hotspot',
    role: roleOfJava(facts, program, named),
    by,
    ...(library === undefined ? {} : { module: library }),
  };
};

const roleOfJava = (facts: ProcessFacts, program: string, launcher: boolean): Role => {
  if (isJdkProgram(program)) return 'tool';
  if (!launcher) return 'application';
  const target = javaTarget(facts.command);
  switch (target.kind) {
    case 'class':
      return isJavaTool(target.mainClass) ? 'tool' : 'application';
    case 'jar':
      return isJarTool(baseName(target.jar)) ? 'tool' : 'application';
    case 'module':
      return target.module.startsWith('jdk.') ? 'tool' : 'application';
    case 'source':
      return 'application';
    case 'none':
      return facts.command.some((word) => word.startsWith('@')) ? 'application' : 'tool';
  }
};

/** A single-file program has the runtime inside itself: what shows is the memory that it maps twice to write code. */
const clr: Recognizer = (facts, program) => {
  const library =
    findModule(facts, /^(libcoreclr\.so|coreclr\.dll|libcoreclr\.dylib)$/i) ??
    facts.modules.find((path) => path.startsWith('/memfd:doublemapper'));
  if (program !== 'dotnet' && library === undefined) return undefined;
  const by =
    library === undefined ? 'executable dotnet' : `module ${library.startsWith('/memfd') ? 'doublemapper' : baseName(library)}`;
  return {
    runtime: 'clr',
    flavor: 'coreclr',
    role: roleOfClr(facts, program),
    by,
    ...(library === undefined ? {} : { module: library }),
  };
};

const roleOfClr = (facts: ProcessFacts, program: string): Role => {
  if (program !== 'dotnet') return isClrTool(program) ? 'tool' : 'application';
  const target = dotnetTarget(facts.command);
  if (target.kind === 'command') return 'tool';
  return isClrTool(baseName(target.path).replace(/\.(dll|exe)$/i, '')) ? 'tool' : 'application';
};

const qtWebEngine: Recognizer = (facts) => {
  const library = findModule(facts, /^(lib)?qt\d?webenginecore(\.so|d?\.dll|\.framework|$)/i);
  return library === undefined
    ? undefined
    : {
        runtime: 'v8',
        flavor: 'qtwebengine',
        role: isTyped(facts) ? 'helper' : 'application',
        by: `module ${baseName(library)}`,
        module: library,
      };
};

/** What the name of the program file tells, whatever is mapped. */
export const isToldByName = (program: string): boolean =>
  browsers.has(program) || helperPrograms.test(program) || nodeName.test(program) || program === 'deno';

const recognizers: readonly Recognizer[] = [chromium, crashHandler, deno, node, jvm, clr, qtWebEngine, electron, renamed];

/** What the probes that others wrote say of a process that none of ours knows. */
export const recognizeExtra = (
  facts: ProcessFacts,
  extras: readonly Pick<ExtraProbe, 'name' | 'recognize'>[],
): Recognition | undefined => {
  for (const { name, recognize } of extras) {
    const found = recognize(facts);
    if (found !== undefined)
      return { runtime: 'unknown', flavor: 'unknown', role: 'application', by: found.by, extra: { ...found, probe: name } };
  }
  return undefined;
};

/** Undefined when the process runs none of the supported runtimes, as far as its facts show. */
export const classify = (facts: ProcessFacts): Recognition | undefined => {
  const program = programName(facts);
  for (const recognize of recognizers) {
    const recognition = recognize(facts, program);
    if (recognition !== undefined) return recognition;
  }
  return undefined;
};
