import { isAbsolute, relative } from 'node:path';
import { pause, readForeignText } from '@substrate/core/probing';
import type { CallOptions } from '../connection.js';
import { handedFor } from './handed-for.js';
import type { ExpandedScope, Origin, ScopeView } from './injected/kit.js';
import { lostNamesOf } from './lost-names.js';
import type { ModuleFiles, Place } from './module-files.js';
import { type ModuleNames, readModuleNames, readPackageNames } from './module-source.js';
import type { Script, ScriptList } from './scripts.js';
import type { FunctionFacts, Target } from './target.js';

/**
 * Discovery: which functions hold which scopes. Starts from what keeps the process alive and what it has loaded, and goes on
 * through the variables of every scope it finds, until nothing new turns up or a limit is reached. A hop is a function whose scopes
 * were used: the scopes it shows are read from it again at every poll, and the hops that lead to it find it again after a restart.
 */

export interface Hop {
  readonly id: number;
  readonly origin: Origin;
  /** The scopes that are read through it. */
  readonly views: readonly ScopeView[];
  /** The module of the application that its code is in. */
  readonly of?: string;
  /** What it was handed over for, where it has no name of its own. */
  readonly called?: string;
  /** The application's file that its code is in, relative to the application. */
  readonly file?: string;
  /** The script, when it is no file: compiled by the application itself. */
  readonly script?: string;
  /** Set when it shows the scope of a module of the application. */
  readonly module?: { readonly name: string; readonly index: number; readonly file?: string; readonly names?: ModuleNames };
}

export interface CommonModule {
  readonly file: string;
  readonly place: Place;
}

export interface Discovery {
  readonly hops: readonly Hop[];
  readonly modules: readonly CommonModule[];
  /** Where the routers were found. */
  readonly tables: readonly Origin[];
  /** Where the only object of a class of the application was met. */
  readonly instances: readonly { readonly type: string; readonly origin: Origin }[];
  /** Classes of the application of which there were several. */
  readonly several: readonly string[];
  /** Libraries that count as the application's own code, since it has no state without them. */
  readonly adopted: readonly string[];
  /** The program runs a project's code, and counts as a library. */
  readonly isHost: boolean;
  readonly functions: number;
  readonly complete: boolean;
  /** The heap was walked. */
  readonly usedHeap: boolean;
  /** It has objects that nothing else led to. */
  readonly onHeap: boolean;
  /** Something is there that was not found, and the heap was not walked for it. */
  readonly leavesHeap: boolean;
}

/**
 * Walking a heap stops the process, whichever class is looked for: the garbage is collected first, several times. That takes some 90 ms for the smallest
 * one, which is too long for a process at work. One that does nothing is walked up to so large by itself, twice
 * that where the heap told of some of it before (garbage comes and goes, what is served should not) or where nothing else told of any of its own state; any other only when
 * it was asked for.
 */
const heapLimits = { never: 0, idle: 20 * 1024 * 1024, asked: 512 * 1024 * 1024 };
/** A process does nothing when nobody is connected, HTTP between two requests aside, and it used no more than this share of a moment. */
const idle = { momentMs: 250, share: 0.04 };
/** So often what the heap tells is gone on from. */
const mostSifts = 3;
/** So many moments are waited for one in which it does nothing, where it is known that the heap has what nothing else leads to. */
const moments = 8;

interface DiscoverOptions {
  readonly limitMs: number;
  /** `idle` walks the heap only if the crawl clearly missed something, the heap is small and the process does nothing; `asked` whatever it takes. */
  readonly heap: keyof typeof heapLimits;
  /** The heap alone told of some of it before. */
  readonly beyond?: boolean;
}

/** Functions that are gone on from at once: as many as take about so long, which differs a lot with the size of their scopes. */
const batchSizes = { first: 6, least: 2, most: 64 };
const batchMs = 8;
const mostFunctions = 5000;
/** Of a source file. */
const mostText = 4_000_000;

const isOurs = (place: Place | null): place is Place => place !== null && place.library === undefined;

/** The CommonJS modules of the application that are loaded. */
export const readCommonModules = async (target: Target, files: ModuleFiles, options: CallOptions): Promise<CommonModule[]> => {
  const names = await target.run((kit) => Object.keys(kit.cache()), [], [], options);
  const places = names.map((file) => ({ file, place: files.place(file) }));
  return places.flatMap(({ file, place }) => (isOurs(place) && !isManifest.test(place.name) ? [{ file, place }] : []));
};

/** What a package or a build says about itself. */
const isManifest = /(^|\/)package\.json$|(^|\/)\.[\w-]+\/.*\.json$/;

const namesOf = async (script: Script, place: Place): Promise<ModuleNames | undefined> => {
  if (!script.isModule) return undefined;
  const text = await readForeignText(place.path, { maxBytes: mostText });
  return text === null ? undefined : readModuleNames(text);
};

/** Functions and classes by their own words, functions in variables and in fields, methods. */
const declarations = [
  /\b(?:function\b\s*(?:\*\s*)?|class\s+)([A-Za-z_$][\w$]*)/g,
  /\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\b\s*)?(?:function\b|\(|[A-Za-z_$][\w$]*\s*=>)/g,
  /(?<=[{,]\s*)([A-Za-z_$][\w$]*)\s*:\s*(?:async\b\s*)?(?:function\b|\(|[A-Za-z_$][\w$]*\s*=>)/g,
  /^\s*(?:async\s+)?(?!(?:if|for|while|switch|catch|with|function|return)\b)([A-Za-z_$][\w$]*)\s*\([^()]*\)\s*\{/gm,
];

/** Names of functions and classes in the text of a module: what its functions on the heap are recognised by. */
const declaredNames = async (places: readonly Place[]): Promise<string[]> => {
  const names = new Set<string>();
  for (const place of places.slice(0, mostFiles)) {
    const text = (await readForeignText(place.path, { maxBytes: mostText })) ?? '';
    for (const form of declarations) for (const found of text.matchAll(form)) if (found[1]) names.add(found[1]);
  }
  return [...names];
};

/** The text of a file of the application; empty for what is no file. */
const textOf = async ({ texts }: Crawl, { path }: Place): Promise<string> => {
  const known = texts.get(path);
  if (known !== undefined) return known;
  const text = isAbsolute(path) ? ((await readForeignText(path, { maxBytes: mostText })) ?? '') : '';
  texts.set(path, text);
  return text;
};

/** Functions and classes that stand at the very top of a text. */
const topNames = (text: string): string[] => {
  const declared =
    /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\b\s*(?:\*\s*)?|class\s+|(?:const|let|var)\s+(?=[\w$]+\s*=\s*(?:async\b\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)))([A-Za-z_$][\w$]*)/gm;
  return [...text.matchAll(declared)].map((found) => found[1] as string);
};

/** Variables at the top of a library's text that begin as an empty collection: what is in them came later. */
const storesIn = (text: string): string[] => {
  const empty =
    /^(?:var|let|const)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:\/\*[^*]*\*\/\s*)?(?:\{\s*\}|\[\s*\]|new\s+(?:[\w$]+\.)?(?:Map|Set)\b(?:\(\))?|Object\.create\(null\))\s*(?:[;,]|$)/gm;
  return [...text.matchAll(empty)].map((found) => found[1] as string);
};

interface Crawl {
  readonly target: Target;
  readonly files: ModuleFiles;
  readonly scripts: ScriptList;
  readonly modules: readonly CommonModule[];
  /** Libraries that the application's own code asks for; and the files of theirs, and of those that they ask for, whose modules keep something. */
  readonly direct: ReadonlySet<string>;
  readonly stores: ReadonlyMap<string, readonly string[]>;
  readonly hops: Hop[];
  readonly seen: Set<string>;
  /** Files whose declarations the target was told. */
  readonly told: Set<string>;
  /** The texts of the application's files. */
  readonly texts: Map<string, string>;
  readonly end: number;
  functions: number;
  nextHop: number;
  batchSize: number;
}

interface Resolved {
  readonly id: string;
  readonly at: number;
  readonly hop: number;
  readonly script: Script;
  readonly place: Place;
  /** The library that it is of. */
  readonly owner: string | undefined;
  readonly scopes: string;
  readonly start?: FunctionFacts['start'];
}

/** What a server calls is what the program does. */
const isListener = ({ from, path, server }: Origin): boolean =>
  server !== undefined && from.startsWith('handle:') && /^_events,\w+(,\d+)?$/.test(path.join());
/** What functions call the object whose they are. */
const oneself = ['this', 'self', 'that', '_this'];

/** The views that a function's scopes give: its module's variables, once a module, and what it closes over. */
const hopOf = async (
  crawl: Crawl,
  { id, hop, place, owner, script, start }: Resolved,
  scopes: readonly ExpandedScope[],
  origin: Origin,
): Promise<Hop> => {
  const views: ScopeView[] = [];
  let module: Hop['module'];
  const library = owner !== undefined ? { library: owner } : place.adopted ? { foreign: true as const } : {};
  for (const { nth, kind, index, data, label } of scopes) {
    if (kind === 'module') {
      if (crawl.seen.has(place.name)) continue;
      crawl.seen.add(place.name);
      const stores = crawl.stores.get(place.path);
      if (owner !== undefined) {
        if (stores) views.push({ index, prefix: `scope:${place.name}`, source: 'module', skip: [], ...library, stores });
        continue;
      }
      const names = await namesOf(script, place);
      const file = crawl.modules.find((one) => one.place.name === place.name)?.file;
      module = { name: place.name, index, ...(file === undefined ? {} : { file }), ...(names === undefined ? {} : { names }) };
      const called = data > 0 && owner === undefined ? lostNamesOf(await textOf(crawl, place)) : undefined;
      if (data > 0)
        views.push({
          index,
          prefix: `scope:${place.name}`,
          source: 'module',
          skip: names?.imports ?? [],
          ...library,
          ...(called && { called }),
        });
    } else if (data > 0 && (owner === undefined || (crawl.direct.has(owner) && isListener(origin)))) {
      const name = `${label === '' ? 'anonymous' : label}${nth === 0 ? '' : `#${nth}`}`;
      views.push({
        index,
        prefix: `closure:${place.name}/${name}`,
        source: 'closure',
        skip: owner === undefined ? [] : oneself,
        ...library,
      });
    }
  }
  const text = isAbsolute(place.path) ? { file: relative(crawl.files.root, place.path) } : { script: id };
  const called = isOurs(place) && !place.adopted && start ? handedFor(await textOf(crawl, place), start) : undefined;
  return {
    id: hop,
    origin,
    views,
    ...(isOurs(place) ? { ...text, of: place.name } : {}),
    ...(called === undefined ? {} : { called }),
    ...(module ? { module } : {}),
  };
};

/** What the platform itself listens with at a handle leads on to whom it listens for: a prompt to who reads its lines. */
const placeOfListener = ({ url }: Script, origin: Origin | undefined): Place | null =>
  url.startsWith('node:') && origin?.from.startsWith('handle:') && origin.path[0] === '_events'
    ? { name: url, path: url, library: 'node' }
    : null;

/** Asks the inspector about one batch of queued functions and goes on from their scopes. False when the queue is empty. */
const crawlBatch = async (crawl: Crawl, options: CallOptions): Promise<boolean> => {
  const { target, files } = crawl;
  while (performance.now() < crawl.end && !(await target.run((kit) => kit.lookOn(), [], [], options)));
  const handles = await target.list((kit, count) => kit.take(count).map((queued) => queued.fn), [crawl.batchSize], options);
  if (handles.length === 0) return false;
  crawl.functions += handles.length;
  const origins = await target.run((kit) => kit.batch.map((queued) => queued.origin), [], [], options);
  const facts = await Promise.all(handles.map((handle) => (handle === null ? null : target.factsOf(handle, options))));

  const scripts = await crawl.scripts.covering(
    facts.flatMap((fact) => fact?.scriptId ?? []),
    options,
  );
  const found = facts.flatMap((fact, at): Resolved[] => {
    if (fact === null || fact.scopes === null || fact.scriptId === null) return [];
    const script = scripts.get(fact.scriptId);
    const place = script ? (files.place(script.url) ?? placeOfListener(script, origins[at])) : null;
    if (!script || !place) return [];
    return [
      {
        id: fact.scriptId,
        at,
        script,
        place,
        owner: place.library,
        scopes: fact.scopes,
        start: fact.start,
        hop: crawl.nextHop++,
      },
    ];
  });
  const declares = new Map<number, readonly string[]>();
  for (const { hop, place } of found) {
    if (!isOurs(place) || crawl.told.has(place.name)) continue;
    crawl.told.add(place.name);
    declares.set(hop, topNames(await textOf(crawl, place)));
  }
  const { expanded, ms } = await target.run(
    (kit, requests, chains: Parameters<typeof kit.expand>[1] = []) => {
      const started = performance.now();
      return { expanded: kit.expand(requests, chains), ms: performance.now() - started };
    },
    [
      found.map(({ at, hop, place, owner }) => ({
        at,
        hop,
        own: owner === undefined,
        prefix: place.name,
        ...(owner === undefined ? {} : { library: owner }),
        ...(place.adopted ? { adopted: true as const } : {}),
        ...(declares.has(hop) ? { declares: declares.get(hop) ?? [] } : {}),
        ...(owner !== undefined && crawl.stores.has(place.path) ? { stores: crawl.stores.get(place.path) ?? [] } : {}),
      })),
    ] as const,
    found.map(({ scopes }) => scopes),
    options,
  );
  const { least, most } = batchSizes;
  if (ms > batchMs) crawl.batchSize = Math.max(least, Math.floor(crawl.batchSize / 2));
  else if (ms < batchMs / 3) crawl.batchSize = Math.min(most, crawl.batchSize * 2);
  // Bound functions and proxies stand for others: look at those.
  const bound = facts.flatMap((fact, at) => {
    const origin = origins[at];
    return fact?.target && origin ? [{ fact, at, hop: { id: crawl.nextHop++, origin, views: [] } satisfies Hop }] : [];
  });
  if (bound.length > 0) {
    crawl.hops.push(...bound.map(({ hop }) => hop));
    await target.run(
      (kit, starts, places, given: readonly unknown[] = []) => {
        kit.unshell(
          places.map((at) => kit.batch[at]?.fn),
          given.filter((_, at) => at % 3 === 0),
        );
        given.forEach((value, at) => {
          const start = starts[Math.floor(at / 3)];
          if (start) kit.scan(value, { ...start, path: [['~target', '~this', '~given'][at % 3] as string] });
        });
      },
      [
        bound.map(
          ({ hop: { id, origin } }): Origin => ({
            from: `hop:${id}`,
            path: [],
            ...(origin.server === undefined ? {} : { server: origin.server }),
            ...(origin.strange === undefined ? {} : { strange: origin.strange }),
          }),
        ),
        bound.map(({ at }) => at),
      ] as const,
      bound.flatMap(({ fact }) => [fact.target, fact.receiver, fact.given]),
      options,
    );
  }
  for (const [place, { scopes }] of expanded.entries()) {
    const of = found[place];
    if (of) crawl.hops.push(await hopOf(crawl, of, scopes, origins[of.at] ?? { from: 'lost', path: [] }));
  }
  target.endPass();
  return true;
};

const crawlAll = async (crawl: Crawl, options: CallOptions): Promise<void> => {
  while (performance.now() < crawl.end && crawl.functions < mostFunctions && (await crawlBatch(crawl, options)));
};

const mostFiles = 200;
/** Of libraries, whose files are many and small: those of each round, and of each so much. */
const mostStrangeFiles = 1000;
const mostStrangeText = 500_000;
/** The application's own modules. */
const ownModules = async (
  { scripts, files, modules }: Pick<Crawl, 'scripts' | 'files' | 'modules'>,
  options: CallOptions,
): Promise<Place[]> => {
  const all = [...(await scripts.covering([], options)).values()].flatMap((script) => {
    const place = files.place(script.url);
    return isOurs(place) && script.isModule ? [place] : [];
  });
  return [...all, ...modules.map(({ place }) => place)];
};

/** The functions of modules that nothing led to: of one that has none there is nothing to be found. */
const unseenNames = async (crawl: Crawl, options: CallOptions): Promise<string[]> =>
  await declaredNames((await ownModules(crawl, options)).filter(({ name }) => !crawl.seen.has(name)));

const directLibraries = async (places: readonly Place[]): Promise<Set<string>> => {
  const texts = await Promise.all(
    places.slice(0, mostFiles).map(({ path }) => (isAbsolute(path) ? readForeignText(path, { maxBytes: mostText }) : null)),
  );
  return new Set(texts.flatMap((text) => readPackageNames(text ?? '')));
};

/** Files of libraries that are loaded, by what their modules keep: of those that the application asks for, and of those that these ask for. */
const libraryStores = async (
  target: Target,
  files: ModuleFiles,
  direct: ReadonlySet<string>,
  options: CallOptions,
): Promise<Map<string, string[]>> => {
  const loaded = await target.run((kit) => Object.keys(kit.cache()), [], [], options);
  const places = loaded.flatMap((file) => files.place(file) ?? []);
  const stores = new Map<string, string[]>();
  let asked = direct;
  for (let round = 0; round < 2; round++) {
    const next = new Set<string>();
    for (const { path, library } of places.filter(({ library }) => library && asked.has(library)).slice(0, mostStrangeFiles)) {
      const text = (await readForeignText(path, { maxBytes: mostStrangeText })) ?? '';
      for (const name of readPackageNames(text)) if (name !== library && !direct.has(name)) next.add(name);
      const names = storesIn(text);
      if (names.length > 0) stores.set(path, names);
    }
    asked = next;
  }
  return stores;
};

/** Whether it has variables of the application's own code. */
const holdsOwn = ({ hops }: Pick<Discovery, 'hops'>): boolean =>
  hops.some(({ views }) => views.some(({ library }) => library === undefined));

/** What of the heap is no garbage, of which our looking left some. To find out is to collect it, as a walk would do first; it takes a small part of the time. */
const liveHeap = async (target: Target, options: CallOptions): Promise<number> => {
  await target.connection.send('HeapProfiler.collectGarbage', undefined, options);
  return (await target.run((kit) => kit.facts(), [], [], options)).heapUsed;
};

const isIdle = async (target: Target, tries: number, options: CallOptions): Promise<boolean> => {
  const worked = (): Promise<number> => target.run((kit) => kit.worked(), [], [], options);
  for (let before = await worked(); tries > 0; tries--) {
    await pause(idle.momentMs, options.signal ?? AbortSignal.timeout(2 * idle.momentMs));
    const now = await worked();
    if (now - before < idle.momentMs * idle.share) return true;
    before = now;
  }
  return false;
};

/**
 * What there is. A program may be no more than a call of a library, and keep nothing of what that returned: where its own code holds no state, the libraries
 * that it asks for are its code.
 */
export const discover = async (...given: Parameters<typeof discoverAs>): Promise<Discovery> => {
  const [target, files, scripts, options, call] = given;
  const isHost = [...(await scripts.covering([], call)).values()].some(({ url }) => files.isOfProject(url));
  files.adopt([], isHost);
  const found = { ...(await discoverAs(...given)), isHost };
  if (holdsOwn(found) || found.direct.size === 0) return found;
  files.adopt([...found.direct], isHost);
  // What the heap told of before it tells again; it is not walked twice for nothing.
  const heap = found.onHeap ? options.heap : 'never';
  const adopted = await discoverAs(target, files, scripts, { ...options, heap }, call);
  return { ...adopted, isHost, adopted: [...found.direct], usedHeap: found.usedHeap };
};

const discoverAs = async (
  target: Target,
  files: ModuleFiles,
  scripts: ScriptList,
  { limitMs, heap, beyond }: DiscoverOptions,
  options: CallOptions,
): Promise<Omit<Discovery, 'isHost'> & { readonly direct: ReadonlySet<string> }> => {
  const end = performance.now() + limitMs;
  const modules = await readCommonModules(target, files, options);
  const direct = await directLibraries(await ownModules({ scripts, files, modules }, options));
  const stores = await libraryStores(target, files, direct, options);
  const crawl: Crawl = {
    target,
    files,
    scripts,
    modules,
    direct,
    stores,
    hops: [],
    seen: new Set(),
    told: new Set(),
    texts: new Map(),
    end,
    functions: 0,
    nextHop: 0,
    batchSize: batchSizes.first,
  };
  await target.run(
    (kit, seeds, direct, stores) => {
      kit.forget();
      kit.forgetSelves();
      kit.instances.clear();
      kit.served.clear();
      kit.nearby(direct);
      kit.seed(seeds);
      for (const file of stores) {
        const exports = kit.start(`module:${file}`);
        const origin = { from: `module:${file}`, path: [], strange: 3 };
        const functions = kit.isHeld(exports)
          ? kit.names(exports).filter((name) => typeof kit.slot(exports, name) === 'function')
          : [];
        // One function of the file is enough; what is first may be handed on from another.
        if (typeof exports === 'function') kit.scan(exports, origin, 0);
        else for (const name of functions.slice(0, 3)) kit.scan(kit.slot(exports, name), { ...origin, path: [name] }, 0);
      }
    },
    [modules.map((module) => module.file), [...direct], [...stores.keys()]] as const,
    [],
    options,
  );
  await crawlAll(crawl, options);

  const { heapUsed, servers, visitors } = await target.run((kit) => kit.facts(), [], [], options);
  const [routers, unmet] = await target.run(
    (kit) => [kit.tables.length, kit.unmet() + kit.seekSelves()] as const,
    [],
    [],
    options,
  );
  const unseen = await unseenNames(crawl, options);
  const missedRoutes = routers === 0 && servers.some((server) => server.protocol !== 'tcp' && server.protocol !== 'udp');
  const missed = unseen.length > 0 || unmet > 0 || missedRoutes;
  const most = heapLimits[heap] * (beyond || !holdsOwn(crawl) ? 2 : 1);
  const usedHeap =
    performance.now() < end &&
    (heap === 'asked'
      ? heapUsed <= most
      : missed &&
        visitors === 0 &&
        heapUsed <= 2 * heapLimits[heap] &&
        (await isIdle(target, beyond ? moments : 1, options)) &&
        (heapUsed <= most || (await liveHeap(target, options)) <= most));
  let onHeap = false;
  // What the heap tells may lead on to what only the heap tells: the same look at it serves.
  if (usedHeap)
    await target.hold(async () => {
      const objects = await target.heap(options);
      onHeap = await target.run(
        (kit, wanted, routes, given: readonly unknown[] = []) => kit.sift((given[0] ?? []) as unknown[], wanted, routes) > 0,
        [unseen, missedRoutes] as const,
        [objects],
        options,
      );
      target.endPass();
      await crawlAll(crawl, options);
      for (let round = 0; round < mostSifts && (await target.run((kit) => kit.seekSelves(), [], [], options)) > 0; round++) {
        await target.run(
          (kit, given: readonly unknown[] = []) => kit.siftSelves((given[0] ?? []) as unknown[]),
          [],
          [objects],
          options,
        );
        await crawlAll(crawl, options);
      }
    });

  const { met: instances, several } = await target.run((kit) => kit.gather(), [], [], options);
  const tables = await target.run((kit) => kit.tables.map((table) => table.origin), [], [], options);
  target.endPass();
  return {
    hops: crawl.hops,
    modules,
    tables,
    instances,
    several,
    adopted: [],
    direct: crawl.direct,
    functions: crawl.functions,
    complete: crawl.functions < mostFunctions && performance.now() <= end,
    usedHeap,
    onHeap,
    leavesHeap: !usedHeap && missed,
  };
};
