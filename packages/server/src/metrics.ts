import type { Applications } from './applications.js';

/** What the daemon counts of itself, as Prometheus text. Nothing of an application but how many there are. */
export interface Metrics {
  answered(route: string, status: number, ms: number): void;
  refused(code: string): void;
  text(gauges: Gauges): string;
}

/** What is looked up when somebody asks. */
export interface Gauges {
  readonly version: string;
  readonly uptimeSecs: number;
  readonly working: number;
  readonly waiting: number;
  readonly owed: number;
  readonly watchers: number;
  readonly loopDelayMs: number;
  /** Those that the caller may see. */
  readonly applications: Applications;
  readonly cycles: NonNullable<Applications['cycles']>;
}

interface RouteCounts {
  readonly byStatus: Map<number, number>;
  /** One for each bound, not cumulated; the last is what was slower. */
  readonly buckets: number[];
  sumMs: number;
  count: number;
}

const boundsMs = [1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 120_000];

type Labels = Readonly<Record<string, string | number>>;
type Sample = readonly [suffix: string, labels: Labels, value: number];

const quote = (value: string | number): string =>
  String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const family = (name: string, type: string, help: string, samples: Iterable<Sample>): string => {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  for (const [suffix, labels, value] of samples) {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${quote(text)}"`);
    lines.push(`${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`);
  }
  return `${lines.join('\n')}\n`;
};

const gauge = (name: string, help: string, value: number): string => family(name, 'gauge', help, [['', {}, value]]);

const tally = (applications: Applications): Sample[] => {
  const counts = new Map<string, { labels: Labels; count: number }>();
  for (const { runtime, probe_status } of applications.list()) {
    const found = counts.get(`${runtime} ${probe_status}`) ?? { labels: { runtime, status: probe_status }, count: 0 };
    found.count++;
    counts.set(`${runtime} ${probe_status}`, found);
  }
  return Array.from(counts.values(), ({ labels, count }) => ['', labels, count] as const);
};

function* histogram(routes: ReadonlyMap<string, RouteCounts>): Generator<Sample> {
  for (const [route, { buckets, sumMs, count }] of routes) {
    let below = 0;
    for (const [i, bound] of boundsMs.entries()) {
      below += buckets[i] as number;
      yield ['_bucket', { route, le: bound / 1000 }, below];
    }
    yield ['_bucket', { route, le: '+Inf' }, count];
    yield ['_sum', { route }, sumMs / 1000];
    yield ['_count', { route }, count];
  }
}

function* requests(routes: ReadonlyMap<string, RouteCounts>): Generator<Sample> {
  for (const [route, { byStatus }] of routes) for (const [status, count] of byStatus) yield ['', { route, status }, count];
}

export const createMetrics = (): Metrics => {
  const routes = new Map<string, RouteCounts>();
  const refusals = new Map<string, number>();

  const countsOf = (route: string): RouteCounts => {
    const found = routes.get(route);
    if (found) return found;
    const fresh = { byStatus: new Map(), buckets: new Array<number>(boundsMs.length + 1).fill(0), sumMs: 0, count: 0 };
    routes.set(route, fresh);
    return fresh;
  };

  return {
    answered(route, status, ms) {
      const counts = countsOf(route);
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      const at = boundsMs.findIndex((bound) => ms <= bound);
      const bucket = at < 0 ? boundsMs.length : at;
      counts.buckets[bucket] = (counts.buckets[bucket] as number) + 1;
      counts.sumMs += ms;
      counts.count++;
    },
    refused: (code) => void refusals.set(code, (refusals.get(code) ?? 0) + 1),
    text({ version, uptimeSecs, working, waiting, owed, watchers, loopDelayMs, applications, cycles }) {
      const memory = process.memoryUsage();
      const cpu = process.cpuUsage();
      return [
        family('substrate_build_info', 'gauge', 'The version of the daemon.', [['', { version }, 1]]),
        gauge('substrate_uptime_seconds', 'Seconds since the daemon started.', uptimeSecs),
        family('substrate_requests_total', 'counter', 'Answers by route and HTTP status.', requests(routes)),
        family('substrate_request_duration_seconds', 'histogram', 'Time to the answer, by route.', histogram(routes)),
        gauge('substrate_requests_in_flight', 'Requests that are being worked on.', working),
        gauge('substrate_requests_waiting', 'Requests that wait for a body, a turn or a state.', waiting),
        gauge('substrate_answer_bytes_owed', 'Bytes of long answers that clients have not taken yet.', owed),
        gauge('substrate_watchers', 'Open watch connections.', watchers),
        family(
          'substrate_refusals_total',
          'counter',
          'Requests that failed, by error code.',
          Array.from(refusals, ([code, count]) => ['', { code }, count] as const),
        ),
        family('substrate_applications', 'gauge', 'Listed applications by runtime and probe status.', tally(applications)),
        family('substrate_probe_cycles_total', 'counter', 'Probe cycles of all applications, by outcome.', [
          ['', { outcome: 'ok' }, cycles.ok],
          ['', { outcome: 'failed' }, cycles.failed],
        ]),
        gauge('substrate_event_loop_delay_seconds', 'How late the event loop is.', loopDelayMs / 1000),
        gauge('process_resident_memory_bytes', 'Resident memory.', memory.rss),
        gauge('nodejs_heap_size_used_bytes', 'Used heap.', memory.heapUsed),
        gauge('nodejs_external_memory_bytes', 'Memory outside of the heap.', memory.external),
        family('process_cpu_seconds_total', 'counter', 'Processor time.', [['', {}, (cpu.user + cpu.system) / 1e6]]),
      ].join('');
    },
  };
};
