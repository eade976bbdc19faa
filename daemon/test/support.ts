import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AppSummary, AppsResponse, SubstrateState } from '@substrate/core';

/** Real daemons and real applications, in a folder of their own, all of which end with the test. */
export const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/** A probe for `probe.extra` that some texts stall. */
export const stallingProbe = fileURLToPath(new URL('./fixtures/stalling-probe.mjs', import.meta.url));

export interface RunningDaemon {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string | undefined;
  readonly home: string;
  stdout(): string;
  stderr(): string;
  get<T>(route: string): Promise<T>;
  post(route: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  apps(): Promise<readonly AppSummary[]>;
  app(pid: number): Promise<AppSummary | undefined>;
  state(pid: number, query?: string): Promise<SubstrateState>;
  /** Ends it and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface Workshop extends AsyncDisposable {
  readonly folder: string;
  write(file: string, text: string): string;
  /** Starts an application. When it ends by itself otherwise than well, the workshop says so as it closes. */
  start(program: string, args: readonly string[], options?: { cwd?: string; env?: Record<string, string> }): ChildProcess;
  end(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null>;
  daemon(env?: Record<string, string>, args?: readonly string[]): Promise<RunningDaemon>;
  /** Runs the command to its end. */
  run(args: readonly string[], env?: Record<string, string>): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

export const until = async <T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  ms = 45_000,
): Promise<T> => {
  const ends = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > ends) throw new Error(`${what} never came true`);
    await sleep(50);
  }
};

export const createWorkshop = (): Workshop => {
  const folder = mkdtempSync(path.join(tmpdir(), 'substrate-daemon-'));
  const children = new Set<ChildProcess>();
  const home = path.join(folder, 'home');

  /** Only what the test starts is listed, and so attached to: everything it starts has the folder in its command line. */
  const environment = (env: Record<string, string>): NodeJS.ProcessEnv => {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SUBSTRATE_'));
    return {
      ...Object.fromEntries(inherited),
      SUBSTRATE_HOME: home,
      SUBSTRATE_SERVER__PORT: '0',
      SUBSTRATE_PROBE__ATTACH: 'listed',
      SUBSTRATE_SCAN__INCLUDE: JSON.stringify([folder]),
      ...env,
    };
  };

  const keep = (child: ChildProcess): ChildProcess => {
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };

  const end = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };

  const collect = (child: ChildProcess) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    return { stdout: () => stdout, stderr: () => stderr };
  };

  let started = 0;
  const badEnds: string[] = [];

  const start: Workshop['start'] = (program, args, options = {}) => {
    const printed = path.join(folder, `.printed-${started++}`);
    const out = openSync(printed, 'w');
    const { cwd = folder, env } = options;
    const child = keep(spawn(program, [...args], { cwd, stdio: ['ignore', out, out], env: { ...process.env, ...env } }));
    closeSync(out);
    child.once('exit', (code, signal) => {
      // A JVM that was told to end has 143 as its code.
      if (signal === null ? [0, 143].includes(code ?? 0) : /^SIG(?:HUP|INT|KILL|PIPE|TERM)$/.test(signal)) return;
      badEnds.push(`${program} (${child.pid}) ended with ${signal ?? code}: ${readFileSync(printed, 'utf8').slice(-4000)}`);
    });
    return child;
  };

  let firstKey: string | undefined;

  return {
    folder,
    write(file, text) {
      const full = path.join(folder, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, text);
      return full;
    },
    start,
    end,
    async run(args, env = {}) {
      const child = keep(spawn(process.execPath, [cli, ...args], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] }));
      const output = collect(child);
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      return { code, stdout: output.stdout(), stderr: output.stderr() };
    },
    async daemon(env = {}, args = []) {
      const child = keep(spawn(process.execPath, [cli, ...args], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] }));
      const output = collect(child);
      const url = await until(() => {
        if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}: ${output.stderr()}`);
        return /^substrate listening on (http:\S+)\n/.exec(output.stdout())?.[1];
      }, 'the listening line');
      const printed = /^key: (\S+)$/m.exec(output.stdout())?.[1];
      firstKey = printed ?? firstKey;
      const key = firstKey;
      const headers: Record<string, string> = key === undefined ? {} : { 'X-Substrate-Key': key };
      const get = async <T>(route: string): Promise<T> => {
        const response = await fetch(`${url}/substrate/v1${route}`, { headers }).catch((error) => {
          throw new Error(
            `${route} got no answer; the daemon ${child.exitCode === null && child.signalCode === null ? 'runs' : `ended with ${child.exitCode ?? child.signalCode}`}:\n${output.stderr().slice(-4000)}`,
            { cause: error },
          );
        });
        const body = await response.json();
        if (!response.ok) throw new Error(`${route}: ${response.status} ${JSON.stringify(body)}`);
        return body as T;
      };
      const apps = async (): Promise<readonly AppSummary[]> => (await get<AppsResponse>('/apps')).apps;
      return {
        child,
        url,
        key,
        home: env.SUBSTRATE_HOME ?? home,
        ...output,
        get,
        async post(route, body) {
          const response = await fetch(`${url}/substrate/v1${route}`, {
            method: 'POST',
            headers: { ...headers, 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          });
          return { status: response.status, body: (await response.json()) as Record<string, unknown> };
        },
        apps,
        app: async (pid) => (await apps()).find((app) => app.pid === pid),
        state: (pid, query = '') => get<SubstrateState>(`/state/${pid}${query}`),
        stop: (signal = 'SIGTERM') => end(child, signal),
      };
    },
    async [Symbol.asyncDispose]() {
      // Who came last goes first: a window does not lose its display.
      for (const child of [...children].reverse()) await end(child);
      // A browser that was ended may still be writing to its profile; `maxRetries` would try the folder again without what came into it since.
      for (let attempt = 1; ; attempt++) {
        try {
          rmSync(folder, { recursive: true, force: true });
          break;
        } catch (error) {
          if (attempt === 30) throw error;
          await sleep(200);
        }
      }
      if (badEnds.length > 0) throw new Error(badEnds.join('\n'));
    },
  };
};

export interface Closed {
  /** Null when the connection ended without a close frame. */
  readonly code: number | null;
  readonly reason: string;
}

/** Watches without a library, so that what is seen is what was sent: resolves once connected; `closed` with the close frame. */
export const watch = (
  daemon: RunningDaemon,
  pid: number,
  query = '',
): Promise<{ readonly closed: Promise<Closed>; messages(): readonly string[] }> =>
  new Promise((resolve, reject) => {
    const call = request(`${daemon.url}/substrate/v1/watch/${pid}${query}`, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': Buffer.alloc(16, 1).toString('base64'),
        ...(daemon.key === undefined ? {} : { 'X-Substrate-Key': daemon.key }),
      },
    });
    call.once('error', reject);
    call.once('response', (response) => reject(new Error(`watch: ${response.statusCode}`)));
    call.once('upgrade', (_, socket, head) => {
      let bytes = head;
      const messages: string[] = [];
      const closed = new Promise<Closed>((done) => {
        const read = (): void => {
          for (let frame = nextFrame(bytes); frame !== undefined; frame = nextFrame(bytes)) {
            bytes = bytes.subarray(frame.size);
            if (frame.kind === 1) messages.push(frame.body.toString('utf8'));
            if (frame.kind === 8) done({ code: frame.body.readUInt16BE(0), reason: frame.body.subarray(2).toString('utf8') });
          }
        };
        socket.on('data', (more: Buffer) => {
          bytes = Buffer.concat([bytes, more]);
          read();
        });
        socket.on('error', () => {});
        socket.once('close', () => done({ code: null, reason: '' }));
        read();
      });
      void closed.then(() => socket.destroy());
      resolve({ closed, messages: () => messages });
    });
    call.end();
  });

const nextFrame = (bytes: Buffer): { kind: number; body: Buffer; size: number } | undefined => {
  if (bytes.length < 2) return undefined;
  const short = bytes[1]! & 0x7f;
  const at = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < at) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  return bytes.length < at + length
    ? undefined
    : { kind: bytes[0]! & 0x0f, body: bytes.subarray(at, at + length), size: at + length };
};

export const has = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const nodeShop = `
const http = require('node:http');
const cart = { items: [{ name: 'pen', price: 2 }], total: 2, status: 'open' };
function addItem(name, price) { cart.items.push({ name, price }); cart.total += price; return cart.total; }
http.createServer((request, response) => {
  if (request.method === 'POST') addItem('ink', 3);
  response.end(JSON.stringify(cart));
}).listen(0, '127.0.0.1');
module.exports = { addItem };
`;

export const javaBoard = `
public class Board {
  static int openTasks = 3;
  static String owner = "ann";
  public static void close(int count) { openTasks -= count; }
  public static void main(String[] args) throws Exception { while (true) Thread.sleep(1000); }
}
`;

export const dotnetQueue = `
using System; using System.Collections.Generic; using System.Threading.Tasks;
public static class Queue {
  public static List<string> Waiting = new() { "one", "two" };
  public static int Done = 0;
  public static void Drain(int count) { Done += count; }
  public static async Task Main() { Waiting.Add("three"); while (true) await Task.Delay(1000); }
}
`;

export const dotnetProject = `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>`;
