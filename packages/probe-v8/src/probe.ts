import type { MessagePort } from 'node:worker_threads';
import type { AppProcess, Probe, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { attachBrowser, checkBrowser } from './browser/attach.js';
import { createConsents } from './browser/consent.js';
import { attachNode, checkNode } from './node/attach.js';

export interface V8ProbeOptions {
  /**
   * Whether a Node.js process without an open inspector may be sent SIGUSR1, which makes it open one. On by default; the signal is
   * sent only to a process that is known to take it.
   */
  readonly signalNode?: boolean;
  /**
   * A port to a `createConsentKeeper` that holds the connections which people have allowed, for a probe that may end before they do. Asked
   * for when the first browser asks its person; without it the probe keeps them.
   */
  readonly consentKeeper?: () => Promise<MessagePort>;
}

const unknownHost = (app: AppProcess): Refusal => ({
  reason: 'unknown_host',
  message: `${app.executable ?? app.appName} runs V8, but is no browser, Electron application, Node.js or Deno process that can be attached to.`,
  retry: false,
});

/** The probe for everything that runs V8: browsers and applications built on them, Node.js and Deno. */
export const createV8Probe = (options: V8ProbeOptions = {}): Probe => {
  const { signalNode = true } = options;
  const consents = createConsents(options.consentKeeper);
  return {
    runtime: 'v8',
    check: async (app) => {
      if (app.refusal) return app.refusal;
      switch (app.flavor) {
        case 'node':
        case 'deno':
          return await checkNode(app, { signalNode });
        case 'chromium':
        case 'electron':
        case 'qtwebengine':
          return await checkBrowser(app, consents);
        default:
          return unknownHost(app);
      }
    },
    attach: async (app, known, signal) => {
      if (app.refusal) throw new ProbeError(app.refusal);
      switch (app.flavor) {
        case 'node':
        case 'deno':
          return await attachNode(app, known, signal, { signalNode });
        case 'chromium':
        case 'electron':
        case 'qtwebengine':
          return await attachBrowser(app, known, signal, consents);
        default:
          throw new ProbeError(unknownHost(app));
      }
    },
  };
};
