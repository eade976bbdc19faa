import type { KnownRoot, KnownRoots } from '@substrate/core';
import type { CallOptions } from '../connection.js';
import { type CommonModule, type Discovery, type Hop, readCommonModules } from './discover.js';
import type { Fn, Origin, Scope, ScopeView } from './injected/kit.js';
import type { ModuleFiles } from './module-files.js';
import type { ModuleNames } from './module-source.js';
import type { Target } from './target.js';

/**
 * What discovery found, in a form that outlives the process: every place as a chain of links from a seed. The first link starts at
 * something that every run of the application has; each further one starts at a variable in the scopes of the function that the
 * links before lead to. Following the chains asks the inspector once a function, level by level.
 */

const knownFormat = 3;

interface Link {
  /** Only on the first link. */
  readonly from?: string;
  readonly path: readonly string[];
}

interface Locator {
  readonly chain: readonly Link[];
  readonly views?: readonly ScopeView[];
  readonly file?: string;
  readonly module?: { readonly name: string; readonly index: number; readonly isCommon: boolean; readonly names?: ModuleNames };
  /** The chain leads to a router; by which server it was reached. */
  readonly router?: { readonly server: number | null };
  /** The chain leads to the one object of that class. */
  readonly instance?: string;
  readonly functions?: readonly string[];
  /** The module whose code the function is that the chain leads to, and what it was handed over for. */
  readonly of?: string;
  readonly called?: string;
  /** Classes that there were several objects of: which ones there are now is to be looked for. */
  readonly several?: readonly string[];
  /** Libraries that count as the application's own code. */
  readonly adopted?: readonly string[];
  /** The program runs a project's code, and counts as a library. */
  readonly host?: true;
  /** Something was found that no chain leads to: it has to be looked for. */
  readonly beyond?: true;
}

/** Chains name modules as addresses do: relative to the application. */
const portable = (from: string, modules: readonly CommonModule[]): string => {
  if (!from.startsWith('module:')) return from;
  const file = from.slice('module:'.length);
  return `module:${modules.find((module) => module.file === file)?.place.name ?? file}`;
};
const local = (from: string, modules: readonly CommonModule[]): string => {
  if (!from.startsWith('module:')) return from;
  const name = from.slice('module:'.length);
  return `module:${modules.find((module) => module.place.name === name)?.file ?? name}`;
};

const chainTo = (origin: Origin, hops: ReadonlyMap<number, Hop>, modules: readonly CommonModule[]): Link[] | null => {
  const links: Link[] = [];
  let at: Origin | undefined = origin;
  for (let depth = 0; depth < 30 && at; depth++) {
    if (at.from === 'lost' || at.from === 'heap') return null;
    if (!at.from.startsWith('hop:')) return [{ from: portable(at.from, modules), path: at.path }, ...links];
    links.unshift({ path: at.path });
    at = hops.get(Number(at.from.slice('hop:'.length)))?.origin;
  }
  return null;
};

export interface Found {
  readonly hops: readonly Hop[];
  readonly modules: readonly CommonModule[];
  readonly tables: readonly Origin[];
  readonly instances: Discovery['instances'];
  readonly several: Discovery['several'];
  readonly adopted: Discovery['adopted'];
  readonly isHost: boolean;
}

/** Whether something of it was found on the heap alone, so that nothing leads there when it is looked for again. */
export const liesBeyond = ({ hops, modules, instances }: Found): boolean => {
  const byId = new Map(hops.map((hop) => [hop.id, hop]));
  const isLost = (origin: Origin): boolean => chainTo(origin, byId, modules) === null;
  return hops.some(({ views, origin }) => views.length > 0 && isLost(origin)) || instances.some(({ origin }) => isLost(origin));
};

/** Whether what is known says so. */
export const isBeyond = (known: KnownRoots | undefined): boolean =>
  known?.format === knownFormat && known.roots.some((root) => (root.locator as Locator).beyond === true);

/** What the registry keeps. `functions` are the addresses of functions that are offered, `handed` the hops that are such; `beyond`: there is more than chains lead to. */
export const describeKnown = (
  found: Found,
  functions: readonly string[],
  handed: ReadonlySet<number>,
  beyond: boolean,
): KnownRoots => {
  const hops = new Map(found.hops.map((hop) => [hop.id, hop]));
  const roots: KnownRoot[] = [];
  for (const hop of found.hops) {
    if (hop.views.length === 0 && !hop.module && !handed.has(hop.id)) continue;
    const chain = chainTo(hop.origin, hops, found.modules);
    if (!chain) continue;
    const { module } = hop;
    const locator: Locator = {
      chain,
      ...(hop.views.length > 0 ? { views: hop.views } : {}),
      ...(hop.file === undefined ? {} : { file: hop.file }),
      ...(hop.of === undefined || !handed.has(hop.id) ? {} : { of: hop.of }),
      ...(hop.called === undefined || !handed.has(hop.id) ? {} : { called: hop.called }),
      ...(module
        ? {
            module: {
              name: module.name,
              index: module.index,
              isCommon: module.file !== undefined,
              ...(module.names ? { names: module.names } : {}),
            },
          }
        : {}),
    };
    const address = hop.views[0]?.prefix ?? `scope:${module?.name ?? hop.of}`;
    roots.push({ address, source: hop.views[0]?.source ?? 'module', locator });
  }
  found.tables.forEach((origin, at) => {
    const chain = chainTo(origin, hops, found.modules);
    if (chain)
      roots.push({
        address: `router#${at}`,
        source: 'endpoint',
        locator: { chain, router: { server: origin.server ?? null } } satisfies Locator,
      });
  });
  for (const { type, origin } of found.instances) {
    const chain = chainTo(origin, hops, found.modules);
    if (chain)
      roots.push({
        // A way to the object, and no root's address: who tells it may be another place each time.
        address: `way:${type}`,
        source: origin.server === undefined ? 'instance' : 'endpoint',
        locator: { chain, instance: type } satisfies Locator,
      });
  }
  if (functions.length > 0)
    roots.push({ address: 'functions', source: 'module', locator: { chain: [], functions } satisfies Locator });
  if (found.several.length > 0)
    roots.push({ address: 'several', source: 'instance', locator: { chain: [], several: found.several } satisfies Locator });
  if (found.adopted.length > 0)
    roots.push({ address: 'adopted', source: 'module', locator: { chain: [], adopted: found.adopted } satisfies Locator });
  if (found.isHost) roots.push({ address: 'host', source: 'module', locator: { chain: [], host: true } satisfies Locator });
  if (beyond) roots.push({ address: 'beyond', source: 'instance', locator: { chain: [], beyond: true } satisfies Locator });
  return { format: knownFormat, roots };
};

interface Restored extends Found {
  readonly functions: readonly string[];
  /** Places that were known and are not there. */
  readonly lost: number;
}

/** Finds again what is known. Null when the format is another one. */
export const restoreKnown = async (
  target: Target,
  files: ModuleFiles,
  known: KnownRoots,
  options: CallOptions,
): Promise<Restored | null> => {
  if (known.format !== knownFormat) return null;
  const places = known.roots.map((root) => root.locator as Locator);
  const adopted = places.flatMap((place) => place.adopted ?? []);
  const isHost = places.some(({ host }) => host);
  files.adopt(adopted, isHost);
  const modules = await readCommonModules(target, files, options);
  const served = known.roots.flatMap((root) => {
    const { instance } = root.locator as Locator;
    return instance !== undefined && root.source === 'endpoint' ? [instance] : [];
  });
  const keyOf = (chain: readonly Link[]): string => JSON.stringify(chain);

  /** The functions at the ends of chains that others go on from, and the ends themselves, level by level. */
  const reached = new Set<string>();
  const deepest = Math.max(0, ...places.map((place) => place.chain.length));
  await target.run(
    (kit) => {
      kit.forget();
      kit.renew();
    },
    [],
    [],
    options,
  );
  let parents: string[] = [];
  for (let level = 1; level <= deepest; level++) {
    const wanted = new Map<string, { key: string; parent: number; link: Link }>();
    for (const { chain } of places) {
      if (chain.length < level) continue;
      const link = chain[level - 1] as Link;
      const parent = level === 1 ? -1 : parents.indexOf(keyOf(chain.slice(0, level - 1)));
      if (level > 1 && parent < 0) continue;
      const key = keyOf(chain.slice(0, level));
      wanted.set(key, { key, parent, link: link.from === undefined ? link : { ...link, from: local(link.from, modules) } });
    }
    /** Of each parent its scopes, what it is bound to, as whom, and what it is given first. */
    let told: (string | null)[] = [];
    if (level > 1) {
      const handles = await target.list(
        (kit, keys) => keys.map((key) => kit.trail.get(key)?.deref() ?? null),
        [parents],
        options,
      );
      const facts = await Promise.all(
        parents.map(async (_, at) => (handles[at] ? await target.factsOf(handles[at], options) : null)),
      );
      told = facts.flatMap((fact) => [fact?.scopes ?? null, fact?.target ?? null, fact?.receiver ?? null, fact?.given ?? null]);
    }
    const links = [...wanted.values()];
    const there = await target.run(
      (kit, list, from, given: readonly unknown[] = []) => {
        kit.unshell(
          from.map((key) => kit.trail.get(key)?.deref()),
          given.filter((_, at) => at % 4 === 1),
        );
        // Private fields that compilers keep in variables are steps on the way.
        for (let at = 0; at < given.length; at += 4) {
          for (const { description, object } of Array.from((given[at] ?? []) as readonly Scope[])) {
            if (/^(Global|Script)/.test(description)) continue;
            for (const name of kit.variables(object)) kit.noteHidden(name, kit.slot(object, name));
          }
        }
        return list.map(({ key, parent, link }) => {
          let start: unknown;
          let path = link.path;
          if (link.from === undefined) {
            const [first = ''] = path;
            const [index = '', ...name] = first.split(':');
            if (first === '~target') start = given[4 * parent + 1];
            else if (first === '~this') start = given[4 * parent + 2];
            else if (first === '~given') start = given[4 * parent + 3];
            else start = kit.slot((given[4 * parent] as readonly Scope[] | null)?.[Number(index)]?.object, name.join(':'));
            path = path.slice(1);
          } else start = kit.start(link.from);
          const end = kit.follow(start, path);
          if (end === null || (typeof end !== 'object' && typeof end !== 'function')) return null;
          kit.trail.set(key, new WeakRef(end as Fn));
          return typeof end === 'function' || kit.isProxy(end) ? 'function' : 'object';
        });
      },
      [links, level > 1 ? parents : []] as const,
      told,
      options,
    );
    parents = [];
    links.forEach(({ key }, at) => {
      if (there[at] !== null) reached.add(key);
      if (there[at] === 'function') parents.push(key);
    });
  }

  const hops: Hop[] = [];
  const tables: Origin[] = [];
  const bind: { key: string; hop?: number; owner?: string; server?: number | null; instance?: string }[] = [];
  let lost = 0;
  for (const place of places) {
    if (place.chain.length === 0) continue;
    const key = keyOf(place.chain);
    if (!reached.has(key)) {
      lost++;
      continue;
    }
    const origin: Origin = { from: `chain:${key}`, path: [] };
    if (place.router) {
      bind.push({ key, server: place.router.server });
      tables.push(place.router.server === null ? origin : { ...origin, server: place.router.server });
      continue;
    }
    if (place.instance !== undefined) {
      bind.push({ key, instance: place.instance });
      continue;
    }
    const file = place.module?.isCommon ? modules.find((module) => module.place.name === place.module?.name)?.file : undefined;
    hops.push({
      id: hops.length,
      origin,
      views: place.views ?? [],
      ...(place.file === undefined ? {} : { file: place.file }),
      ...(place.of === undefined ? {} : { of: place.of }),
      ...(place.called === undefined ? {} : { called: place.called }),
      ...(place.module
        ? {
            module: {
              name: place.module.name,
              index: place.module.index,
              ...(file === undefined ? {} : { file }),
              ...(place.module.names ? { names: place.module.names } : {}),
            },
          }
        : {}),
    });
    const [view] = place.views ?? [];
    bind.push({ key, hop: hops.length - 1, owner: view?.library ?? (view?.foreign ? '+' : '') });
  }
  await target.run(
    (kit, list, held) => {
      kit.instances.clear();
      kit.served.clear();
      for (const type of held) kit.served.add(type);
      for (const { key, hop, owner = '', server, instance } of list) {
        const value = kit.trail.get(key)?.deref();
        if (!value) continue;
        if (hop !== undefined) {
          kit.hops.set(hop, new WeakRef(value));
          kit.claim(value, owner);
        } else if (instance !== undefined) kit.instances.set(instance, [new WeakRef<object>(value)]);
        else kit.noticeRoutes(value, { from: 'known', path: [], ...(server === null || server === undefined ? {} : { server }) });
      }
      kit.trail.clear();
    },
    [bind, served] as const,
    [],
    options,
  );
  return {
    hops,
    modules,
    tables,
    instances: [],
    several: places.flatMap((place) => place.several ?? []),
    adopted,
    isHost,
    functions: places.flatMap((place) => place.functions ?? []),
    lost,
  };
};
