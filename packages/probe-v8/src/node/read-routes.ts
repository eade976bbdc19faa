import type { CallOptions } from '../connection.js';
import { comparedRoutes } from './compared-routes.js';
import type { Handler, RouteEntry } from './injected/kit.js';
import type { Target } from './target.js';

const mostRiddles = 200;

const mostRounds = 3;

interface Found {
  readonly routes: readonly RouteEntry[];
  readonly handlers: readonly Handler[];
}

/** The routes of the process, those of a table and those that a handler compares by hand. Some frameworks keep a path or a handler in a closure: the inspector is asked, once for each. What it tells may be a riddle again. */
export const readRoutes = async (target: Target, call: CallOptions): Promise<RouteEntry[]> => {
  let found: Found = await target.run((kit) => ({ routes: kit.routes(), handlers: kit.handlers() }), [], [], call);
  for (let round = 0; round < mostRounds; round++) {
    const handles = await target.list((kit, most) => [...kit.riddles].slice(0, most), [mostRiddles], call);
    if (handles.length === 0) break;
    const told: (string | null)[] = [];
    for (const handle of handles) {
      const facts = handle === null ? null : await target.factsOf(handle, call);
      told.push(facts?.scopes ?? null, facts?.target ?? null);
    }
    found = await target.run(
      (kit, most, given: readonly unknown[] = []) => {
        kit.solve([...kit.riddles].slice(0, most), given);
        return { routes: kit.routes(), handlers: kit.handlers() };
      },
      [mostRiddles] as const,
      told,
      call,
    );
  }
  const known = new Set(found.routes.map(({ method, path }) => `${method} ${path}`));
  const compared = found.handlers.flatMap(comparedRoutes).filter(({ method, path }) => !known.has(`${method} ${path}`));
  return [...found.routes, ...compared];
};
