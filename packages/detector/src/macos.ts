import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Listing, ProcessFacts, ProcessKey } from './facts.js';

/**
 * macOS: one `ps` a scan tells everything but the mapped files and the working folder, which `lsof` tells for one process. `ps` joins a command line
 * by blanks: words are split again where the path of the program ends, so an argument with a blank inside comes in two parts.
 */
export interface MacRow {
  readonly pid: number;
  readonly parent: number;
  readonly uid: number;
  readonly started: string;
  readonly executable: string;
  readonly command: readonly string[];
}

export type Run = (program: string, args: readonly string[]) => Promise<string>;

const execute = promisify(execFile);
/** `lsof` ends with 1 when one of several things asked for was not there; what it printed is still good. */
const runProgram: Run = async (program, args) => {
  try {
    return (
      await execute(program, [...args], { maxBuffer: 32 * 1024 * 1024, timeout: 10_000, env: { ...process.env, LC_ALL: 'C' } })
    ).stdout;
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? '';
  }
};

export const createMacListing = ({
  run = runProgram,
  uid = process.getuid?.() ?? 0,
}: {
  run?: Run;
  uid?: number;
} = {}): Listing => {
  let rows = new Map<number, MacRow>();
  return {
    async list() {
      const [facts, programs] = await Promise.all([
        run('/bin/ps', ['-axww', '-o', 'pid=,ppid=,uid=,lstart=,command=']),
        run('/bin/ps', ['-axww', '-o', 'pid=,comm=']),
      ]);
      const found = parsePs(facts, programs);
      // An empty answer is a failed command, never an empty machine.
      if (found.length > 0) rows = new Map(found.map((row) => [row.pid, row]));
      return [...rows.values()].map((row): ProcessKey => ({ pid: row.pid, startTime: row.started, image: row.executable }));
    },
    async inspect(key) {
      const row = rows.get(key.pid);
      if (row === undefined || row.started !== key.startTime) return undefined;
      const files =
        row.uid === uid
          ? parseLsof(await run('/usr/sbin/lsof', ['-p', String(key.pid), '-a', '-d', 'txt,cwd', '-Ffn']))
          : { cwd: null, modules: [] };
      return toFacts(row, files, uid);
    },
  };
};

const toFacts = (row: MacRow, files: { cwd: string | null; modules: readonly string[] }, uid: number): ProcessFacts => ({
  pid: row.pid,
  startTime: row.started,
  startedAt: new Date(row.started).toISOString(),
  parent: row.parent,
  name: row.executable.slice(row.executable.lastIndexOf('/') + 1),
  executable: row.executable.startsWith('/') ? row.executable : null,
  command: row.command,
  cwd: files.cwd,
  modules: files.modules,
  foreign: row.uid !== uid,
  user: String(row.uid),
  contained: false,
});

export const parsePs = (facts: string, programs: string): readonly MacRow[] => {
  const executables = new Map<number, string>();
  for (const line of programs.split('\n')) {
    const match = /^\s*(\d+)\s+(.+?)\s*$/.exec(line);
    if (match !== null) executables.set(Number(match[1]), match[2]!);
  }
  const rows: MacRow[] = [];
  for (const line of facts.split('\n')) {
    // lstart is always five words: Sun Nov 15 03:36:37 2026
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\w{3}\s+\w{3}\s+\d+\s+\d\d:\d\d:\d\d\s+\d{4})\s+(.*?)\s*$/.exec(line);
    if (match === null) continue;
    const pid = Number(match[1]);
    const command = match[5]!;
    const executable = executables.get(pid) ?? command.split(' ')[0]!;
    const rest = command.startsWith(executable) ? command.slice(executable.length) : command.replace(/^\S+/, '');
    const first = command.startsWith(executable) ? executable : command.split(' ')[0]!;
    rows.push({
      pid,
      parent: Number(match[2]),
      uid: Number(match[3]),
      started: match[4]!.replace(/\s+/g, ' '),
      executable,
      command: [first, ...rest.split(' ').filter(Boolean)],
    });
  }
  return rows;
};

/** `-Ffn`: a line `f` opens a file (`fcwd`, `ftxt`), the line `n` has its path. */
const parseLsof = (text: string): { cwd: string | null; modules: readonly string[] } => {
  let cwd: string | null = null;
  const modules = new Set<string>();
  let kind = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('f')) kind = line.slice(1);
    else if (line.startsWith('n') && kind === 'cwd') cwd = line.slice(1);
    else if (line.startsWith('n') && kind === 'txt') modules.add(line.slice(1));
  }
  return { cwd, modules: [...modules] };
};
