import type { Room } from './room.js';

/** The cache of queries that a client keeps. */
export const tanstackQuery: Room = {
  name: 'TanStack Query',
  classes: /^(Query|QueryCache|MutationCache)$/,
  finder: ({ values: { own }, collector }) => {
    const methodOf = (target: object, name: string): unknown =>
      (Object.getPrototypeOf(target) as Record<string, unknown> | null)?.[name];
    /** A method that only hands out what it keeps in a private field. */
    const handed = (target: object, name: string): unknown => {
      const fn = methodOf(target, name);
      return typeof fn === 'function' ? (fn.call(target) as unknown) : undefined;
    };
    return {
      holders: [
        {
          test: (value) => typeof methodOf(value, 'getQueryCache') === 'function',
          take: (client) => {
            const cache = own(client, 'queryCache') ?? handed(client, 'getQueryCache');
            if (typeof cache !== 'object' || cache === null) return;
            const queries = own(cache, 'queries') ?? own(cache, 'queriesMap') ?? handed(cache, 'getAll');
            const all: unknown[] = Array.isArray(queries) ? queries : queries instanceof Map ? [...queries.values()] : [];
            const data: Record<string, unknown> = {};
            for (const query of all) {
              const state = own(query, 'state');
              const key = own(query, 'queryKey');
              if (!state) continue;
              const name = Array.isArray(key)
                ? key.map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part))).join('/')
                : String(own(query, 'queryHash'));
              data[name] = Object.fromEntries(
                ['status', 'data', 'error', 'fetchStatus'].map((field) => [field, own(state, field)]),
              );
            }
            collector.place({ address: 'query-cache', name: 'queries', source: 'store', library: 'TanStack Query', value: data });
          },
        },
        // Observers of a query show what the cache has already, and so does what they hand to components: how it is, by a dozen names for each.
        {
          test: (value) =>
            typeof methodOf(value, 'getCurrentResult') === 'function' ||
            (own(value, 'failureCount') !== undefined && (own(value, 'isIdle') ?? own(value, 'fetchStatus')) !== undefined),
          take: () => undefined,
        },
      ],
    };
  },
};
