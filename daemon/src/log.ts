import { Logger } from 'tslog';
import type { Values } from './settings.js';

/**
 * The log, on standard error. A key never gets into it, wherever it came from; what an application holds is not logged at info or above: messages
 * there name pids, app_ids, counts and reasons.
 */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

const levels = { trace: 1, debug: 2, info: 3, warn: 4, error: 5 } as const;
const key = /sk_substrate_[A-Za-z0-9]+/g;

export const createLog = ({
  level,
  write = (line) => process.stderr.write(line),
}: {
  level: Values['log']['level'];
  write?: (line: string) => void;
}): Log => {
  const logger = new Logger<unknown>({ type: 'hidden', minLevel: levels[level], hideLogPositionForProduction: true });
  logger.attachTransport((entry) => {
    const { _meta: meta, ...parts } = entry as { _meta: { date: Date; logLevelName: string } } & Record<string, unknown>;
    const message = Object.values(parts).map(String).join(' ').replace(key, 'sk_substrate_[redacted]');
    write(`${meta.date.toISOString()} ${meta.logLevelName.padEnd(5)} ${message.replace(/[\r\n]+/g, ' ⏎ ')}\n`);
  });
  return {
    debug: (message) => logger.debug(message),
    info: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
    error: (message, error) => logger.error(error === undefined ? message : `${message} ${describe(error, level)}`),
  };
};

/** The message of an error; its stack too when somebody is looking for a defect. */
const describe = (error: unknown, level: Values['log']['level']): string => {
  if (!(error instanceof Error)) return String(error);
  return levels[level] <= levels.debug ? (error.stack ?? error.message) : `${error.name}: ${error.message}`;
};
