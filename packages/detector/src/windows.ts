import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Listing, ProcessFacts, ProcessKey } from './facts.js';

/**
 * Windows: CIM through one PowerShell that stays open, because starting one costs more than asking it. It reads one request a line and answers each
 * with one line of JSON: `list` gives all processes, `modules PID` the loaded modules and the owner of one.
 */
export interface WindowsRow {
  readonly ProcessId: number;
  readonly ParentProcessId: number;
  readonly Name: string;
  readonly ExecutablePath: string | null;
  readonly CommandLine: string | null;
  /** Ticks of the creation time. */
  readonly Created: string;
  readonly CreatedAt: string;
}

export interface WindowsDetails {
  readonly Modules: readonly string[] | null;
  readonly Owner: string | null;
}

/** Sends one request and resolves with its line of answer. */
export interface Shell {
  ask(request: string): Promise<string>;
  close(): Promise<void>;
}

const script = `
$ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
while ($null -ne ($line = [Console]::In.ReadLine())) {
  $word, $id = $line -split ' '
  if ($word -eq 'list') {
    $rows = @(Get-CimInstance Win32_Process -Property ProcessId,ParentProcessId,Name,ExecutablePath,CommandLine,CreationDate | Where-Object CreationDate | ForEach-Object {
      [pscustomobject]@{ ProcessId = $_.ProcessId; ParentProcessId = $_.ParentProcessId; Name = $_.Name; ExecutablePath = $_.ExecutablePath
        CommandLine = $_.CommandLine; Created = [string]$_.CreationDate.Ticks; CreatedAt = $_.CreationDate.ToUniversalTime().ToString('o') } })
    [Console]::Out.WriteLine((ConvertTo-Json -Compress -Depth 3 -InputObject $rows))
  } else {
    $owner = Invoke-CimMethod -InputObject (Get-CimInstance Win32_Process -Filter "ProcessId = $id") -MethodName GetOwner
    $modules = @((Get-Process -Id $id).Modules | ForEach-Object FileName)
    [Console]::Out.WriteLine((ConvertTo-Json -Compress -InputObject ([pscustomobject]@{ Modules = $modules; Owner = $owner.User })))
  }
}
`;

const answerMs = 15_000;

const createPowerShell = (): Shell => {
  let child: ChildProcessWithoutNullStreams | undefined;
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  const fail = (): void => {
    child = undefined;
    for (const call of waiting.splice(0)) call.reject(new Error('PowerShell ended'));
  };
  const open = (): ChildProcessWithoutNullStreams => {
    const started = spawn('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], { windowsHide: true });
    started.on('error', fail).on('exit', fail);
    started.stdin.on('error', fail);
    createInterface({ input: started.stdout }).on('line', (line) => waiting.shift()?.resolve(line));
    return started;
  };
  return {
    ask(request) {
      child ??= open();
      const { stdin } = child;
      return new Promise((resolve, reject) => {
        // Answers come in order: one that never comes would shift all others, so the shell is ended with it.
        const timer = setTimeout(() => child?.kill(), answerMs);
        const done =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            settle(value);
          };
        waiting.push({ resolve: done(resolve), reject: done(reject) });
        stdin.write(`${request}\n`);
      });
    },
    async close() {
      child?.kill();
    },
  };
};

export const createWindowsListing = ({
  shell = createPowerShell(),
  user = process.env.USERNAME ?? '',
}: {
  shell?: Shell;
  user?: string;
} = {}): Listing => {
  let rows = new Map<number, WindowsRow>();
  return {
    async list() {
      const found = parseRows(await shell.ask('list'));
      rows = new Map(found.map((row) => [row.ProcessId, row]));
      return found.map((row): ProcessKey => ({ pid: row.ProcessId, startTime: row.Created }));
    },
    async inspect(key) {
      const row = rows.get(key.pid);
      if (row === undefined || row.Created !== key.startTime) return undefined;
      const details = JSON.parse(await shell.ask(`modules ${key.pid}`)) as WindowsDetails;
      return toFacts(row, details, user);
    },
    close: () => shell.close(),
  };
};

const parseRows = (line: string): readonly WindowsRow[] => {
  const rows: unknown = JSON.parse(line);
  return Array.isArray(rows) ? (rows as WindowsRow[]) : [];
};

const toFacts = (row: WindowsRow, details: WindowsDetails, user: string): ProcessFacts => ({
  pid: row.ProcessId,
  startTime: row.Created,
  startedAt: new Date(row.CreatedAt).toISOString(),
  parent: row.ParentProcessId,
  name: row.Name,
  executable: row.ExecutablePath,
  command: row.CommandLine === null ? [] : splitCommandLine(row.CommandLine),
  // Windows tells no working folder to another process.
  cwd: null,
  modules: details.Modules ?? [],
  foreign: details.Owner === null || details.Owner.toLowerCase() !== user.toLowerCase(),
  ...(details.Owner === null ? {} : { user: details.Owner }),
  contained: false,
});

/** The rules of the C runtime: quotes group, a backslash is itself unless a quote follows the run of them, `""` inside quotes is one quote. */
export const splitCommandLine = (line: string): readonly string[] => {
  const words: string[] = [];
  let word = '';
  let begun = false;
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === '\\') {
      let run = 1;
      while (line[at + run] === '\\') run++;
      at += run - 1;
      const beforeQuote = line[at + 1] === '"';
      word += '\\'.repeat(beforeQuote ? run >> 1 : run);
      begun = true;
      if (beforeQuote && run % 2 === 1) {
        word += '"';
        at++;
      }
    } else if (char === '"') {
      begun = true;
      if (quoted && line[at + 1] === '"') {
        word += '"';
        at++;
      } else quoted = !quoted;
    } else if (!quoted && /\s/.test(char)) {
      if (begun) words.push(word);
      word = '';
      begun = false;
    } else {
      word += char;
      begun = true;
    }
  }
  if (begun) words.push(word);
  return words;
};
