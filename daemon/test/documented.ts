import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './support.js';

/** The code blocks of a page, run as a reader would, with what came out held against what the page shows. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface Block {
  readonly language: string;
  readonly text: string;
  /** What the comment above it takes for given. */
  readonly given: string;
  /** The line of the page that it begins at. */
  readonly line: number;
}

export const blocksOf = (page: string): Block[] => {
  const blocks: Block[] = [];
  const lines = readFileSync(path.join(repository, page), 'utf8').split('\n');
  for (let at = 0; at < lines.length; at++) {
    const language = /^```(\w+)$/.exec(lines[at] ?? '')?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', at);
    const given = /^<!-- given: (.*) -->$/.exec(lines[at - 1] ?? '')?.[1] ?? '';
    blocks.push({ language, text: lines.slice(at + 1, end).join('\n'), given, line: at + 1 });
    at = end;
  }
  return blocks;
};

export interface Step {
  readonly command: string;
  readonly shown: readonly string[];
}

/** `$ command` lines and what stands below each. A comment after a command is not run by the shell either. */
export const stepsOf = ({ text }: Block): Step[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = '', ...shown] = step.trimEnd().split('\n');
      return { command, shown: shown.filter((line) => line !== '') };
    });

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether the lines came, in their order. `…` stands for anything, and the widths of columns are no matter. */
const isShown = (output: string, shown: readonly string[]): boolean => {
  const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const lines = output.split('\n').map(plain);
  let at = 0;
  return shown.every((line) => {
    if (plain(line) === '…') return true;
    const wanted = new RegExp(`^${plain(line).split('…').map(literal).join('.*')}$`);
    const found = lines.findIndex((one, index) => index >= at && wanted.test(one));
    at = found + 1;
    return found >= 0;
  });
};

export interface Reader {
  /** Runs one command until it has shown what the page shows; it goes on if it does not end by itself. */
  follow(step: Step): Promise<void>;
  end(): Promise<void>;
}

/** A person with a shell in the root of the clone. */
export const createReader = (env: NodeJS.ProcessEnv): Reader => {
  const running = new Set<ChildProcess>();
  return {
    async follow({ command, shown }) {
      const child = spawn('bash', ['-c', `exec ${command}`.replace(/^exec (?=\w+=|if |for )/, '')], {
        cwd: repository,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      let output = '';
      let closed = false;
      child.stdout.on('data', (text) => {
        output += text;
      });
      child.stderr.on('data', (text) => {
        output += text;
      });
      child.once('close', () => {
        closed = true;
        running.delete(child);
      });
      await until(
        () => {
          if (shown.length > 0 && isShown(output, shown)) return true;
          if (!closed) return false;
          if (shown.length === 0 && child.exitCode === 0) return true;
          throw new Error(`"${command}" ended with ${child.exitCode} and showed\n${output}\ninstead of\n${shown.join('\n')}`);
        },
        `what the page shows for "${command}"`,
        90_000,
      );
    },
    async end() {
      await Promise.all(
        [...running].map((child) => {
          const closed = new Promise((resolve) => child.once('close', resolve));
          child.kill('SIGTERM');
          return closed;
        }),
      );
    },
  };
};

/** What the lines of a program say it prints: `console.log(…); // this`. */
export const printsOf = ({ text }: Block): string[] =>
  text.split('\n').flatMap((line) => /console\.log\(.*\);\s*\/\/ (.+)$/.exec(line)?.[1] ?? []);
