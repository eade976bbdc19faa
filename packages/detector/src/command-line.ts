/**
 * What a command line runs: the script of Node, the jar or class of Java, the assembly of .NET. Each launcher has options that take the next
 * word as their value; everything else that starts with a dash stands alone.
 */

export type NodeTarget =
  | { readonly kind: 'script'; readonly script: string; readonly rest: readonly string[] }
  /** `-e`, `-p`, a REPL, or standard input. */
  | { readonly kind: 'none' }
  /** Runs no program of its own: `--test`, `--watch`, `--run`, `--version`. */
  | { readonly kind: 'tool' };

const nodeValueOptions = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
  '--inspect-port',
  '--debug-port',
  '--title',
  '--watch-path',
  '--input-type',
  '--icu-data-dir',
  '--openssl-config',
  '--redirect-warnings',
  '--diagnostic-dir',
  '--dns-result-order',
  '--disable-warning',
  '--trace-event-categories',
  '--unhandled-rejections',
  '--stack-trace-limit',
  '--secure-heap',
  '--env-file',
  '--env-file-if-exists',
]);
const nodeEval = /^(-e|-p|-pe|-i|--eval|--print|--interactive)(=|$)/;
const nodeTool =
  /^(--test|--watch|--run|--check|-c|-v|--version|-h|--help|--build-snapshot|--prof-process|--completion-bash|--v8-options)(=|$)/;

export const nodeTarget = (command: readonly string[]): NodeTarget => {
  for (let at = 1; at < command.length; at++) {
    const word = command[at]!;
    if (word === '--') return scriptAt(command, at + 1);
    if (word === '-' || nodeEval.test(word)) return { kind: 'none' };
    if (nodeTool.test(word)) return { kind: 'tool' };
    if (nodeValueOptions.has(word)) at++;
    else if (!word.startsWith('-')) return scriptAt(command, at);
  }
  return { kind: 'none' };
};

const scriptAt = (command: readonly string[], at: number): NodeTarget => {
  const script = command[at];
  return script === undefined ? { kind: 'none' } : { kind: 'script', script, rest: command.slice(at + 1) };
};

/** The first word that is no option: for launchers whose options all stand alone. */
export const firstOperand = (words: readonly string[]): string | undefined => words.find((word) => !word.startsWith('-'));

export type JavaTarget =
  | { readonly kind: 'jar'; readonly jar: string }
  | { readonly kind: 'class'; readonly mainClass: string }
  /** `java Shop.java`: compiled and run in one go. */
  | { readonly kind: 'source'; readonly file: string }
  | { readonly kind: 'module'; readonly module: string }
  | { readonly kind: 'none' };

const javaValueOptions = new Set([
  '-cp',
  '-classpath',
  '--class-path',
  '-p',
  '--module-path',
  '--upgrade-module-path',
  '--add-modules',
  '--add-opens',
  '--add-exports',
  '--add-reads',
  '--limit-modules',
  '--patch-module',
  '--enable-native-access',
  '--illegal-native-access',
  '--source',
  '--describe-module',
  '-d',
]);

export const javaTarget = (command: readonly string[]): JavaTarget => {
  for (let at = 1; at < command.length; at++) {
    const word = command[at]!;
    const next = command[at + 1];
    if (word === '-jar') return next === undefined ? { kind: 'none' } : { kind: 'jar', jar: next };
    if (word === '-m' || word === '--module') return next === undefined ? { kind: 'none' } : moduleTarget(next);
    if (word.startsWith('--module=')) return moduleTarget(word.slice('--module='.length));
    if (javaValueOptions.has(word)) at++;
    else if (!word.startsWith('-') && !word.startsWith('@')) {
      return word.endsWith('.java') ? { kind: 'source', file: word } : { kind: 'class', mainClass: word.replaceAll('/', '.') };
    }
  }
  return { kind: 'none' };
};

const moduleTarget = (target: string): JavaTarget => {
  const slash = target.indexOf('/');
  return slash < 0 ? { kind: 'module', module: target } : { kind: 'class', mainClass: target.slice(slash + 1) };
};

export type DotnetTarget =
  | { readonly kind: 'assembly'; readonly path: string }
  | { readonly kind: 'command'; readonly name: string };

const dotnetValueOptions = new Set([
  '--additionalprobingpath',
  '--additional-deps',
  '--fx-version',
  '--roll-forward',
  '--roll-forward-on-no-candidate-fx',
  '--depsfile',
  '--runtimeconfig',
]);

/** What `dotnet …` runs: an assembly, or a command of the SDK. */
export const dotnetTarget = (command: readonly string[]): DotnetTarget => {
  for (let at = 1; at < command.length; at++) {
    const word = command[at]!;
    if (word === 'exec') continue;
    if (dotnetValueOptions.has(word.toLowerCase())) at++;
    else if (!word.startsWith('-')) {
      return /\.(dll|exe)$/i.test(word) ? { kind: 'assembly', path: word } : { kind: 'command', name: word };
    }
  }
  return { kind: 'command', name: '' };
};

/** A program that sets its title replaces its command line by one string. */
export const splitTitle = (command: readonly string[]): readonly string[] => {
  const [only, ...rest] = command;
  return only !== undefined && rest.every((word) => word === '') && only.includes(' ')
    ? only.split(/\s+/).filter(Boolean)
    : command;
};
