import { type AppEvent, type Client, SubstrateClientError } from '@substrate/client';
import type { StateChangeNotification } from '@substrate/core';
import { takeWords } from './arguments.js';
import { clientCommand, type Terminal } from './client-command.js';
import { exitCodes } from './command.js';
import { changesOf } from './diff.js';
import { clean, cut } from './table.js';
import { targetOf } from './target.js';

export const watch = clientCommand(async ({ args, terminal, client, io }) => {
  const { 'PID or APP_ID': app } = takeWords(args.words, 'PID or APP_ID');
  let left = args.count('count') ?? Number.POSITIVE_INFINITY;
  const control = new AbortController();
  const stop = (): void => control.abort();
  const end = onInterrupt(io.signal, stop);
  try {
    const target = targetOf(app);
    if (!('pid' in target)) await client.app(target.app_id, { waitMs: 0 }).pid();
    const options = { signal: control.signal };
    const events: AsyncGenerator<AppEvent> =
      'pid' in target ? client.watch(target.pid, options) : client.app(target.app_id).watch(options);
    let since: string | undefined;
    for await (const event of events) {
      if (event.type === 'state') since = event.state.capture_id;
      if (event.type === 'change') {
        if (terminal.json) terminal.printJson(notificationOf(event));
        else await tellChange(client, event, since, terminal);
        since = event.capture_id;
        if (--left <= 0) break;
      } else tell(event, terminal);
    }
    return exitCodes.done;
  } finally {
    end();
  }
});

/** The interrupt of the terminal ends a watch as it should be, with exit code 0. */
const onInterrupt = (signal: AbortSignal | undefined, stop: () => void): (() => void) => {
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return () => {
    signal?.removeEventListener('abort', stop);
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
};

/** The message as the daemon sent it. */
const notificationOf = ({ type: _, ...notification }: { type: 'change' } & StateChangeNotification): StateChangeNotification =>
  notification;

const tellChange = async (
  client: Client,
  event: StateChangeNotification,
  since: string | undefined,
  { print, width }: Terminal,
): Promise<void> => {
  const time = event.timestamp.slice(11, 19);
  const changes = since === undefined ? [] : await changesSince(client, event.pid, since);
  if (changes.length === 0) return print(cut(clean(`${time}  ${event.changed_keys.join(', ')}`), width));
  for (const [key, before, after] of changes) print(cut(clean(`${time}  ${key}: ${before} → ${after}`), width));
};

/** A capture that left the history meanwhile is no trouble: the keys are known all the same. */
const changesSince = async (client: Client, pid: number, since: string): Promise<string[][]> => {
  try {
    return changesOf(await client.diff(pid, since));
  } catch (error) {
    if (error instanceof SubstrateClientError) return [];
    throw error;
  }
};

const tell = (event: Exclude<AppEvent, { type: 'change' }>, { note }: Terminal): void => {
  if (event.type === 'started') note(`pid ${event.pid}`);
  else if (event.type === 'exited') note(`pid ${event.pid} has exited; waiting for the next one`);
  else if (event.reason === 'gap') note(`${event.missed} messages were dropped`);
  else if (event.reason === 'reconnect') note('connected again');
  else note(clean(`watching ${event.state.app_id} (pid ${event.state.pid}), ${Object.keys(event.state.objects).length} keys`));
};
