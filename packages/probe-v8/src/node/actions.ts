import type { RawAction, RawParameter } from '@substrate/core';
import { oneOf, type Records } from './field-types.js';
import { changesNothing, onlySets } from './function-effects.js';
import {
  endOfParameters,
  type FieldTypes,
  guessField,
  guessType,
  parseFieldsAt,
  parseRequestFields,
  parseTaken,
  plumbing,
  type Taken,
} from './function-source.js';
import type { BodyField, Callable, RouteEntry } from './injected/kit.js';

/** What texts, numbers and lists can do. Whoever is asked for more is a thing that lives, and nobody can give it as plain data. */
const plainDeeds = new Set(
  [String, Array, Number, Boolean, Object].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
);
const isPlumbing = ({ name, required }: RawParameter, head: string): boolean => {
  const used = `(?<![\\w$.])${name.replace(/\$/g, '\\$')}`;
  const after = head.slice(head.indexOf(name) + name.length);
  return (
    plumbing.test(name) ||
    new RegExp(`${used}\\(`).test(after) ||
    (required && [...after.matchAll(new RegExp(`${used}\\.([\\w$]+)\\(`, 'g'))].some(([, deed = '']) => !plainDeeds.has(deed)))
  );
};

/** What nobody has to give to a library: settings, and things that come after what it is about. */
const isSetting = ({ name, type }: RawParameter, at: number): boolean =>
  /^_?(options?|opts|config|settings)$/i.test(name) || (at > 0 && type === 'object');

/** A function without a name of its own is called after its module. */
const nameOf = (name: string, module: string): string => {
  if (name !== '' && name !== 'default' && name !== 'exports' && name !== 'module.exports') return name;
  const parts = module.split('/');
  const stem = (parts.pop() ?? '').replace(/\.\w+$/, '').replaceAll('.', ' ');
  return stem === 'index' ? (parts.pop() ?? stem) : stem;
};

/** What belongs to an object that is there can't be mistaken; a bare function may be a helper; of what a minifier left nobody knows the use. */
const certaintyOf = ({ target, instance, path }: Callable, parameters: readonly RawParameter[]): number => {
  if (parameters.some((parameter) => parameter.required && parameter.name.length === 1)) return 0.6;
  return target === undefined && instance === undefined && path[0] !== 'exports' ? 0.9 : 0.95;
};

/** What a record is called that is handed over whole; where names are lost, it comes first. */
const isWhole = ({ name, type }: RawParameter, at: number): boolean =>
  (type === 'object' || type === 'array') &&
  (/^_?(?:new)?_?(?:data|doc|document|record|row|item|entry|entity|body|payload|obj|object|input|params|args)$/i.test(name) ||
    (at === 0 && name.length === 1));
/** What a library takes is not what the application happens to call so. What keeps records is given one whole, or by its fields. */
export const takenBy = (callable: Callable, fields: FieldTypes, records: Records): Taken => {
  const { head, strange, record = [] } = callable;
  const known = new Map([
    ...(strange ? [] : fields),
    ...(callable.declared ?? []).map(({ name, type }) => [name, type] as const),
  ]);
  const taken = parseTaken(head, { whole: callable.whole, isOwn: !strange, fields: known });
  const { parameters } = taken;
  const kept = ({ name, type }: RawParameter): BodyField[] =>
    strange || type !== 'object'
      ? []
      : (records.get(oneOf(name)) ?? []).map((field) => ({
          name: field,
          type: guessField(field, fields) ?? 'string',
          required: false,
        }));
  const whole = parameters.findIndex(isWhole);
  const at = whole < 0 ? parameters.findIndex((one) => kept(one).length > 0) : whole;
  const onto = parameters[at]?.name;
  const parts = (callable.declared ?? (whole < 0 && at >= 0 ? kept(parameters[at] as RawParameter) : record)).filter(
    ({ name }) => !parameters.some((one) => one.name === name),
  );
  if (onto === undefined || parts.length === 0) return taken;
  const description = `Field of ${onto}.`;
  return {
    ...taken,
    onto,
    parameters: [
      // What comes after something that is called a record, or data, is how.
      ...parameters.map((one, place) =>
        place === at || (place > at && whole >= 0)
          ? { ...one, required: false, ...(place === at ? { type: 'object' as const } : {}) }
          : one,
      ),
      ...parts.map(({ name, type }) => ({ name, type, required: false, description })),
    ],
  };
};

/** Whether all that is done with a parameter is to hand it on to other methods of the same object, which can do without it. */
const isSpared = (name: string, { address, head }: Callable, others: ReadonlyMap<string, Callable>): boolean => {
  const body = head.slice(endOfParameters(head));
  const isIt = (text: string): boolean => text.trim() === name;
  const calls = [...body.matchAll(/(?<![\w$.])this\.([\w$]+)\(([^()]*)\)/g)].flatMap(([, method = '', given = '']) => {
    const at = given.split(',').findIndex(isIt);
    return at < 0 ? [] : [{ at, other: others.get(address.slice(0, address.lastIndexOf('.') + 1) + method) }];
  });
  const lacks = ({ at, other }: (typeof calls)[number]): boolean => {
    const { parameters, ways } = parseTaken(other?.head ?? '');
    return parameters.some((one) => !one.required && ways[one.name]?.[0] === at);
  };
  return calls.length > 0 && body.split(/[^\w$]+/).filter(isIt).length === calls.length && calls.every(lacks);
};

/** Functions of the application, and of what it holds, as actions. */
export const functionActions = (callables: readonly Callable[], fields: FieldTypes, records: Records): RawAction[] => {
  const others = new Map(callables.map((one) => [one.address, one]));
  return callables.flatMap((callable) => {
    const { address, name, owner, target, head, whole, strange, foreign, handed } = callable;
    const taken = takenBy(callable, fields, records).parameters.map((one, at) =>
      (strange && isSetting(one, at)) || (whole && one.required && isSpared(one.name, callable, others))
        ? { ...one, required: false }
        : one,
    );
    const parameters = taken.filter((parameter) => parameter.required || !isPlumbing(parameter, head));
    if (parameters.some((parameter) => isPlumbing(parameter, head))) return [];
    const module = address.slice('fn:'.length, address.lastIndexOf('/'));
    return [
      {
        address,
        name: nameOf(name, module),
        kind: handed ? 'operation' : 'method',
        source: 'module',
        parameters,
        certainty: certaintyOf(callable, parameters),
        // What was put down by name is nobody's in particular.
        ...(owner === undefined && module === 'registered' ? {} : { owner: owner ?? nameOf('', module) }),
        ...(target === undefined ? {} : { targets: [target] }),
        ...(foreign ? { foreign: true } : {}),
        ...(/^\s*async\b/.test(head) ? { returns: 'Promise' } : {}),
        ...(whole && changesNothing(head) ? { changes: false as const } : {}),
        ...(whole && onlySets(head) ? { reversibility: 'reversible_write' as const } : {}),
      } satisfies RawAction,
    ];
  });
};

const pathParameters = (path: string, fields: FieldTypes): RawParameter[] =>
  [...path.matchAll(/[:{]([A-Za-z_]\w*)\??/g)].map((found) => {
    const name = found[1] as string;
    // A path is a text, whatever is put there: an id may well be a number.
    const type = guessType(name, fields) === 'number' ? 'number' : 'string';
    return { name, type, required: !found[0].endsWith('?'), sourceType: 'any' };
  });

export const hasBody = (method: string): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'ALL';

/** Fields that a route takes in its path, by name. */
export const pathNames = (path: string): string[] => pathParameters(path, new Map()).map((parameter) => parameter.name);

export const routeAddress = (route: RouteEntry): string => `route:${route.server ?? ''}:${route.method} ${route.path}`;

/** The fields that a route takes in its query: those that it declares, and those that its handler reads. */
export const queryNames = ({ query = [], head, path }: RouteEntry): string[] => {
  const inPath = pathNames(path);
  const names = new Set([...query.map(({ name }) => name), ...parseRequestFields(head, 'query')]);
  return [...names].filter((name) => !inPath.includes(name) && name !== 'query' && name !== 'body');
};

const lastNoun = (path: string): string => path.split('/').findLast((part) => /^[A-Za-z][\w-]*$/.test(part)) ?? '';

/** Routes as actions: path parameters, then the fields of query and body that the handler reads, then what else the request may carry. */
export const routeActions = (routes: readonly RouteEntry[], fields: FieldTypes, records: Records): RawAction[] =>
  routes
    .filter((route) => /^(GET|POST|PUT|PATCH|DELETE|ALL)$/.test(route.method) && !/[*(]/.test(route.path))
    .map((route) => {
      const inPath = pathParameters(route.path, fields);
      const inQuery = queryNames(route);
      const taken = new Set([...inPath.map((parameter) => parameter.name), ...inQuery, 'query', 'body']);
      const read = (names: readonly string[], declared: RouteEntry['body'], of: string): RawParameter[] =>
        names.map((name): RawParameter => {
          const one = declared?.find((field) => field.name === name);
          const type = one?.type ?? guessField(name, fields);
          // Where nothing says what it is, it may be whatever JSON can be.
          const typed = type === undefined ? ({ type: 'string', sourceType: 'any' } as const) : { type };
          // A field may be given within the whole of it too: what it must have is for the server to say.
          return { name, ...typed, required: false, description: `${one?.required ? 'Required field' : 'Field'} of the ${of}.` };
        });
      const told = [
        ...new Set([
          ...(route.body ?? []).map(({ name }) => name),
          ...parseRequestFields(route.head, 'body'),
          ...(route.onward ?? []).flatMap(({ source, at }) => parseFieldsAt(source, at)),
        ]),
      ];
      // Where nothing says what it takes, or it is handed on as a whole, it is what the path is about.
      const isWhole = told.length === 0 || route.onward !== undefined;
      const inBody = [...new Set([...told, ...((isWhole && records.get(oneOf(lastNoun(route.path)))) || [])])];
      const parameters: RawParameter[] = [
        ...inPath,
        ...read(inQuery, route.query, 'query'),
        ...(hasBody(route.method)
          ? read(
              inBody.filter((name) => !taken.has(name)),
              route.body,
              'JSON body',
            )
          : []),
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
