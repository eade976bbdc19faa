import type { Base, BodyField, Fn, Owners, RouteEntry, Routing, Schemas, Scope } from './kit.js';

/**
 * Recognises what maps paths to handlers by its shape, since the frameworks differ in names more than in form:
 * a `stack` of layers that have a `handle` (Express, Connect and their kin), and a list of entries that have a path, a method and
 * a handler (Fastify's find-my-way, Hono, Koa's router, Polka, hapi). A schema of GraphQL stands behind one path for many. Closed.
 */
export const createRouting = (kit: Base & Owners & Schemas): Routing => {
  const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';
  const isRouter = (value: unknown): value is object => {
    if (!isObject(value) && typeof value !== 'function') return false;
    const stack = kit.slot(value, 'stack');
    if (!Array.isArray(stack) || stack.length === 0) return false;
    const layer = kit.slot(stack, 0);
    return isObject(layer) && typeof kit.slot(layer, 'handle') === 'function';
  };
  const pathOf = (entry: unknown): string | undefined => {
    for (const key of ['path', 'url', 'route', 'pattern']) {
      const path = kit.slot(entry, key);
      if (typeof path === 'string' && /^[/*]/.test(path)) return path;
    }
    return undefined;
  };
  const methodsOf = (entry: unknown): string[] => {
    const method = kit.slot(entry, 'method') ?? kit.slot(entry, 'methods');
    if (typeof method === 'string') return [method];
    return Array.isArray(method) ? method.filter((name): name is string => typeof name === 'string') : [];
  };
  const handlerOf = (entry: unknown): Fn | undefined => {
    // One function before all routes, and beside it what the route was given.
    const stored = kit.slot(kit.slot(entry, 'store'), 'handler');
    if (typeof stored === 'function') return stored as Fn;
    for (const key of ['handler', 'handle', 'handlers', 'stack', 'fn']) {
      const found = kit.slot(entry, key);
      if (typeof found === 'function') return found as Fn;
      const last = Array.isArray(found) ? kit.slot(found, found.length - 1) : undefined;
      if (typeof last === 'function') return last as Fn;
    }
    const public_ = kit.slot(kit.slot(entry, 'settings'), 'handler');
    return typeof public_ === 'function' ? (public_ as Fn) : undefined;
  };
  const isTable = (value: unknown): value is unknown[] => {
    if (!Array.isArray(value) || value.length === 0) return false;
    const first = kit.slot(value, 0);
    return isObject(first) && pathOf(first) !== undefined && methodsOf(first).length > 0 && handlerOf(first) !== undefined;
  };

  const headLength = 3000;
  const mostEntries = 2000;
  const tables: Routing['tables'] = [];
  const routing: Routing['routing'] = new WeakSet();
  const noticeRoutes: Routing['noticeRoutes'] = (value, origin) => {
    if (isObject(value) && isTable(kit.slot(value, 'stack'))) routing.add(value);
    if (tables.length >= 200 || !(isRouter(value) || isTable(value) || kit.isSchema(value))) return false;
    routing.add(value);
    // A framework keeps them in more than one place: sorted by method, or made ready to be matched.
    if (Array.isArray(value)) for (const one of value.slice(0, mostEntries)) if (isObject(one)) routing.add(one);
    tables.push({ table: new WeakRef(value), origin });
    return true;
  };

  const riddles: Routing['riddles'] = new Set();
  interface Solved {
    readonly pattern?: RegExp;
    readonly keys?: unknown;
    readonly target?: unknown;
    /** The function that it hands a body on to; those that it hands a request on to, and at which place. */
    readonly onward?: Fn;
    readonly handed?: readonly { readonly fn: Fn; readonly at: number }[];
  }
  const solved = new WeakMap<Fn, Solved>();
  /** What the inspector has told of a function; it is asked next time if it has not. */
  const learn = (fn: Fn): Solved => {
    const known = solved.get(fn);
    if (!known) riddles.add(fn);
    return known ?? {};
  };
  /** Who is given the body as a whole, alone or with more: `shelf.add(req.body)`, `const it = await c.req.json(); add(it)`, `decide[name](order, { ...req.body, number })`. */
  const body = String.raw`(?:await\s+)?[\w$]+(?:\.(?:req|request))?\.(?:body|payload|json\(\))`;
  const heldBody = new RegExp(String.raw`(?:\b(?:const|let|var)\s+|,\s*)([A-Za-z_$][\w$]*)\s*=\s*${body}(?![\w$.([])`, 'g');
  /** At which place a function is given the body that is no handler itself. */
  const places = new WeakMap<Fn, number>();
  const bodyIn = (fn: Fn, text: string): string[] => {
    const at = places.get(fn);
    if (at === undefined) return [body, ...Array.from(text.matchAll(heldBody), ([, name = '']) => called(name))];
    const [, several, one] = /^[^(=]*\(([^()]*)\)|^(?:async\s+)?([\w$]+)\s*=>/.exec(text) ?? [];
    const name = (several ?? one ?? '').split(',')[at]?.trim() ?? '';
    return /^[\w$]+$/.test(name) ? [called(name)] : [];
  };
  const called = (name: string): string => String.raw`(?<![\w$.])${name.replace(/\$/g, '\\$')}`;
  interface Receiver {
    readonly path: readonly string[];
    readonly at: number;
  }
  const receiversOf = (fn: Fn): Receiver[] => {
    const text = kit.sourceOf(fn).slice(0, headLength);
    const given = bodyIn(fn, text).join('|');
    if (given === '') return [];
    const call = String.raw`(?<![\w$.])([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[[A-Za-z_$][\w$]*\])*)\(\s*((?:[\w$.]+\s*,\s*)*)(?:(?:${given})\s*[,)]|\{[^{}]*\.\.\.(?:${given})\s*[,}])`;
    return Array.from(text.matchAll(new RegExp(call, 'g')), ([, path = '', before = '']) => ({
      path: path.split(/\.|(?=\[)/),
      at: before.split(',').length - 1,
    }));
  };
  const memberOf = (value: unknown, name: string): unknown => {
    for (let at = kit.isHeld(value) ? value : null; at; at = kit.prototypeOf(at)) {
      const held = kit.slot(at, name);
      if (held !== undefined) return held;
    }
    return undefined;
  };
  const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
  const mostOnward = 1000;
  /** The function that a path leads to, from the variables that another one sees. */
  const functionAt = ([first = '', ...rest]: readonly string[], fn: Fn, scopes: readonly Scope[]): Fn | undefined => {
    const variable = (name: string): unknown =>
      scopes.map(({ object }) => kit.slot(object, name)).find((one) => one !== undefined);
    const found = rest.reduce(
      (held: unknown, step) => memberOf(held, step[0] === '[' ? textIn(variable(step.slice(1, -1))) : step),
      variable(first),
    );
    return typeof found !== 'function' || found === fn || kit.isProxy(found) || kit.isNative(found) ? undefined : (found as Fn);
  };
  const onwardFrom = (fn: Fn, scopes: readonly Scope[]): { readonly onward?: Fn } => {
    for (const { path, at } of receiversOf(fn)) {
      const onward = functionAt(path, fn, scopes);
      if (!onward) continue;
      if (!places.has(onward)) places.set(onward, at);
      return { onward };
    }
    return {};
  };
  /** At which place a function is given a request that a server hands out. */
  const requestAt = new WeakMap<Fn, number>();
  const mostHanded = 6;
  const handedFrom = (fn: Fn, scopes: readonly Scope[]): NonNullable<Solved['handed']> => {
    const text = kit.sourceOf(fn);
    const [, several, one] = /^[^(=]*\(([^()]*)\)|^(?:async\s+)?([\w$]+)\s*=>/.exec(text) ?? [];
    const name = (several ?? one ?? '').split(',')[requestAt.get(fn) ?? 0]?.trim() ?? '';
    if (!/^[\w$]+$/.test(name)) return [];
    const call = String.raw`(?<![\w$.])([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\(\s*((?:[\w$.]+\s*,\s*)*)${called(name)}\s*[,)]`;
    return Array.from(text.matchAll(new RegExp(call, 'g')), ([, path = '', before = '']) => ({
      fn: functionAt(path.split('.'), fn, scopes),
      at: before.split(',').length - 1,
    }))
      .flatMap(({ fn: handed, at }) => (handed && !kit.foreign.has(handed) ? [{ fn: handed, at }] : []))
      .slice(0, mostHanded);
  };
  const handing: Routing['handing'] = (listener) => {
    const name = kit.slot(listener, 'name');
    const bound = String(name).startsWith('bound ') ? learn(listener).target : listener;
    if (typeof bound !== 'function' || kit.foreign.has(bound)) return [];
    const all = new Map<Fn, number>([[bound as Fn, 0]]);
    for (const [fn, at] of all) {
      if (kit.isProxy(fn) || kit.isNative(fn) || all.size > mostHanded) continue;
      requestAt.set(fn, at);
      for (const one of learn(fn).handed ?? []) if (!all.has(one.fn)) all.set(one.fn, one.at);
    }
    return Array.from(all, ([fn, at]) => ({ fn, at }));
  };
  const mostOnwards = 3;
  /** The functions that a body is handed on to, one by the other. */
  const onwardsOf = (handler: Fn): NonNullable<RouteEntry['onward']> => {
    const found = new Set<Fn>();
    for (let fn: Fn | undefined = handler; fn && found.size < mostOnwards && receiversOf(fn).length > 0; ) {
      fn = learn(fn).onward;
      if (!fn || found.has(fn)) break;
      found.add(fn);
    }
    return Array.from(found, (fn) => ({ source: kit.sourceOf(fn).slice(0, mostOnward), at: places.get(fn) ?? 0 }));
  };
  const solve: Routing['solve'] = (solvable, told) => {
    solvable.forEach((fn, at) => {
      const given = told[2 * at];
      const scopes = Array.isArray(given) ? Array.from(given as readonly Scope[]) : [];
      const variables = scopes.find(({ object }) => kit.slot(object, 'regexp'))?.object;
      const pattern = kit.slot(variables, 'regexp');
      solved.set(fn, {
        target: told[2 * at + 1],
        ...onwardFrom(fn, scopes),
        ...(requestAt.has(fn) ? { handed: handedFrom(fn, scopes) } : {}),
        ...(pattern instanceof RegExp ? { pattern, keys: kit.slot(variables, 'keys') } : {}),
      });
    });
    riddles.clear();
  };

  /** A pattern as the path that it was made of: `^\/api\/?(?=\/|$)`. Null when it is more than a plain path. */
  const pathOfPattern = (pattern: RegExp, keys: unknown): string | null => {
    let at = 0;
    const text = pattern.source
      .replace(/^\^\(\?:(.*)\)\(\?:\\\/\$\)\?\(\?=\\\/\|\$\)$/, '$1')
      .replace(/^\^/, '')
      .replace(/\\\/\?\(\?=\\\/\|\$\)$/, '')
      .replace(
        /\(\?:\\?\/?\(\[\^\\?\/\]\+\?\)\)|\(\?:\(\[\^\\\/\]\+\?\)\)|\(\[\^\\\/\]\+\)/g,
        () => `:${String(kit.slot(kit.slot(keys, at++), 'name'))}`,
      )
      .replace(/\\(.)/g, '$1');
    return /[()[\]?*+^$|]/.test(text) ? null : text.replace(/\/$/, '');
  };

  /** Where a router is mounted. Only a pattern is kept of that, beside it (Express 4) or in a function (Express 5). */
  const mountOf = (layer: unknown): string | null => {
    const pattern = kit.slot(layer, 'regexp');
    if (kit.slot(pattern, 'fast_slash') === true || kit.slot(layer, 'slash') === true) return '';
    if (pattern instanceof RegExp) return pathOfPattern(pattern, kit.slot(layer, 'keys'));
    const matcher = kit.slot(kit.slot(layer, 'matchers'), 0);
    if (typeof matcher === 'function') {
      const { pattern: held, keys } = learn(matcher as Fn);
      return held ? pathOfPattern(held, keys) : null;
    }
    const path = kit.slot(layer, 'path');
    return typeof path === 'string' && path !== '/' ? path : null;
  };

  /** What a library's schema keeps of itself: Zod's two ways, and those that are what they say. */
  const defined = (schema: unknown): unknown => kit.slot(kit.slot(schema, '_zod'), 'def') ?? kit.slot(schema, '_def') ?? schema;
  const typeOf = (schema: unknown): BodyField['type'] => {
    const of = typeof schema === 'string' ? { type: schema } : defined(schema);
    const inner = kit.slot(of, 'innerType');
    if (inner !== undefined) return typeOf(inner);
    const told = kit.slot(of, 'type') ?? String(kit.slot(of, 'typeName')).replace('Zod', '').toLowerCase();
    const type = Array.isArray(told) ? told.find((one) => one !== 'null') : told;
    if (type === 'integer') return 'number';
    return type === 'number' || type === 'boolean' || type === 'array' || type === 'object' ? type : 'string';
  };
  /** The fields that a schema tells of: of JSON Schema and what is spelled so, Joi, Zod, Yup. */
  const fieldsOf = (schema: unknown): BodyField[] => {
    const keys = kit.slot(kit.slot(schema, '$_terms'), 'keys');
    const of = defined(schema);
    const lazy = isObject(of) && !kit.isProxy(of) ? Object.getOwnPropertyDescriptor(of, 'shape')?.get : undefined;
    const shapes = [
      kit.slot(schema, 'properties'),
      // Zod makes it when it is asked for, from what it says beside.
      kit.slot(lazy, 'raw') ?? kit.slot(of, 'shape'),
      kit.slot(kit.slot(schema, '_cached'), 'shape'),
    ];
    const types = /^(string|number|integer|boolean|array|object)$/;
    const isType = (one: unknown): boolean => types.test(String(typeof one === 'string' ? one : kit.slot(one, 'type')));
    // Names that lead to types, and nothing else.
    const isSpelled = isObject(schema) && !isType(schema) && kit.names(schema).every((name) => isType(kit.slot(schema, name)));
    const shape = [...shapes, kit.slot(schema, 'fields'), isSpelled ? schema : undefined].find(isObject);
    const members = Array.isArray(keys)
      ? keys.map((one) => [String(kit.slot(one, 'key')), kit.slot(one, 'schema')] as const)
      : shape
        ? kit.names(shape).map((name) => [name, kit.slot(shape, name)] as const)
        : [];
    const required = kit.slot(schema, 'required');
    return members.slice(0, 40).map(([name, one]) => ({
      name,
      type: typeOf(one),
      required:
        (Array.isArray(required) && required.includes(name)) || kit.slot(kit.slot(one, '_flags'), 'presence') === 'required',
    }));
  };
  /** What stands beside a handler and tells what it is given. */
  const declaredBeside: Routing['declaredBeside'] = (of) => {
    for (const name of kit.names(of).slice(0, 40)) {
      if (!/input|params|args|schema|valid|body|payload/i.test(name) || /output|result|response/i.test(name)) continue;
      const held = kit.slot(of, name);
      const fields = fieldsOf(Array.isArray(held) ? kit.slot(held, 0) : held);
      if (fields.length > 0) return fields;
    }
    return [];
  };
  /** What a route says of its body and its query, in its options or beside its handler. */
  const declaredBy = (entry: unknown): Pick<RouteEntry, 'body' | 'query'> => {
    const places = [entry, ...['store', 'opts', 'options', 'settings'].map((name) => kit.slot(entry, name))];
    const schemas = places.flatMap((place) => [kit.slot(place, 'schema'), kit.slot(place, 'validate')]);
    const first = (...names: string[]): BodyField[] | undefined =>
      schemas.flatMap((one) => names.map((name) => fieldsOf(kit.slot(one, name)))).find((fields) => fields.length > 0);
    const [body, query] = [first('body', 'payload'), first('querystring', 'query')];
    return { ...(body && { body }), ...(query && { query }) };
  };

  interface FoundRoute {
    readonly route: RouteEntry;
    readonly fn: Fn | undefined;
  }
  const entry = (
    server: number | null,
    method: string,
    path: string,
    given: Fn | undefined,
    declared: Pick<RouteEntry, 'body' | 'query'> = {},
  ): FoundRoute => {
    const bound = given && String(kit.slot(given, 'name')).startsWith('bound ') ? learn(given).target : undefined;
    const handler = typeof bound === 'function' ? (bound as Fn) : given;
    const name = kit.slot(handler, 'name');
    const isRead = handler && !kit.isProxy(handler);
    const head = isRead ? kit.sourceOf(handler).slice(0, headLength) : '';
    const onward = isRead ? onwardsOf(handler) : [];
    const route = {
      server,
      method: method.toUpperCase(),
      path: path === '' ? '/' : path,
      handler: typeof name === 'string' ? name : '',
      head,
      ...(onward.length === 0 ? {} : { onward }),
      ...declared,
    };
    return { route, fn: handler };
  };

  /** Methods that one handler takes at one path, from which on it is said to take them all. */
  const manyMethods = 7;
  const isFallback = (handler: string): boolean => /404|four.?oh.?four|not_?found/i.test(handler);

  /** Told once, and at the path where it is mounted; without the helpers of a framework. */
  const tidy = (found: readonly FoundRoute[]): RouteEntry[] => {
    const methods = new Map<string, Set<string>>();
    const paths = new Map<Fn, string[]>();
    for (const { route, fn } of found) {
      const place = `${route.server} ${route.path} ${route.handler}`;
      const known = methods.get(place) ?? new Set();
      methods.set(place, known.add(route.method));
      if (fn) paths.set(fn, [...(paths.get(fn) ?? []), route.path]);
    }
    const told = new Set<string>();
    return found.flatMap(({ route, fn }) => {
      const takesAll = (methods.get(`${route.server} ${route.path} ${route.handler}`)?.size ?? 0) >= manyMethods;
      const method = takesAll ? 'ALL' : route.method;
      const key = `${route.server} ${method} ${route.path}`;
      if (told.has(key) || method === 'HEAD' || method === 'OPTIONS' || isFallback(route.handler)) return [];
      // A router that is mounted below a path may be met by itself too.
      const isMounted = fn && paths.get(fn)?.some((path) => path.length > route.path.length && path.endsWith(route.path));
      if (isMounted) return [];
      told.add(key);
      return [{ ...route, method }];
    });
  };

  const join = (prefix: string, path: string): string => `${prefix}${path === '/' && prefix !== '' ? '' : path}`;

  const mounts = new Set<string>();
  const live = (): { readonly value: object; readonly server: number | null }[] =>
    tables.flatMap(({ table, origin }) => {
      const value = table.deref();
      return value ? [{ value, server: origin.server ?? null }] : [];
    });
  const routes: Routing['routes'] = () => {
    const found: FoundRoute[] = [];
    mounts.clear();
    const nested = new Set<object>();
    const all = live();
    const asks = all.some(({ value }) => kit.isSchema(value));
    const layersOf = (router: object): unknown[] => {
      const stack = kit.slot(router, 'stack');
      return Array.isArray(stack) ? stack : [];
    };
    for (const { value } of all) {
      if (!isRouter(value)) continue;
      for (const layer of layersOf(value)) {
        const handle = kit.slot(layer, 'handle');
        if (isRouter(handle)) nested.add(handle as object);
        // A mounted application is wrapped in a function; its own router is found beside it.
      }
    }
    const routerRoutes = (router: object, prefix: string, server: number | null, depth: number): void => {
      if (depth > 6 || found.length > 500) return;
      for (const layer of layersOf(router)) {
        const route = kit.slot(layer, 'route');
        const handle = kit.slot(layer, 'handle');
        if (isObject(route)) {
          const path = kit.slot(route, 'path');
          const paths = Array.isArray(path) ? path : [path];
          const stack = kit.slot(route, 'stack');
          const last = new Map<string, Fn | undefined>();
          for (const inner of Array.isArray(stack) ? stack : []) {
            const method = kit.slot(inner, 'method');
            last.set(typeof method === 'string' ? method : 'all', kit.slot(inner, 'handle') as Fn | undefined);
          }
          for (const one of paths) {
            if (typeof one !== 'string') continue;
            for (const [method, handler] of last) found.push(entry(server, method, join(prefix, one), handler));
          }
        } else if (isRouter(handle)) {
          const mount = mountOf(layer);
          if (mount !== null) routerRoutes(handle as object, join(prefix, mount), server, depth + 1);
        } else if (typeof route === 'string' && route !== '' && typeof handle === 'function') {
          found.push(entry(server, 'all', route, handle as Fn));
        } else if (asks && typeof handle === 'function') {
          const mount = mountOf(layer);
          if (mount) mounts.add(join(prefix, mount));
        }
      }
    };
    for (const { value, server } of all) {
      if (isRouter(value)) {
        if (!nested.has(value)) routerRoutes(value, '', server, 0);
      } else if (Array.isArray(value)) {
        for (const one of value as unknown[]) {
          const path = pathOf(one);
          if (path === undefined) continue;
          for (const method of methodsOf(one)) found.push(entry(server, method, path, handlerOf(one), declaredBy(one)));
        }
      }
    }
    const told = tidy(found);
    if (asks) for (const { method, path } of told) if (/^(GET|POST|ALL)$/.test(method) && !/[:{*(]/.test(path)) mounts.add(path);
    return told;
  };

  const operations: Routing['operations'] = () => {
    const told = new Map(
      live()
        .flatMap(({ value }) => (kit.isSchema(value) ? kit.operationsOf(value) : []))
        // The first schema is the nearest: what another one was made of is the same once more.
        .reverse()
        .map((one) => [`${one.kind} ${one.name}`, one] as const),
    );
    return { all: [...told.values()].reverse(), paths: [...mounts] };
  };

  return { tables, routing, noticeRoutes, riddles, solve, handing, routes, operations, declaredBeside };
};
