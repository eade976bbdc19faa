import type { Primitive, RawNode, RawRoot } from '@substrate/core';
import type { ProcessFacts, RouteEntry, TimerFacts } from './injected/kit.js';

/** Facts of the process as roots. What drifts all the time is told coarsely, so that it is not a change at every poll. */

const value = (name: string, given: Primitive): RawNode => ({ name, kind: 'value', value: given });
const object = (name: string, children: readonly RawNode[]): RawNode => ({ name, kind: 'object', children });

/** The figure shown before, unless the new one is off by more than a fifth: of a few megabytes, as many come and go with what the collector has not been at yet. */
const settle = (before: number | undefined, now: number): number =>
  before !== undefined && Math.abs(now - before) <= Math.max(4, before * 0.2) ? before : now;

export interface Drifting {
  rss?: number;
  heapUsed?: number;
  startedAt?: string;
}

const megabytes = (bytes: number): number => Math.round(bytes / (1024 * 1024));

export const processRoots = (
  facts: ProcessFacts,
  routes: readonly RouteEntry[],
  timers: readonly TimerFacts[],
  threads: number,
  drifting: Drifting,
): RawRoot[] => {
  drifting.rss = settle(drifting.rss, megabytes(facts.rss));
  drifting.heapUsed = settle(drifting.heapUsed, megabytes(facts.heapUsed));
  drifting.startedAt ??= `${new Date(Date.now() - facts.uptime * 1000).toISOString().slice(0, 19)}Z`;
  const roots: RawRoot[] = [
    {
      ...object('process', [
        value('version', facts.version),
        value('started_at', drifting.startedAt),
        value('uptime_minutes', Math.floor(facts.uptime / 60)),
        object('memory', [value('rss_mb', drifting.rss), value('heap_used_mb', drifting.heapUsed)]),
        ...(threads > 0 ? [value('worker_threads', threads)] : []),
        ...(facts.options.length > 0 ? [object('options', facts.options)] : []),
      ]),
      address: 'process',
      source: 'process',
    },
  ];
  if (facts.servers.length > 0) {
    const servers = facts.servers.map((server, at) =>
      object(String(at), [
        value('protocol', server.protocol),
        ...(server.pipe === null ? [value('host', server.host), value('port', server.port)] : [value('pipe', server.pipe)]),
        ...(server.protocol === 'udp' ? [] : [value('connections', server.connections)]),
      ]),
    );
    roots.push({ name: 'servers', kind: 'list', children: servers, address: 'servers', source: 'endpoint' });
  }
  if (routes.length > 0) {
    const entries = routes.map((route, at) => ({
      ...object(String(at), [
        value('method', route.method),
        value('path', route.path),
        ...(route.handler === '' ? [] : [value('handler', route.handler)]),
      ]),
      id: `${route.method} ${route.path}`,
    }));
    roots.push({ name: 'routes', kind: 'list', children: entries, size: entries.length, address: 'routes', source: 'endpoint' });
  }
  if (timers.length > 0) {
    const entries = timers.map((timer, at) =>
      object(String(at), [
        value('callback', timer.callback === '' ? null : timer.callback),
        value('ms', timer.ms),
        value('repeats', timer.repeats),
      ]),
    );
    roots.push({ name: 'timers', kind: 'list', children: entries, address: 'timers', source: 'task' });
  }
  return roots;
};
