import type { RawNode } from '@substrate/core';
import type { Kit, ReadRoot, ScopeView, Spent } from './kit.js';

/**
 * Reads the variables of the given scopes as roots. One value is told once: the first place that holds it claims it. A root that
 * reads as it did before is only named. Stops at the end of its slice, so that the event loop gets its turn. Closed.
 */
export const addRead = (kit: Kit): void => {
  const ignored = new Set([
    'exports',
    'require',
    'module',
    '__filename',
    '__dirname',
    'this',
    'arguments',
    'globalThis',
    'global',
    'process',
    'console',
  ]);
  const segmentOf = (segment: string): string => segment.replace(/~/g, '~0').replace(/\//g, '~1');
  const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';
  kit.claimed = new Set();
  kit.told = new Map();
  kit.visited = new WeakSet();
  kit.units = [];
  let assigned: readonly ReadonlySet<string>[] = [];

  /** So that none takes the place of the others, and a library's tables not the place of the application. */
  const mostNodes = { nodes: 4000, elements: Number.POSITIVE_INFINITY };
  const mostOfLibrary = { nodes: 300, elements: 20 };
  const nameless = /^(_?this|_?self|_?that|me)$/;
  const plainName = (name: string): string => name.replace(/^[_#$]+/, '').toLowerCase();

  const isSame = (a: RawNode, b: RawNode): boolean => {
    if (a.name !== b.name || a.kind !== b.kind || a.value !== b.value || a.size !== b.size || a.type !== b.type) return false;
    if (a.omitted !== b.omitted || a.secret !== b.secret || a.children?.length !== b.children?.length) return false;
    const others = b.children ?? [];
    return (a.children ?? []).every((child, at) => isSame(child, others[at] as RawNode));
  };

  // What a framework's application object has by itself; the rest was put there by the application.
  const framework =
    'length name prototype arguments caller _events _eventsCount _maxListeners domain cache engines settings mountpath parent _router router request response routes middleware stack path getPath notFoundHandler errorHandler'.split(
      ' ',
    );
  const listeners = (server: object): object[] => {
    const found = kit.slot(kit.slot(server, '_events'), 'request');
    const all: unknown[] = Array.isArray(found) ? found : [found];
    return all.filter((one): one is object => typeof one === 'function' && !kit.isProxy(one));
  };

  kit.read = (plan, scopes) => {
    const clock = (): number => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    const started = clock();
    const end = started + plan.sliceMs;
    const { budget } = plan;
    if (plan.units) {
      kit.units = plan.units;
      kit.pins.clear();
      assigned = (plan.assigned ?? []).map((names) => new Set(names));
    }
    const chains = new Map(plan.chains.map((unit, at) => [unit, scopes[at]]));
    const variablesOf = (unit: number, index: number): object | undefined =>
      kit.pins.has(unit) ? kit.pinned(unit, index) : chains.get(unit)?.[index]?.object;
    if (plan.first) {
      kit.claimed = new Set();
      kit.told = new Map();
      kit.visited = new WeakSet();
      kit.renew();
      if (plan.whole || kit.last.size > 20_000) kit.last.clear();
      // What a module has a variable for is told there, and not again wherever it is referred to by that name.
      kit.units.forEach((unit, at) => {
        for (const { index, source } of unit.views ?? []) {
          const variables = source === 'module' ? variablesOf(at, index) : undefined;
          for (const name of variables ? Object.getOwnPropertyNames(variables) : []) {
            const value = kit.slot(variables, name);
            if (isObject(value) && !kit.told.has(value)) kit.told.set(value, plainName(name));
          }
        }
      });
    }
    const spent: Spent = {
      nodes: 0,
      bytes: 0,
      objects: 0,
      cut: 0,
      told: kit.told,
      until: started + budget.hostMs,
      late: false,
    };
    const roots: ReadRoot[] = [];

    const put = (name: string, value: unknown, view: ScopeView): void => {
      const address = `${view.prefix}/${segmentOf(name)}`;
      if (ignored.has(name) || typeof value === 'function' || kit.claimed.has(address)) return;
      if (isObject(value) && (kit.claimed.has(value) || value === globalThis)) return;
      if (spent.nodes >= budget.maxNodes) {
        spent.cut++;
        return;
      }
      if (isObject(value) && view.source === 'closure') {
        // A variable of a function is often another hold on what has been told: by that name, or by one that says nothing.
        if (kit.told.get(value) === plainName(name) || (nameless.test(name) && kit.visited.has(value))) return;
      }
      const library = view.library ?? (isObject(value) && !kit.isHeard(value) ? kit.libraryOf(value) : undefined);
      const { cut } = spent;
      const most = library === undefined ? mostNodes : mostOfLibrary;
      const node: RawNode | undefined = kit.walk(
        name,
        value,
        {
          ...budget,
          maxNodes: Math.min(budget.maxNodes, spent.nodes + most.nodes),
          maxElements: Math.min(budget.maxElements, most.elements),
        },
        spent,
      );
      // What is left out of a library's own is nothing that was asked for.
      if (library !== undefined && spent.nodes < budget.maxNodes) spent.cut = cut;
      if (!node) return;
      kit.claimed.add(address);
      if (isObject(value)) kit.claimed.add(value);
      const root = { address, source: view.source, ...(library === undefined ? {} : { library }) };
      const before = kit.last.get(address);
      if (before && isSame(before, node)) roots.push(root);
      else {
        kit.last.set(address, node);
        roots.push({ ...root, node });
      }
    };

    const putAll = (owner: object, view: ScopeView): void => {
      if (kit.isProxy(owner)) return;
      const skip = new Set(view.skip);
      for (const name of Object.getOwnPropertyNames(owner)) {
        if (skip.has(name)) continue;
        let slot: PropertyDescriptor | undefined;
        try {
          slot = Object.getOwnPropertyDescriptor(owner, name);
        } catch {
          // A variable that is declared further down than the program has come.
        }
        if (slot && 'value' in slot) put(name, slot.value, view);
      }
    };

    const pinned: number[] = [];
    let gone = 0;
    let next = plan.from;
    for (; next < kit.units.length; next++) {
      if (next > plan.from && next % 8 === 0 && clock() > end) break;
      const unit = kit.units[next] as (typeof kit.units)[number];
      const chain = chains.get(next);
      if (chain && kit.pin(next, assigned, chain)) pinned.push(next);
      if (unit.hop !== undefined && kit.pins.has(next) && !kit.hops.get(unit.hop)?.deref()) gone++;
      for (const view of unit.views ?? []) {
        const variables = variablesOf(next, view.index);
        if (isObject(variables)) putAll(variables, view);
      }
      if (unit.exports) {
        const exports = kit.start(`module:${unit.exports.file}`);
        if (isObject(exports) || typeof exports === 'function') {
          if (isObject(exports) && Array.isArray(exports)) put('exports_', exports, unit.exports.view);
          else
            putAll(exports as object, {
              ...unit.exports.view,
              skip: ['length', 'name', 'prototype', 'caller', 'arguments', '__esModule', 'default'],
            });
        }
      }
      if (unit.instances) {
        for (const [type, refs] of kit.instances) {
          const live = refs.flatMap((ref) => ref.deref() ?? []).filter((one) => !kit.visited.has(one) && !kit.isOpaque(one));
          if (live.length === 0) continue;
          const source = kit.served.has(type) ? 'endpoint' : 'instance';
          put(type, live.length === 1 ? live[0] : live, { index: 0, prefix: 'instance', source, skip: [] });
        }
      }
      if (unit.globals) {
        kit.servers().forEach(({ server }, nth) => {
          for (const listener of listeners(server))
            putAll(listener, { index: 0, prefix: `app#${nth}`, source: 'endpoint', skip: framework });
        });
        for (const name of kit.globals())
          put(name, kit.slot(globalThis, name), { index: 0, prefix: 'global', source: 'global', skip: [] });
      }
    }
    if (next >= kit.units.length) {
      // Nothing of the application is held on to between two captures.
      kit.claimed = new Set();
      kit.told = new Map();
    }
    return {
      roots,
      objects: spent.objects,
      cut: spent.cut,
      ms: clock() - started,
      nodes: spent.nodes,
      bytes: spent.bytes,
      next,
      pinned,
      gone,
    };
  };
};
