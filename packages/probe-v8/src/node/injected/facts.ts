import type { RawNode } from '@substrate/core';
import type { Base, Crawling, Facts, Fn, Owners, Seeds, ServerFacts } from './kit.js';

/** What the process itself tells: servers, memory, timers. Never its environment. Closed. */
export const createFacts = (kit: Base & Owners & Crawling & Seeds): Facts => {
  const serverOf = (module: string): object | undefined =>
    kit.isLoaded(module) ? (kit.slot(kit.slot(kit.builtin(module), 'Server'), 'prototype') as object | undefined) : undefined;
  const isA = (prototype: object | undefined, value: object): boolean =>
    prototype !== undefined && Object.prototype.isPrototypeOf.call(prototype, value);

  const worked: Facts['worked'] = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };

  const mostText = 1000;
  const options = (): RawNode[] => {
    const told: unknown = kit.slot(process, 'argv');
    const given: unknown[] = Array.isArray(told) ? told.slice(2) : [];
    const found = new Map<string, unknown>();
    given.forEach((one, at) => {
      const [, name, value] = typeof one === 'string' ? (/^--([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(one) ?? []) : [];
      const next = given[at + 1];
      if (name) found.set(name, value ?? (typeof next === 'string' && !next.startsWith('-') ? next : true));
    });
    const nodes = Array.from(
      found,
      ([name, value]) => kit.primitive(name, value, { maxString: mostText, secrecy: 0, isLast: true }) ?? kit.hide(name),
    );
    kit.settle(nodes, false);
    return nodes;
  };

  const facts: Facts['facts'] = () => {
    const http = serverOf('http');
    const https = serverOf('https');
    const servers = kit.servers().map(({ at, server }): ServerFacts => {
      const address = (server as { address?: () => unknown }).address?.();
      const isPipe = typeof address === 'string';
      const connections = kit.slot(server, '_connections');
      const protocol = isA(https, server)
        ? 'https'
        : isA(http, server)
          ? 'http'
          : /http2/i.test(kit.typeName(server) ?? '')
            ? 'http2'
            : 'tcp';
      return {
        at,
        protocol,
        host: isPipe ? null : ((kit.slot(address, 'address') as string | undefined) ?? null),
        port: isPipe ? null : ((kit.slot(address, 'port') as number | undefined) ?? null),
        pipe: isPipe ? address : null,
        connections: typeof connections === 'number' ? connections : 0,
      };
    });
    for (const socket of kit.datagrams()) {
      try {
        const address: unknown = kit.follow(socket, ['^address']) && (socket as { address(): unknown }).address();
        const port = kit.slot(address, 'port');
        const host = kit.slot(address, 'address');
        if (typeof port === 'number' && typeof host === 'string')
          servers.push({ at: -1, protocol: 'udp', host, port, pipe: null, connections: 0 });
      } catch {
        // Not bound: it only sends.
      }
    }
    const memory = process.memoryUsage();
    return {
      version: process.version,
      title: process.title,
      uptime: process.uptime(),
      rss: memory.rss,
      heapUsed: memory.heapUsed,
      servers,
      visitors: kit.visitors().length,
      usesThreads: kit.hasLoaded('worker_threads'),
      options: options(),
    };
  };

  /** What is due once, and so soon, is something under way: it is over before anybody has read of it, and there or not by chance. */
  const leastOnceMs = 10_000;
  const tasks: Facts['tasks'] = () =>
    kit.timers().flatMap((timer) => {
      const callback = kit.slot(timer, '_onTimeout');
      if (typeof callback !== 'function') return [];
      if (!kit.own.has(callback)) {
        if (!kit.foreign.has(callback)) kit.doubt(callback as Fn);
        return [];
      }
      const name = kit.slot(callback, 'name');
      const ms = Number(kit.slot(timer, '_idleTimeout'));
      const repeats = kit.slot(timer, '_repeat') !== null;
      return repeats || ms >= leastOnceMs ? [{ callback: typeof name === 'string' ? name : '', ms, repeats }] : [];
    });

  return { worked, facts, tasks };
};
