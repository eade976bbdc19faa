/**
 * Every key of the configuration: its section, default and what it takes. The table is the one place: the file, the environment, the flags and the
 * documentation's list of keys all follow it.
 */

export interface Setting<T> {
  readonly fallback: T;
  /** Ends the sentence "… must be". */
  readonly expected: string;
  /** The value when it fits, undefined otherwise. */
  read(value: unknown): T | undefined;
  /** What a word of the environment or the command line stands for. */
  parse(text: string): unknown;
}

const text = (fallback: string): Setting<string> => ({
  fallback,
  expected: 'a string that is not empty',
  read: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  parse: (word) => word,
});

const whole = (fallback: number, min: number, max: number): Setting<number> => ({
  fallback,
  expected: `a whole number from ${min} to ${max}`,
  read: (value) => (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined),
  parse: (word) => (/^\s*\d+\s*$/.test(word) ? Number(word) : word),
});

const flag = (fallback: boolean): Setting<boolean> => ({
  fallback,
  expected: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  parse: (word) => ({ true: true, false: false })[word.trim().toLowerCase()] ?? word,
});

const words = (fallback: readonly string[]): Setting<readonly string[]> => ({
  fallback,
  expected: 'an array of strings, for example ["one", "two"]',
  read: (value) => (Array.isArray(value) && value.every((item) => typeof item === 'string') ? (value as string[]) : undefined),
  parse: (word) => {
    try {
      return JSON.parse(word);
    } catch {
      return word;
    }
  },
});

const choice = <const T extends string>(fallback: T, choices: readonly T[]): Setting<T> => ({
  fallback,
  expected: `one of ${choices.map((one) => `"${one}"`).join(', ')}`,
  read: (value) => choices.find((one) => one === value),
  parse: (word) => word,
});

const day = 86_400_000;

export const settings = {
  server: {
    host: text('127.0.0.1'),
    port: whole(7842, 0, 65_535),
    max_body_bytes: whole(1_048_576, 1, 1_073_741_824),
    request_timeout_ms: whole(30_000, 1, day),
    action_timeout_ms: whole(120_000, 1, day),
    max_in_flight: whole(256, 1, 1_000_000),
    max_in_flight_per_key: whole(64, 1, 1_000_000),
    max_watchers: whole(5000, 0, 1_000_000),
    max_watchers_per_key: whole(1000, 0, 1_000_000),
    allowed_hosts: words([]),
    allowed_origins: words([]),
  },
  auth: {
    require_key: flag(true),
    keys_file: text('<home>/keys.json'),
  },
  rate_limit: {
    enabled: flag(true),
    state_per_second: whole(100, 1, 1_000_000),
    action_per_second: whole(10, 1, 1_000_000),
    snapshot_per_minute: whole(2, 1, 1_000_000),
    bucket_ttl_secs: whole(3600, 1, 31_536_000),
  },
  scan: {
    interval_ms: whole(500, 50, day),
    include: words([]),
    exclude: words([]),
    min_age_ms: whole(1000, 0, day),
  },
  probe: {
    interval_ms: whole(2000, 50, day),
    attach: choice('auto', ['auto', 'listed']),
    max_keys: whole(2000, 1, 1_000_000),
    redact_secrets: flag(true),
    node_signal: flag(true),
    extra: words([]),
  },
  verify: {
    max_expression_bytes: whole(2048, 1, 1_048_576),
  },
  action: {
    queue_max: whole(32, 0, 1_000_000),
  },
  audit: {
    max_bytes: whole(16_777_216, 1024, 1_099_511_627_776),
  },
  history: {
    captures_per_pid: whole(1024, 1, 1_000_000),
  },
  log: {
    level: choice('info', ['trace', 'debug', 'info', 'warn', 'error']),
  },
} as const;

type Settings = typeof settings;
type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The values of all settings. Keys are spelled as in the file. */
export type Values = { readonly [S in keyof Settings]: { readonly [K in keyof Settings[S]]: ValueOf<Settings[S][K]> } };

/** A section and key by their names in the file; undefined when there is no such setting. */
export const findSetting = (section: string, key: string): Setting<unknown> | undefined => {
  if (!Object.hasOwn(settings, section)) return undefined;
  const keys: Record<string, Setting<unknown>> = settings[section as keyof Settings];
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
};

export const sectionNames: readonly string[] = Object.keys(settings);
export const keyNames = (section: string): readonly string[] =>
  Object.hasOwn(settings, section) ? Object.keys(settings[section as keyof Settings]) : [];
