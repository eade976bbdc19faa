import type { TimelineResponse } from '@substrate/core';
import type { AttemptRecord, Audit } from './applications.js';
import { answerJson } from './call.js';
import { pathTarget, readQuery } from './input.js';
import { findTracked } from './lookup.js';
import type { Handler } from './reads.js';

/** `GET /timeline`: the states that are held, and what was done by whom since the daemon runs. The audit log on the disk has the rest. */

const mostAttempts = 200;
const mostApplications = 1000;
const mostKeys = 5;

/** Captures are UUIDs of version 7, which begin with the time. */
const timeOf = (captureId: string): string =>
  new Date(Number.parseInt(captureId.replace('-', '').slice(0, 12), 16)).toISOString();

export interface Timeline {
  /** The audit, with what passes through it remembered. */
  readonly audit: Audit;
  readonly handler: Handler;
}

export const createTimeline = (audit: Audit, labelOf: (keyId: string) => string | undefined): Timeline => {
  const attempts = new Map<number, AttemptRecord[]>();

  const remember = (record: AttemptRecord): void => {
    // A dispatch has its end told, too.
    if (record.pid === null || record.event === 'dispatched') return;
    const known = attempts.get(record.pid) ?? [];
    attempts.delete(record.pid);
    attempts.set(record.pid, [...known, record].slice(-mostAttempts));
    if (attempts.size > mostApplications) attempts.delete(attempts.keys().next().value as number);
  };

  const who = (keyId: string | null): string => (keyId === null ? 'anybody' : (labelOf(keyId) ?? keyId));

  return {
    audit: {
      dispatchedWithin: (...args) => audit.dispatchedWithin(...args),
      write: (record) => {
        if ('action_id' in record) remember(record);
        return audit.write(record);
      },
    },
    handler: (call, route) => {
      const target = pathTarget(call);
      readQuery(call, route);
      const { pid, appId, captures } = findTracked(call.applications, target);
      const told = (attempts.get(pid) ?? []).filter(({ app_id }) => app_id === null || app_id === appId);
      const body: TimelineResponse = {
        pid,
        app_id: appId,
        captures: captures.history().map(({ captureId, changed }) => ({
          capture_id: captureId,
          at: timeOf(captureId),
          changed: changed?.length ?? null,
          keys: changed?.slice(0, mostKeys) ?? [],
        })),
        actions: told.reverse().map(({ action_id, at, action, key_id, event, code, executed, status }) => ({
          action_id,
          at,
          action: action ?? '',
          key: who(key_id),
          event,
          executed,
          status,
          code,
        })),
      };
      return answerJson(call, body);
    },
  };
};
