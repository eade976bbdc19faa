import { readFile } from 'node:fs/promises';
import type { CallOptions } from '../connection.js';
import type { Origin, ScopeView } from './injected/kit.js';
import type { ModuleFiles, Place } from './module-files.js';
import { type ModuleNames, readModuleNames } from './module-source.js';
import { readScripts, type Script } from './scripts.js';
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
  readonly functions: number;
  readonly complete: boolean;
  /** Application scripts that no function was found of. */
  readonly unseen: readonly Place[];
}

const batchSize = 48;
const mostFunctions = 5000;

const isOurs = (place: Place | null): place is Place => place !== null && place.library === undefined;

/** The CommonJS modules of the application that are loaded. */
export const readCommonModules = async (target: Target, files: ModuleFiles, options: CallOptions): Promise<CommonModule[]> => {
  const names = await target.run((kit) => Object.keys(kit.cache()), [], [], options);
  return names.flatMap((file) => {
    const place = files.place(file);
    return isOurs(place) && !place.name.endsWith('package.json') ? [{ file, place }] : [];
  });
};

const namesOf = async (script: Script, place: Place): Promise<ModuleNames | undefined> => {
  if (!script.isModule) return undefined;
  const text = await readFile(place.path, 'utf8').catch(() => null);
  return text === null ? undefined : readModuleNames(text);
};

export const discover = async (target: Target, files: ModuleFiles, limitMs: number, options: CallOptions): Promise<Discovery> => {
  const end = performance.now() + limitMs;
  const scripts = await readScripts(target.connection, options);
  const modules = await readCommonModules(target, files, options);
  const hops: Hop[] = [];
  const seenModules = new Set<string>();
  let functions = 0;
  let hopCount = 0;

  await target.run(
    (kit, seeds) => {
      kit.forget();
      kit.seed(seeds);
    },
    [modules.map((module) => module.file)],
    [],
    options,
  );

  for (;;) {
    if (performance.now() > end || functions > mostFunctions) break;
    const handles = await target.list((kit, count) => kit.take(count).map((queued) => queued.fn), [batchSize], options);
    if (handles.length === 0) break;
    const [origins, facts] = await Promise.all([
      target.run((kit) => kit.batch.map((queued) => queued.origin), [], [], options),
      Promise.all(handles.map((handle) => (handle === null ? null : target.factsOf(handle, options)))),
    ]);
    functions += handles.length;

    const found = facts.flatMap((fact: FunctionFacts | null, at) => {
      if (fact === null || fact.scopes === null || fact.scriptId === null) return [];
      const script = scripts.get(fact.scriptId);
      const place = script ? files.place(script.url) : null;
      return script && place ? [{ at, script, place, scopes: fact.scopes, hop: hopCount++ }] : [];
    });
    const expanded = await target.run(
      (kit, requests, chains: Parameters<typeof kit.expand>[1] = []) => kit.expand(requests, chains),
      [found.map(({ at, hop, place }) => ({ at, hop, own: isOurs(place), prefix: place.name }))] as const,
      found.map(({ scopes }) => scopes),
      options,
    );
    // Bound functions stand for others: look at what they are bound to.
    const bound = facts.flatMap((fact) => (fact?.target ? [fact.target, fact.receiver] : []));
    if (bound.length > 0) {
      await target.run(
        (kit, given: readonly unknown[] = []) => {
          for (const value of given) kit.scan(value, { from: 'bound', path: [] });
        },
        [],
        bound,
        options,
      );
    }

    for (const { hop, scopes } of expanded) {
      const of = found.find((one) => one.hop === hop);
      if (!of) continue;
      const { place, script, at } = of;
      const origin = origins[at] ?? { from: 'bound', path: [] };
      const views: ScopeView[] = [];
      let module: Hop['module'];
      for (const scope of scopes) {
        if (scope.nth < 0) continue;
        const library = place.library === undefined ? {} : { library: place.library };
        if (scope.kind === 'module') {
          if (seenModules.has(place.name)) continue;
          seenModules.add(place.name);
          const names = await namesOf(script, place);
          const file = modules.find((one) => one.place.name === place.name)?.file;
          module = {
            name: place.name,
            index: scope.index,
            ...(file === undefined ? {} : { file }),
            ...(names === undefined ? {} : { names }),
          };
          if (scope.data > 0)
            views.push({
              index: scope.index,
              prefix: `scope:${place.name}`,
              source: 'module',
              skip: names?.imports ?? [],
              ...library,
            });
        } else if (scope.data > 0 && place.library === undefined) {
          const label = `${scope.label === '' ? 'anonymous' : scope.label}${scope.nth === 0 ? '' : `#${scope.nth}`}`;
          views.push({ index: scope.index, prefix: `closure:${place.name}/${label}`, source: 'closure', skip: [], ...library });
        }
      }
      hops.push({ id: hop, origin, views, ...(module ? { module } : {}) });
    }
    target.endPass();
  }
  const tables = await target.run((kit) => kit.tables.map((table) => table.origin), [], [], options);
  target.endPass();
  const unseen = [...scripts.values()].flatMap((script) => {
    const place = files.place(script.url);
    return isOurs(place) && script.isModule && !seenModules.has(place.name) ? [place] : [];
  });
  return { hops, modules, tables, functions, complete: functions <= mostFunctions && performance.now() <= end, unseen };
};
