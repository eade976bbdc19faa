import type { RawAction, RawParameter } from '@substrate/core';
import { type FieldTypes, parseBodyFields, parseParameters } from './function-source.js';
import type { Callable, RouteEntry } from './injected/kit.js';

/** Functions of the application as actions. */
export const functionActions = (callables: readonly Callable[], fields: FieldTypes): RawAction[] =>
  callables.map(({ address, name, owner, target, head }) => ({
    address,
    name,
    kind: 'method',
    source: 'module',
    parameters: parseParameters(head, fields),
    certainty: 0.95,
    ...(owner === undefined ? {} : { owner }),
    ...(target === undefined ? {} : { targets: [target] }),
    ...(/^\s*async\b/.test(head) ? { returns: 'Promise' } : {}),
  }));

const pathParameters = (path: string, fields: FieldTypes): RawParameter[] =>
  [...path.matchAll(/[:{]([A-Za-z_]\w*)\??/g)].map((found) => {
    const name = found[1] as string;
    const type = fields.get(name);
    return { name, type: type === 'number' ? 'number' : 'string', required: !found[0].endsWith('?') };
  });

export const hasBody = (method: string): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'ALL';

/** Fields that a route takes in its path, by name. */
export const pathNames = (path: string): string[] => pathParameters(path, new Map()).map((parameter) => parameter.name);

export const routeAddress = (route: RouteEntry): string => `route:${route.server ?? ''}:${route.method} ${route.path}`;

/** Routes as actions: path parameters, then the body's fields that the handler reads, then what else the request may carry. */
export const routeActions = (routes: readonly RouteEntry[], fields: FieldTypes): RawAction[] =>
  routes
    .filter((route) => /^(GET|POST|PUT|PATCH|DELETE|ALL)$/.test(route.method) && !/[*(]/.test(route.path))
    .map((route) => {
      const inPath = pathParameters(route.path, fields);
      const taken = new Set([...inPath.map((parameter) => parameter.name), 'query', 'body']);
      const bodyFields = hasBody(route.method) ? parseBodyFields(route.head).filter((name) => !taken.has(name)) : [];
      const parameters: RawParameter[] = [
        ...inPath,
        ...bodyFields.map(
          (name): RawParameter => ({
            name,
            type: fields.get(name) ?? 'string',
            required: false,
            description: 'Field of the JSON body.',
          }),
        ),
        ...(hasBody(route.method)
          ? [
              {
                name: 'body',
                type: 'object',
                required: false,
                description: 'The whole JSON body; named fields go on top.',
              } as const,
            ]
          : []),
        { name: 'query', type: 'object', required: false, description: 'Query parameters.' },
      ];
      const method = route.method === 'ALL' ? 'POST' : route.method;
      return {
        address: routeAddress(route),
        name: `${method} ${route.path}`,
        kind: 'route',
        source: 'endpoint',
        parameters,
        httpMethod: method,
        certainty: 0.95,
        ...(route.handler === '' ? {} : { owner: route.handler }),
        description: `Sends ${method} ${route.path} to the server's own port.`,
      };
    });
