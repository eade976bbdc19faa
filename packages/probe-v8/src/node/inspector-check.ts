import { basename } from 'node:path';
import type { AppProcess, Refusal } from '@substrate/core';
import { readForeignText } from '@substrate/core/probing';
import { listeningSockets } from '../sockets.js';
import { findDoor } from './door.js';
import { readFlag } from './inspector-endpoint.js';
import { catchesSigusr1, type ProcessStatus, readStatus } from './process-status.js';

/** What speaks against touching a Node.js process, and against signalling it. */

export interface InspectorOptions {
  readonly signalNode: boolean;
}

export const remedy = 'Start it with --inspect=127.0.0.1:0 (for instance NODE_OPTIONS=--inspect=127.0.0.1:0).';

export const refuse = (reason: string, message: string, retry: boolean): Refusal => ({ reason, message, retry });

const nodeNames = /^(node(js)?|deno)[\d.-]*$/;

/** Why a signal must not be sent, or null when it is safe. */
export const signalRefusal = async (app: AppProcess, status: ProcessStatus): Promise<Refusal | null> => {
  const executable = status.executable ?? app.executable ?? '';
  if (!nodeNames.test(basename(executable.replace(/ \(deleted\)$/, '')))) {
    return refuse(
      'no_inspector',
      `${executable || app.appName} has no open inspector and is not known to survive the signal that opens one. ${remedy}`,
      false,
    );
  }
  if (!catchesSigusr1(status)) {
    return refuse(
      'signal_unsafe',
      `The process has no open inspector and does not catch SIGUSR1, which would end it. ${remedy}`,
      false,
    );
  }
  if (status.tracer !== 0) {
    return refuse(
      'traced',
      `A native debugger (pid ${status.tracer}) is attached and would stop the process at our signal. Detach it, or: ${remedy}`,
      true,
    );
  }
  const flag = await readFlag(app);
  if (!flag.given && flag.port === 0) {
    return refuse('no_inspector', `It would open its inspector at a port that nothing tells of. ${remedy}`, false);
  }
  if (await mentionsSigusr1(app)) {
    return refuse('signal_handled', `The application has a SIGUSR1 handler of its own, so it is not signalled. ${remedy}`, false);
  }
  return null;
};

/** Whether the entry script names the signal: then it is taken to mean something to the application. */
const mentionsSigusr1 = async (app: AppProcess): Promise<boolean> => {
  const script = app.command.slice(1).find((arg) => !arg.startsWith('-'));
  if (script === undefined) return app.command.some((arg) => arg.includes('SIGUSR1'));
  const path = script.startsWith('/') ? script : `${app.cwd ?? '.'}/${script}`;
  const text = await readForeignText(path, { maxBytes: 4_000_000 });
  return text?.includes('SIGUSR1') ?? false;
};

/** Why a process is not to be touched in any way. */
export const refuseProcess = (app: AppProcess, status: ProcessStatus): Refusal | null => {
  if ((app.startTime !== '' && status.startTime !== app.startTime) || status.state === 'Z') {
    return refuse('gone', 'The process has ended.', false);
  }
  const uid = process.getuid?.() ?? status.uid;
  if (status.uid !== uid) return refuse('other_user', 'The process belongs to another user. Run the daemon as that user.', false);
  if (status.state === 'T') {
    return refuse('stopped', 'The process is stopped. Continue it (kill -CONT) and it will be attached to.', true);
  }
  return null;
};

/** What would stop an attach before the process is touched. */
export const checkInspector = async (app: AppProcess, options: InspectorOptions): Promise<Refusal | null> => {
  const flag = await readFlag(app);
  if (process.platform !== 'linux') {
    return flag.given ? null : refuse('no_inspector', `The process has no open inspector. ${remedy}`, false);
  }
  const status = await readStatus(app.pid);
  if (!status) return refuse('gone', 'The process has ended.', false);
  const unfit = refuseProcess(app, status);
  if (unfit) return unfit;
  if ((await findDoor(app)) !== null) return null;
  const sockets = (await listeningSockets(app.pid)) ?? [];
  if (flag.given || sockets.some((socket) => socket.port === flag.port)) return null;
  if (!options.signalNode)
    return refuse(
      'no_inspector',
      `The process has no open inspector, and it is not signalled to open one: that is switched off (probe.node_signal). ${remedy}`,
      false,
    );
  return await signalRefusal(app, status);
};
