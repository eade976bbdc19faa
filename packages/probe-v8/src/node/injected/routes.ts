import type { Fn, Kit, RouteEntry } from './kit.js';

/**
 * Recognises what maps paths to handlers by its shape, since the frameworks differ in names more than in form:
 * a `stack` of layers that have a `handle` (Express, Connect and their kin), and a list of entries that have a path, a method and
 * a handler (Fastify's find-my-way, Hono, Koa's router, Polka, hapi). Closed.
 */
export const addRoutes = (kit: Kit): void => {
  const source = Function.prototype.toString;
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

  kit.tables = [];
  kit.routing = new WeakSet();
  kit.noticeRoutes = (value, origin) => {
    if (isObject(value) && isTable(kit.slot(value, 'stack'))) kit.routing.add(value);
    if (kit.tables.length >= 200 || !(isRouter(value) || isTable(value))) return false;
    kit.routing.add(value);
    kit.tables.push({ table: new WeakRef(value), origin });
    return true;
  };

  /** A mount point is only kept as a pattern: `^\/api\/?(?=\/|$)`. Null when it is more than a plain path. */
  const mountOf = (layer: unknown): string | null => {
    const path = kit.slot(layer, 'path');
    const pattern = kit.slot(layer, 'regexp');
    if (kit.slot(pattern, 'fast_slash') === true || kit.slot(layer, 'slash') === true) return '';
    if (!(pattern instanceof RegExp)) return typeof path === 'string' && path !== '/' ? path : null;
    const keys = kit.slot(layer, 'keys');
    let at = 0;
    const text = pattern.source
      .replace(/^\^/, '')
      .replace(/\\\/\?\(\?=\\\/\|\$\)$/, '')
      .replace(
        /\(\?:\\?\/?\(\[\^\\?\/\]\+\?\)\)|\(\?:\(\[\^\\\/\]\+\?\)\)/g,
        () => `:${String(kit.slot(kit.slot(keys, at++), 'name'))}`,
      )
      .replace(/\\(.)/g, '$1');
    return /[()[\]?*+^$|]/.test(text) ? null : text.replace(/\/$/, '');
  };

  const entry = (server: number | null, method: string, path: string, handler: Fn | undefined): RouteEntry => {
    const name = kit.slot(handler, 'name');
    const head = handler && !kit.isProxy(handler) ? source.call(handler).slice(0, 3000) : '';
    return {
      server,
      method: method.toUpperCase(),
      path: path === '' ? '/' : path,
      handler: typeof name === 'string' ? name : '',
      head,
    };
  };

  const join = (prefix: string, path: string): string => `${prefix}${path === '/' && prefix !== '' ? '' : path}`;

  kit.routes = () => {
    const found: RouteEntry[] = [];
    const nested = new Set<object>();
    const live = kit.tables.flatMap(({ table, origin }) => {
      const value = table.deref();
      return value ? [{ value, server: origin.server ?? null }] : [];
    });
    const layersOf = (router: object): unknown[] => {
      const stack = kit.slot(router, 'stack');
      return Array.isArray(stack) ? stack : [];
    };
    for (const { value } of live) {
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
        }
      }
    };
    for (const { value, server } of live) {
      if (isRouter(value)) {
        if (!nested.has(value)) routerRoutes(value, '', server, 0);
      } else {
        for (const one of value as unknown as unknown[]) {
          const path = pathOf(one);
          if (path === undefined) continue;
          for (const method of methodsOf(one)) found.push(entry(server, method, path, handlerOf(one)));
        }
      }
    }
    const told = new Set<string>();
    return found.filter((route) => {
      const key = `${route.server} ${route.method} ${route.path}`;
      if (told.has(key) || route.method === 'HEAD' || route.method === 'OPTIONS') return false;
      told.add(key);
      return true;
    });
  };
};
