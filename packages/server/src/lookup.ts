import { SubstrateError } from '@substrate/core';
import type { Application, Applications } from './applications.js';
import type { StoredSnapshot } from './captures.js';
import { invalidRequest, type PathTarget } from './input.js';

/** Finding the application and the capture that a request means. */

/** A detached application is not tracked any more. */
const alive = (application: Application | undefined): Application | undefined =>
  application?.captures.closed === undefined ? application : undefined;

/** For routes with an application in their path. */
export const findTracked = (applications: Applications, target: PathTarget): Application => {
  const byPid = typeof target === 'number';
  const application = alive(byPid ? applications.byPid(target) : applications.byAppId(target));
  if (!application)
    throw new SubstrateError(
      'not_found',
      `No application with ${byPid ? `pid ${target}` : `the app_id "${target}"`} is tracked.`,
    );
  return application;
};

export const findReady = (application: Application): StoredSnapshot => {
  const { latest } = application.captures;
  if (!latest) throw new SubstrateError('probe_not_ready');
  return latest;
};

interface Named {
  readonly pid?: number | undefined;
  readonly app_id?: string | undefined;
}

export const checkNamed = ({ pid, app_id }: Named): void => {
  if (pid === undefined && app_id === undefined)
    throw invalidRequest([{ path: 'pid', message: 'Give pid or app_id (or both, for the same application).' }]);
};

/** For bodies with `pid`, `app_id` or both; undefined when neither names a tracked application. */
export const resolveNamed = (applications: Applications, { pid, app_id }: Named): Application | undefined => {
  const byPid = pid === undefined ? undefined : alive(applications.byPid(pid));
  const byAppId = app_id === undefined ? undefined : alive(applications.byAppId(app_id));
  if (pid !== undefined && app_id !== undefined && byPid !== byAppId) {
    const message = `pid ${pid} and app_id ${app_id} do not name the same application.`;
    throw invalidRequest([{ path: 'app_id', message }]);
  }
  return byPid ?? byAppId;
};

/** The capture must be in the history of this application. */
export const checkCapture = (applications: Applications, application: Application, captureId: string): void => {
  if (application.captures.has(captureId)) return;
  const owner = applications.list().find(({ pid }) => applications.byPid(pid)?.captures.has(captureId));
  if (owner)
    throw new SubstrateError('capture_pid_mismatch', `The capture belongs to pid ${owner.pid}, not to ${application.pid}.`);
  throw new SubstrateError('capture_not_found');
};
