import { existsSync } from 'node:fs';
import path from 'node:path';
import { createGuessLimiter, createKeyRing, createRateLimiter, generateKey, type KeyRing } from '@substrate/auth';
import { createFilter, type ExtraProbe } from '@substrate/core';
import { type FileError, readOwnFile } from '@substrate/core/probing';
import { createDetector, type Listing } from '@substrate/detector';
import { readPage } from '@substrate/page';
import { createRegistry } from '@substrate/semantic/registry';
import { type App, createApp, type Serving, serve } from '@substrate/server';
import { createAudit } from './audit.js';
import { reachable } from './commands/connection.js';
import { type Config, isLoopback } from './config.js';
import { openHome } from './home.js';
import type { Log } from './log.js';
import { createMcpMount } from './mcp-mount.js';
import { loadExtras, type Probes } from './probes.js';
import { createRooms } from './rooms.js';
import { rootWarning } from './root.js';
import { createSchemaShelf } from './schema-shelf.js';
import { defaultTiming, type Timing } from './timing.js';
import { createTracker, type Tracker } from './tracker.js';
import { version } from './version.js';

/** The one place where everybody meets. Starts in order, and ends in the opposite one, whichever step failed. */
export interface Daemon extends AsyncDisposable {
  readonly url: string;
  readonly applications: Tracker;
  /** The key that was made because there was no keys file; told this once and stored nowhere. */
  readonly firstKey: string | undefined;
}

export interface DaemonOptions {
  readonly config: Config;
  readonly log: Log;
  readonly probes?: Probes;
  readonly listing?: Listing;
  readonly timing?: Partial<Timing>;
  /** Left out of the list with what it starts; this process unless given. */
  readonly self?: number;
}

const warnEveryMs = 60_000;

export const startDaemon = async (options: DaemonOptions): Promise<Daemon> => {
  const { config, log } = options;
  const ending = new AsyncEnding();
  try {
    const lock = await openHome(config.home);
    ending.add(() => lock[Symbol.asyncDispose]());

    const { keys, firstKey } = await openKeys(config, log);
    if (keys !== null) ending.add(() => keys[Symbol.asyncDispose]());

    const audit = await createAudit({ file: path.join(config.home, 'audit.jsonl'), maxBytes: config.audit.max_bytes });
    ending.add(() => audit[Symbol.asyncDispose]());

    const registry = createRegistry({ directory: path.join(config.home, 'schemas'), log });
    const shelf = createSchemaShelf({ registry, log });
    ending.add(() => shelf[Symbol.asyncDispose]());

    const extras = await loadExtras(config);
    const scanner = createScanner(options, extras, (changes) => tracker.apply(changes));
    const settings = {
      intervalMs: config.probe.interval_ms,
      minAgeMs: config.scan.min_age_ms,
      maxKeys: config.probe.max_keys,
      redactSecrets: config.probe.redact_secrets,
      capturesPerPid: config.history.captures_per_pid,
    };
    const timing = { ...defaultTiming, ...options.timing };
    const { probe, file, home } = config;
    // Probes that were given live on this thread; the daemon's own have rooms.
    const rooms =
      options.probes === undefined
        ? createRooms({ shelf, log, settings, timing, probes: { probe, file, home }, onLost: () => scanner.scan() })
        : undefined;
    const tracker = createTracker({
      probes: options.probes ?? {},
      rooms,
      unwanted: attachRule(config),
      shelf,
      log,
      onLost: scanner.scan,
      settings,
      timing,
    });

    let url = '';
    const app: App = createApp({
      applications: tracker,
      mcp: createMcpMount({ config, log, appAt: () => ({ app, url }) }),
      keys,
      limiter: createRateLimiter({
        enabled: config.rate_limit.enabled,
        statePerSecond: config.rate_limit.state_per_second,
        actionPerSecond: config.rate_limit.action_per_second,
        snapshotPerMinute: config.rate_limit.snapshot_per_minute,
        bucketTtlSecs: config.rate_limit.bucket_ttl_secs,
      }),
      guesses: createGuessLimiter(),
      audit,
      version,
      page: readPage(),
      settings: {
        maxBodyBytes: config.server.max_body_bytes,
        requestTimeoutMs: config.server.request_timeout_ms,
        actionTimeoutMs: config.server.action_timeout_ms,
        maxInFlight: config.server.max_in_flight,
        maxInFlightPerKey: config.server.max_in_flight_per_key,
        maxWatchers: config.server.max_watchers,
        maxWatchersPerKey: config.server.max_watchers_per_key,
        allowedHosts: config.server.allowed_hosts,
        allowedOrigins: config.server.allowed_origins,
        port: config.server.port,
        maxExpressionBytes: config.verify.max_expression_bytes,
        queueMax: config.action.queue_max,
      },
      report: (defect) => log.error('a request failed:', defect),
    });
    ending.add(() => app[Symbol.dispose]());

    const serving = await serve(app, { host: config.server.host, port: config.server.port });
    url = reachable(serving.url);
    // Answers may still need the applications, and applications may still be answering: both end together.
    ending.add(async () => {
      await Promise.all([serving[Symbol.asyncDispose](), tracker[Symbol.asyncDispose]()]);
    });
    await lock.announce(serving.url);
    warn(config, serving, log, ending);

    scanner.start();
    ending.add(() => scanner.stop());
    return { url: serving.url, applications: tracker, firstKey, [Symbol.asyncDispose]: () => ending.run() };
  } catch (error) {
    await ending.run();
    throw error;
  }
};

/** What is to be done at the end, last things first, each whatever happened to the others. */
class AsyncEnding {
  readonly #steps: (() => unknown)[] = [];
  add(step: () => unknown): void {
    this.#steps.push(step);
  }
  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step();
      } catch {
        // An end that fails must not keep the next from coming.
      }
    }
  }
}

const openKeys = async (config: Config, log: Log): Promise<{ keys: KeyRing | null; firstKey: string | undefined }> => {
  if (!config.auth.require_key) return { keys: null, firstKey: undefined };
  const file = config.auth.keys_file;
  const trouble = await keysTrouble(file);
  if (trouble !== undefined)
    throw new Error(`${trouble} auth.keys_file must be a file: move what is there away, or name another.`);
  const firstKey = existsSync(file) ? undefined : (await generateKey({ file, label: 'default' })).key;
  const keys = await createKeyRing({ file, log });
  if (keys.usable === 0) log.warn(`${file} has no key that can be used: make one with "substrate keygen".`);
  return { keys, firstKey };
};

/** What is in the place of the keys file and never will be one: no later look can mend that. */
const keysTrouble = async (file: string): Promise<string | undefined> => {
  const trouble = await readOwnFile(file).then(
    () => undefined,
    (error: FileError) => error,
  );
  return trouble?.trouble === 'not_a_file' || trouble?.trouble === 'too_large' ? trouble.message : undefined;
};

/** By the configuration: why an application is left alone, undefined when it is not. */
const attachRule = (config: Config) => {
  if (config.probe.attach === 'auto') return () => undefined;
  const named = createFilter(config.scan.include);
  return (app: Parameters<typeof named>[0]): string | undefined =>
    named(app) ? undefined : 'Not attached: probe.attach is "listed" and scan.include does not name this application.';
};

const createScanner = (options: DaemonOptions, extras: readonly ExtraProbe[], apply: Tracker['apply']) => {
  const { config, log } = options;
  const stop = new AbortController();
  const detector = createDetector({
    include: config.scan.include,
    exclude: config.scan.exclude,
    extras,
    ...(options.listing === undefined ? {} : { listing: options.listing }),
    ...(options.self === undefined ? {} : { self: options.self }),
    onError: (error) => log.debug(`a process could not be looked at: ${String(error)}`),
  });
  let scanning: Promise<void> | undefined;
  let failing = false;

  /** One scan at a time: whoever asks for one while it runs shares it. */
  const scan = (): Promise<void> => {
    scanning ??= detector
      .scan()
      .then(
        (changes) => {
          failing = false;
          if (!stop.signal.aborted) apply(changes);
        },
        (error) => {
          if (!failing) log.error('the processes can not be listed:', error);
          failing = true;
        },
      )
      .finally(() => {
        scanning = undefined;
      });
    return scanning;
  };

  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const begun = performance.now();
      await scan();
      await detector.rest(config.scan.interval_ms - (performance.now() - begun), stop.signal);
    }
  };

  let looping: Promise<void> = Promise.resolve();
  return {
    scan: () => void scan(),
    start() {
      looping = loop();
    },
    async stop() {
      stop.abort();
      await looping;
      await detector[Symbol.asyncDispose]();
    },
  };
};

const warn = (config: Config, serving: Serving, log: Log, ending: AsyncEnding): void => {
  const root = rootWarning();
  if (root !== undefined) log.warn(root);
  if (!isLoopback(config.server.host))
    log.warn(`${serving.url} can be reached from other machines: server.host is no loopback address.`);
  if (config.auth.require_key) return;
  const say = (): void =>
    log.warn(
      'authentication is disabled: every program on this machine can read and operate the applications (auth.require_key is false).',
    );
  say();
  const timer = setInterval(say, warnEveryMs);
  ending.add(() => clearInterval(timer));
};
