import { parseArgs } from 'node:util';
import type { AppProcess, Probe, Refusal } from '@substrate/core';
import { withDeadline } from '@substrate/core/probing';
import { createDetector } from '@substrate/detector';
import { type Command, type CommandIo, exitCodes } from './commands/command.js';
import { ConfigError, loadConfig } from './config.js';
import { createProbes, loadExtras, type Probes } from './probes.js';
import { remedyOf } from './remedy.js';
import { rootWarning } from './root.js';

/** `substrate doctor`: what can be attached to on this machine and why not, with the remedy. Needs no daemon, and touches no process. */

interface Diagnosis {
  readonly pid: number;
  readonly app_id: string;
  readonly runtime: string;
  readonly runtime_name: string;
  readonly recognized_by: string;
  readonly attachable: boolean;
  /** What is in the way; null when nothing is. */
  readonly reason: string | null;
  readonly remedy: string | null;
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Tell what can be attached to on this machine, and what is in the way.',
  usage: 'substrate doctor [--config FILE] [--json]',
  examples: ['substrate doctor', 'substrate doctor --json'],
  run: (args, io) => doctor(args, io),
};

const checkMs = 10_000;

const diagnose = async (app: AppProcess, probe: Probe | string | undefined): Promise<Diagnosis> => {
  const refusal = app.refusal ?? (await check(app, probe));
  return {
    pid: app.pid,
    app_id: app.appId,
    runtime: app.runtime,
    runtime_name: app.runtimeName,
    recognized_by: app.recognizedBy,
    attachable: refusal === null,
    reason: refusal?.reason ?? null,
    remedy: refusal === null ? null : remedyOf(app, refusal),
  };
};

const check = async (app: AppProcess, probe: Probe | string | undefined): Promise<Refusal | null> => {
  if (probe === undefined)
    return { reason: 'no_probe', message: `Applications of the runtime ${app.runtime} can't be probed yet.`, retry: false };
  if (typeof probe === 'string') return { reason: 'no_probe', message: probe, retry: false };
  try {
    return await withDeadline({ what: 'The check of the process', ms: checkMs }, () => probe.check(app));
  } catch (error) {
    return { reason: 'check_failed', message: error instanceof Error ? error.message : String(error), retry: true };
  }
};

const doctor = async (args: readonly string[], io: CommandIo): Promise<number> => {
  let options: { config?: string | undefined; json?: boolean | undefined };
  try {
    options = parseArgs({
      args: [...args],
      options: { config: { type: 'string' }, json: { type: 'boolean' } },
      strict: true,
    }).values;
  } catch (error) {
    io.stderr.write(`substrate doctor: ${(error as Error).message}\nusage: ${doctorCommand.usage}\n`);
    return exitCodes.usage;
  }
  try {
    const config = loadConfig({ configFile: options.config, env: io.env });
    const extras = await loadExtras(config);
    await using detector = createDetector({ include: config.scan.include, exclude: config.scan.exclude, extras });
    await detector.scan();
    const probes = createProbes(config.probe);
    const probeOf = (app: AppProcess) => extras.find(({ name }) => name === app.extra)?.probe ?? probes[app.runtime];
    const found = await Promise.all(Array.from(detector.apps.values(), (app) => diagnose(app, probeOf(app))));
    const warnings = [rootWarning()].filter((warning) => warning !== undefined);
    io.stdout.write(
      options.json
        ? `${JSON.stringify({ probes: probeReport(probes), warnings, apps: found })}
`
        : report(probes, warnings, found),
    );
    return exitCodes.done;
  } catch (error) {
    const text = error instanceof ConfigError ? error.problems.join('\nsubstrate: ') : (error as Error).message;
    io.stderr.write(`substrate: ${text}\n`);
    return exitCodes.failed;
  }
};

const runtimes = ['v8', 'jvm', 'clr'] as const;
const runtimeNames = { v8: 'V8 (browsers, Electron, Node.js, Deno)', jvm: 'JVM (Java)', clr: 'CLR (.NET)' };

const probeReport = (probes: Probes): Record<string, string> =>
  Object.fromEntries(
    runtimes.map((runtime) => [runtime, typeof probes[runtime] === 'object' ? 'ready' : (probes[runtime] ?? 'not there')]),
  );

const report = (probes: Probes, warnings: readonly string[], found: readonly Diagnosis[]): string => {
  const lines = runtimes.map((runtime) => `${runtimeNames[runtime]}: ${probeReport(probes)[runtime]}`);
  for (const warning of warnings) lines.push(`Warning: ${warning}`);
  lines.push('');
  if (found.length === 0) lines.push('No application of these runtimes runs here.');
  for (const { pid, app_id, runtime_name, attachable, remedy } of found) {
    lines.push(`${attachable ? 'ok ' : 'no '} ${String(pid).padStart(7)}  ${app_id} (${runtime_name})`);
    if (remedy !== null) lines.push(`              ${remedy}`);
  }
  return `${lines.join('\n')}\n`;
};
