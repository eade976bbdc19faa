import type { ErrorCode } from '@substrate/core';
import type { Audit, RefusalsRecord } from './applications.js';

/**
 * Attempts that were turned away at the door, counted. Anybody can make thousands of them a second, so they are no lines of their
 * own in the audit log: they would push out what it is for. It gets one line a minute while there are any.
 */
export interface Refusals extends AsyncDisposable {
  count(code: ErrorCode): void;
  /** Whether one more of this key's is a line of its own: the first few of a minute are. */
  spare(keyId: string | null): boolean;
}

export interface RefusalsOptions {
  readonly audit: Audit;
  readonly report: (defect: unknown) => void;
  readonly everyMs?: number;
}

const linesPerKey = 10;

export const createRefusals = ({ audit, report, everyMs = 60_000 }: RefusalsOptions): Refusals => {
  let counts: Partial<Record<ErrorCode, number>> = {};
  let since = '';
  let timer: NodeJS.Timeout | undefined;
  const lines = new Map<string | null, number>();

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    lines.clear();
    if (Object.keys(counts).length === 0) return;
    const record: RefusalsRecord = { at: new Date().toISOString(), event: 'turned_away', since, counts };
    counts = {};
    try {
      await audit.write(record);
    } catch (error) {
      report(error);
    }
  };

  const begin = (): void => {
    if (timer !== undefined) return;
    since = new Date().toISOString();
    timer = setTimeout(() => void write(), everyMs).unref();
  };

  return {
    count(code) {
      begin();
      counts[code] = (counts[code] ?? 0) + 1;
    },
    spare(keyId) {
      begin();
      const before = lines.get(keyId) ?? 0;
      lines.set(keyId, before + 1);
      return before < linesPerKey;
    },
    [Symbol.asyncDispose]: write,
  };
};
