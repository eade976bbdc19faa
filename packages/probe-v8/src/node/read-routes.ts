import type { CallOptions } from '../connection.js';
import type { RouteEntry } from './injected/kit.js';
import type { Target } from './target.js';

const mostRiddles = 200;

const mostRounds = 3;

/** The routes of the process. Some frameworks keep a path or a handler in a closure: the inspector is asked, once for each. What it tells may be a riddle again. */
export const readRoutes = async (target: Target, call: CallOptions): Promise<RouteEntry[]> => {
  let routes = await target.run((kit) => kit.routes(), [], [], call);
  for (let round = 0; round < mostRounds; round++) {
    const handles = await target.list((kit, most) => [...kit.riddles].slice(0, most), [mostRiddles], call);
    if (handles.length === 0) break;
    const told: (string | null)[] = [];
    for (const handle of handles) {
      const facts = handle === null ? null : await target.factsOf(handle, call);
      told.push(facts?.scopes ?? null, facts?.target ?? null);
    }
    routes = await target.run(
      (kit, most, given: readonly unknown[] = []) => {
        kit.solve([...kit.riddles].slice(0, most), given);
        return kit.routes();
      },
      [mostRiddles] as const,
      told,
      call,
    );
  }
  return routes;
};
