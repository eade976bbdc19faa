import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppProcess, RuntimeFlavor } from '@substrate/core';
import { startTimeOf } from '@substrate/core/probing';

/** Real Node.js processes for the live tests, and how they look to a probe. */

const examples = join(dirname(fileURLToPath(import.meta.url)), '../../../examples/node');
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Started {
  readonly app: AppProcess;
  readonly child: ChildProcess;
  /** Everything that it printed so far. */
  output(): string;
  /** How it ended, with what it printed; undefined while it runs. */
  ended(): string | undefined;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly executable?: string;
  readonly flavor?: RuntimeFlavor;
  readonly env?: Readonly<Record<string, string>>;
  /** Text on its output that says that it is ready. */
  readonly ready?: RegExp;
}

export const startNode = async (options: StartOptions): Promise<Started> => {
  const {
    args,
    cwd = process.cwd(),
    executable = process.execPath,
    flavor = 'node',
    env = {},
    ready = /listening|ready/,
  } = options;
  const { NODE_OPTIONS: _ours, ...inherited } = process.env;
  const child = spawn(executable, args, { cwd, env: { ...inherited, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  running.add(child);
  let text = '';
  let end: string | undefined;
  const exited = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      end = signal ?? `${code}`;
      resolve();
    }),
  );
  void exited.then(() => running.delete(child));
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      if (ready.test(text)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    void exited.then(() => reject(new Error(`The process ended before it was ready: ${text}`)));
    setTimeout(() => reject(new Error(`The process was not ready in time: ${text}`)), 90_000).unref();
  });
  const pid = child.pid as number;
  return {
    child,
    output: () => text,
    ended: () => end && `The process ended (${end}): ${text}`,
    app: {
      pid,
      startTime: startTimeOf(pid) ?? '',
      startedAt: new Date().toISOString(),
      runtime: 'v8',
      flavor,
      runtimeName: 'Node.js',
      appId: 'example',
      appName: 'example',
      executable,
      command: [executable, ...args],
      cwd,
      recognizedBy: 'test',
    },
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
      // Whatever was tried: it did not crash.
      if (/SIG(?:ABRT|BUS|FPE|ILL|QUIT|SEGV|TRAP|USR1)/.test(end ?? '')) throw new Error(`The process crashed (${end}): ${text}`);
    },
  };
};

export const startExample = (name: string): Promise<Started> => startNode({ args: ['server.js'], cwd: join(examples, name) });

/** The address that an example printed when it was ready. */
export const urlOf = (started: Started): string => /http:\/\/\S+/.exec(started.output())?.[0] ?? '';
