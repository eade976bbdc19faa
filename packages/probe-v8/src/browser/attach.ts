import type { AppProcess, KnownRoots, ProbeSession, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { connect } from '../connection.js';
import { createBrowserSession } from './browser-session.js';
import { checkProcess, findEndpoint } from './endpoint.js';
import { directTargets, sharedTargets } from './targets.js';

/** What would stop an attach. The endpoint is asked for its version, nothing else. */
export const checkBrowser = async (app: AppProcess): Promise<Refusal | null> => {
  const found = await findEndpoint(app);
  return 'refusal' in found ? found.refusal : null;
};

/** Attaches to a browser, an Electron application or an embedded Chromium, over one connection for all its pages. */
export const attachBrowser = async (
  app: AppProcess,
  known: KnownRoots | undefined,
  signal: AbortSignal,
): Promise<ProbeSession> => {
  const abort = (): ProbeError => new ProbeError({ reason: 'aborted', message: 'The attach was given up.', retry: true });
  if (signal.aborted) throw abort();
  const found = await findEndpoint(app, signal);
  if ('refusal' in found) throw new ProbeError(found.refusal);
  const { endpoint, webSocketUrl } = found;
  try {
    // An old Chromium has no endpoint for the whole browser: then each page gets a connection of its own.
    const shared = webSocketUrl
      ? await connect({ webSocketUrl, signal }).then((connection) => sharedTargets(connection, endpoint))
      : undefined;
    const targets = shared ?? directTargets(endpoint, async () => (await checkProcess(app)) === null);
    if (signal.aborted) {
      await targets[Symbol.asyncDispose]();
      throw abort();
    }
    return createBrowserSession({ app, targets, known });
  } catch (error) {
    if (error instanceof ProbeError) throw error;
    if (signal.aborted) throw abort();
    const message = error instanceof Error ? error.message : String(error);
    throw new ProbeError(
      {
        reason: 'connection_refused',
        message: `The debugging port of ${app.appName} did not take the connection: ${message}`,
        retry: true,
      },
      { cause: error },
    );
  }
};
