import { browsers, type Recognition } from './classify.js';
import { dotnetTarget, firstOperand, javaTarget, nodeTarget, splitTitle } from './command-line.js';
import { baseName, type ProcessFacts, programName } from './facts.js';
import { isNodeRunner } from './tools.js';

/**
 * What names the program rather than the process: the same program has the same `appId` after a restart, on another port, from another folder.
 */
export interface Identity {
  readonly appId: string;
  readonly appName: string;
  readonly runtimeName: string;
}

export const identify = (facts: ProcessFacts, recognition: Recognition): Identity => {
  const { extra } = recognition;
  if (extra !== undefined) return { appId: toAppId(extra.appId), appName: extra.appName, runtimeName: extra.runtimeName };
  const [id, name] = productOf(facts, recognition);
  return { appId: toAppId(id), appName: name, runtimeName: runtimeNameOf(facts, recognition) };
};

const productOf = (facts: ProcessFacts, recognition: Recognition): readonly [id: string, name: string] => {
  switch (recognition.flavor) {
    case 'node':
    case 'deno':
      return nodeProduct(facts, recognition);
    case 'hotspot':
      return javaProduct(facts);
    case 'coreclr':
      return clrProduct(facts);
    case 'chromium':
      return browsers.get(programName(facts)) ?? twice(programFile(facts));
    case 'electron': {
      const product = facts.program?.productName ?? facts.program?.packageName ?? programFile(facts);
      return twice(product);
    }
    case 'qtwebengine':
      return twice(interpretedScript(facts) ?? programFile(facts));
    default:
      return twice(programFile(facts));
  }
};

const twice = (name: string): readonly [string, string] => [name, name];

const programFile = (facts: ProcessFacts): string =>
  baseName(facts.executable ?? facts.command[0] ?? facts.name).replace(/\.exe$/i, '');

const nodeProduct = (facts: ProcessFacts, recognition: Recognition): readonly [string, string] => {
  const packageName = facts.program?.packageName;
  if (packageName !== undefined) return twice(packageName);
  const script = scriptOf(facts, recognition);
  if (script === undefined)
    return twice(facts.command.length === 1 && facts.command[0] !== '' ? baseName(facts.command[0]!) : programFile(facts));
  const stem = stemOf(script);
  // `index.js` names nothing; its folder does.
  const folder = baseName(script.replace(/[\\/][^\\/]*$/, ''));
  return twice(/^(index|main)$/.test(stem) && folder !== '' && folder !== baseName(script) ? folder : stem);
};

/** The script that a Node or Deno process runs, as its command line spells it. */
export const scriptOf = (facts: ProcessFacts, recognition: Recognition): string | undefined => {
  const command = splitTitle(facts.command);
  if (recognition.flavor === 'deno') return firstOperand(command.slice(/^(run|serve)$/.test(command[1] ?? '') ? 2 : 1));
  const target = nodeTarget(command);
  if (target.kind !== 'script') return undefined;
  const installed = /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?!.*node_modules)/.exec(target.script)?.[1];
  const linked = /node_modules[\\/]\.bin[\\/]([^\\/]+)$/.exec(target.script)?.[1];
  const runner =
    installed !== undefined && isNodeRunner(installed.replace('\\', '/')) ? true : linked !== undefined && isNodeRunner(linked);
  return (runner ? firstOperand(target.rest) : undefined) ?? target.script;
};

const javaProduct = (facts: ProcessFacts): readonly [string, string] => {
  const program = programName(facts);
  if (program !== 'java' && program !== 'javaw') return twice(programFile(facts));
  const target = javaTarget(facts.command);
  switch (target.kind) {
    case 'jar':
      return twice(stemOf(target.jar));
    case 'class':
      return [target.mainClass, target.mainClass.slice(target.mainClass.lastIndexOf('.') + 1)];
    case 'source':
      return twice(stemOf(target.file));
    case 'module':
      return twice(target.module);
    case 'none':
      return twice('java');
  }
};

const clrProduct = (facts: ProcessFacts): readonly [string, string] => {
  if (programName(facts) !== 'dotnet') return twice(programFile(facts));
  const target = dotnetTarget(facts.command);
  return twice(target.kind === 'assembly' ? stemOf(target.path) : programFile(facts));
};

/** `python3 /usr/bin/qutebrowser` is qutebrowser. */
const interpretedScript = (facts: ProcessFacts): string | undefined => {
  if (!/^(python|perl|ruby|node)[\d.]*$/.test(programName(facts))) return undefined;
  const words = facts.command.slice(1);
  const module = words.indexOf('-m');
  const script = module >= 0 ? words[module + 1] : firstOperand(words);
  return script === undefined ? undefined : stemOf(script);
};

const longestPath = 4096;

const stemOf = (path: string): string =>
  baseName(path.slice(-longestPath).replace(/[\\/]+$/, '')).replace(/(?<=.)\.(jar|war|java|dll|exe|[cm]?[jt]sx?|py|rb|pl)$/i, '');

const runtimeNameOf = (facts: ProcessFacts, recognition: Recognition): string => {
  const version = facts.program?.runtimeVersion;
  switch (recognition.flavor) {
    case 'node':
      return version === undefined ? 'Node.js' : `Node.js ${version.split('.')[0]}`;
    case 'deno':
      return 'Deno';
    case 'chromium':
      return browsers.get(programName(facts))?.[1] ?? 'Chromium';
    case 'electron':
      return 'Electron';
    case 'qtwebengine':
      return 'Qt WebEngine';
    case 'hotspot':
      // Java 8 and before call themselves 1.8.
      return version === undefined ? 'Java' : `OpenJDK ${version.replace(/^1\./, '').split(/[._+-]/)[0]}`;
    case 'coreclr': {
      const shared = /[\\/]Microsoft\.NETCore\.App[\\/](\d+)\./.exec(recognition.module ?? '')?.[1] ?? version?.split('.')[0];
      return shared === undefined ? '.NET' : `.NET ${shared}`;
    }
    default:
      return recognition.runtime;
  }
};

const maxAppId = 100;

/** Lower case, `[a-z0-9][a-z0-9._-]*`. `@scope/name` is `scope-name`. */
export const toAppId = (name: string): string => {
  const plain = name
    .slice(0, 4 * maxAppId)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/^@/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .replace(/-+$/, '');
  // A name in another script leaves nothing behind: a number made of it keeps two such programs apart.
  return plain === '' ? `app-${fnv(name)}` : plain.slice(0, maxAppId);
};

const fnv = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193) >>> 0;
  return hash.toString(36);
};
