import type { Base, BodyField, Operation, Schemas } from './kit.js';

/**
 * What a schema of GraphQL (`graphql`, by whichever server it is used) knows: each query and mutation with what it takes. One path of a server stands for all of
 * them, and its handler tells of none. It is known by its fields, which a minifier leaves. Closed.
 */
export const createSchemas = (kit: Base): Schemas => {
  const mostOperations = 200;
  const mostFields = 40;
  const mostDeep = 8;
  const isObject = (value: unknown): value is object => value !== null && typeof value === 'object' && !kit.isProxy(value);

  /** The fields of a type; none before it was asked for them. */
  const fieldsOf = (type: unknown): (readonly [name: string, field: unknown])[] => {
    const fields = kit.slot(type, '_fields');
    return isObject(fields) ? kit.names(fields).map((name) => [name, kit.slot(fields, name)] as const) : [];
  };
  const isSchema: Schemas['isSchema'] = (value) =>
    isObject(value) &&
    isObject(kit.slot(value, '_typeMap')) &&
    isObject(kit.slot(value, '_queryType')) &&
    isObject(kit.slot(kit.slot(value, '_queryType'), '_fields'));

  const inner = (type: unknown): object | undefined => {
    const of = kit.slot(type, 'ofType');
    return isObject(of) ? of : undefined;
  };
  /** Of the two that are made around another type, the one whose prototype says that it is a list. */
  const isList = (type: unknown): boolean => {
    const prototype = isObject(type) ? kit.prototypeOf(type) : null;
    const tag =
      prototype && !kit.isProxy(prototype) ? Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag)?.get : undefined;
    return /GraphQLList/.test(`${tag ? kit.sourceOf(tag) : ''} ${isObject(type) ? kit.typeName(type) : ''}`);
  };
  const isRequired = (type: unknown): boolean => inner(type) !== undefined && !isList(type);
  const named = (type: unknown, depth = 0): unknown => {
    const of = depth < mostDeep ? inner(type) : undefined;
    return of ? named(of, depth + 1) : type;
  };
  const spelled = (type: unknown, depth = 0): string => {
    const of = depth < mostDeep ? inner(type) : undefined;
    if (!of) return String(kit.slot(type, 'name'));
    return isList(type) ? `[${spelled(of, depth + 1)}]` : `${spelled(of, depth + 1)}!`;
  };
  const typeOf = (type: unknown): BodyField['type'] => {
    if (isRequired(type)) return typeOf(inner(type));
    if (inner(type)) return 'array';
    if (isObject(kit.slot(type, '_fields'))) return 'object';
    const name = kit.slot(type, 'name');
    return name === 'Int' || name === 'Float' ? 'number' : name === 'Boolean' ? 'boolean' : 'string';
  };
  const choicesOf = (type: unknown): string[] => {
    const values = kit.slot(type, '_values');
    const names = Array.isArray(values) ? values.slice(0, mostFields).map((_, at) => kit.slot(kit.slot(values, at), 'name')) : [];
    return names.filter((name): name is string => typeof name === 'string');
  };
  const mustBeGiven = (field: unknown): boolean =>
    isRequired(kit.slot(field, 'type')) && kit.slot(field, 'defaultValue') === undefined;
  const argumentsOf = (field: unknown): unknown[] => {
    const args = kit.slot(field, 'args');
    return Array.isArray(args) ? args.slice(0, mostFields) : [];
  };
  /** What can be asked back without saying more: texts, numbers and the like. */
  const selects = (type: unknown): string => {
    const of = named(type);
    const fields = fieldsOf(of);
    if (fields.length === 0 && !Array.isArray(kit.slot(of, '_types'))) return '';
    const plain = fields.filter(([, field]) => {
      const leaf = named(kit.slot(field, 'type'));
      return !kit.slot(leaf, '_fields') && !kit.slot(leaf, '_types') && !argumentsOf(field).some(mustBeGiven);
    });
    const names = plain.slice(0, mostFields).map(([name]) => name);
    return `{ ${names.length === 0 ? '__typename' : names.join(' ')} }`;
  };
  const takenBy = (argument: unknown): Operation['takes'][number] => {
    const type = kit.slot(argument, 'type');
    const leaf = named(type);
    const choices = choicesOf(leaf);
    const kind = typeOf(type);
    return {
      name: String(kit.slot(argument, 'name')),
      type: kind,
      spelled: spelled(type),
      required: mustBeGiven(argument),
      isAny: kind === 'string' && choices.length === 0 && kit.slot(leaf, 'name') !== 'String',
      ...(choices.length > 0 && kind === 'string' ? { choices } : {}),
      parts:
        kind === 'object'
          ? fieldsOf(leaf)
              .slice(0, mostFields)
              .map(([name, field]) => ({ name, type: typeOf(kit.slot(field, 'type')), required: mustBeGiven(field) }))
          : [],
    };
  };

  const operationsOf: Schemas['operationsOf'] = (schema) =>
    (['mutation', 'query'] as const)
      .flatMap((kind) =>
        fieldsOf(kit.slot(schema, `_${kind}Type`)).map(([name, field]) => ({
          kind,
          name,
          takes: argumentsOf(field).map(takenBy),
          returns: spelled(kit.slot(field, 'type')),
          selects: selects(kit.slot(field, 'type')),
        })),
      )
      // What begins with an underscore is for gateways.
      .filter(({ name }) => !name.startsWith('_'))
      .slice(0, mostOperations);

  return { isSchema, operationsOf };
};
