import type { AppProcess, Probe, Refusal } from '@substrate/core';
import { withDeadline } from '@substrate/core/probing';
import { createDetector } from '@substrate/detector';
import { takeWords } from './commands/arguments.js';
import { localCommand } from './commands/client-command.js';
import { exitCodes } from './commands/command.js';
import { clean } from './commands/table.js';
import { type Config, loadConfig } from './config.js';
import { type Check, checkReach, checkSetup } from './doctor-checks.js';
import { createProbes, loadExtras, type Probes } from './probes.js';
import { remedyOf } from './remedy.js';

/**
 * `substrate doctor`: how this home is set up, what can be attached to on this machine and why not, with the remedy. Needs no daemon, and
 * touches no process.
 */

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

export const doctor = localCommand(async ({ args, terminal, io }) => {
  takeWords(args.words);
  const config = loadConfig({ configFile: args.text('config'), env: io.env });
  const extras = await loadExtras(config);
  const all = await scanOnce(extras, {});
  const seen = await scanOnce(extras, config.scan);
  const hidden = all.filter(({ pid }) => !seen.some((app) => app.pid === pid));
  const probes = createProbes(config.probe);
  const probeOf = (app: AppProcess) => extras.find(({ name }) => name === app.extra)?.probe ?? probes[app.runtime];
  const found = await Promise.all(seen.map((app) => diagnose(app, probeOf(app))));
  const checks = [...(await checkSetup(config, io.env)), ...checkReach(seen, hidden, config)];
  if (terminal.json) terminal.printJson({ checks, probes: probeReport(probes), apps: found });
  else terminal.print(report(probes, checks, found));
  return exitCodes.done;
});

const scanOnce = async (
  extras: Awaited<ReturnType<typeof loadExtras>>,
  filter: Partial<Pick<Config['scan'], 'include' | 'exclude'>>,
): Promise<AppProcess[]> => {
  await using detector = createDetector({ include: filter.include ?? [], exclude: filter.exclude ?? [], extras });
  await detector.scan();
  return [...detector.apps.values()];
};

const runtimes = ['v8', 'jvm', 'clr'] as const;
const runtimeNames = { v8: 'V8 (browsers, Electron, Node.js, Deno)', jvm: 'JVM (Java)', clr: 'CLR (.NET)' };

const probeReport = (probes: Probes): Record<string, string> =>
  Object.fromEntries(
    runtimes.map((runtime) => [runtime, typeof probes[runtime] === 'object' ? 'ready' : (probes[runtime] ?? 'not there')]),
  );

const marks = { ok: 'ok ', note: '-  ', bad: 'no ' };

const report = (probes: Probes, checks: readonly Check[], found: readonly Diagnosis[]): string => {
  const lines = checks.map(({ name, outcome, message }) => clean(`${marks[outcome]} ${name}: ${message}`));
  const told = probeReport(probes);
  for (const runtime of runtimes)
    lines.push(`${marks[told[runtime] === 'ready' ? 'ok' : 'bad']} ${runtimeNames[runtime]}: ${told[runtime]}`);
  lines.push('');
  if (found.length === 0) lines.push('No application of these runtimes runs here.');
  for (const { pid, app_id, runtime_name, attachable, remedy } of found) {
    lines.push(`${attachable ? marks.ok : marks.bad} ${String(pid).padStart(7)}  ${app_id} (${runtime_name})`);
    if (remedy !== null) lines.push(`              ${remedy}`);
  }
  return `${lines.join('\n')}\n`;
};
