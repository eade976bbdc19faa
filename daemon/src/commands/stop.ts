import { setTimeout as sleep } from 'node:timers/promises';
import { homeOf } from '../config.js';
import { runningDaemon } from '../home.js';
import { takeWords } from './arguments.js';
import { localCommand } from './client-command.js';
import { exitCodes } from './command.js';

/** A daemon leaves the applications that it is attached to before it ends; that has its own deadlines, which are shorter. */
const longestMs = 30_000;

export const stop = localCommand(async ({ args, terminal, io }) => {
  takeWords(args.words);
  const home = homeOf(io.env);
  const daemon = runningDaemon(home);
  if (daemon === undefined) {
    terminal.note(`No daemon runs with the home folder ${home}.`);
    return exitCodes.failed;
  }
  process.kill(daemon.pid, 'SIGTERM');
  const ends = Date.now() + longestMs;
  while (runningDaemon(home)?.pid === daemon.pid) {
    if (Date.now() > ends) {
      terminal.note(`The daemon (pid ${daemon.pid}) was told to end, and has not after ${longestMs / 1000} s.`);
      return exitCodes.failed;
    }
    await sleep(50);
  }
  if (terminal.json) terminal.printJson({ pid: daemon.pid });
  else terminal.print(`stopped: pid ${daemon.pid}`);
  return exitCodes.done;
});
