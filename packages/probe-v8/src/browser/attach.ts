import type { AppProcess, KnownRoots, ProbeSession, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { connect } from '../connection.js';
import { createBrowserSession } from './browser-session.js';
import { type Consents, createConsents } from './consent.js';
import { checkProcess, findEndpoint, type Reachable } from './endpoint.js';
import { directTargets, sharedTargets, type Targets } from './targets.js';

/** What would stop an attach. The endpoint is asked for its version, nothing else. */
export const checkBrowser = async (app: AppProcess, consents: Consents = createConsents()): Promise<Refusal | null> => {
  const found = await findEndpoint(app);
  if ('refusal' in found) return found.refusal;
  return found.asks ? await consents.check(app, found.webSocketUrl) : null;
};

/** Attaches to a browser, an Electron application or an embedded Chromium, over one connection for all its pages. */
export const attachBrowser = async (
  app: AppProcess,
  known: KnownRoots | undefined,
  signal: AbortSignal,
  consents: Consents = createConsents(),
): Promise<ProbeSession> => {
  const abort = (): ProbeError => new ProbeError({ reason: 'aborted', message: 'The attach was given up.', retry: true });
  if (signal.aborted) throw abort();
  const found = await findEndpoint(app, signal);
  if ('refusal' in found) throw new ProbeError(found.refusal);
  try {
    const targets = await openTargets(app, found, signal, consents);
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

const openTargets = async (app: AppProcess, found: Reachable, signal: AbortSignal, consents: Consents): Promise<Targets> => {
  const { endpoint, webSocketUrl } = found;
  if (found.asks) return await sharedTargets(await consents.borrow(app, found.webSocketUrl, signal), undefined);
  // An old Chromium has no endpoint for the whole browser: then each page gets a connection of its own.
  if (webSocketUrl === undefined) return directTargets(endpoint, async () => (await checkProcess(app)) === null);
  return await sharedTargets(await connect({ webSocketUrl, signal }), endpoint);
};
