import type { RawNode, RawRoot, TypeName } from '@substrate/core';

/** What a description of a field says that it is, as JSON Schema spells it: `{ type: 'string', format: 'date' }`, or OpenAPI: `{ in: 'query', schema: { type: 'string' } }`. */
const described = ({ children = [] }: RawNode): TypeName | undefined => {
  const schema = children.some(({ name }) => name === 'in') && children.find(({ name }) => name === 'schema');
  if (schema) return described(schema);
  const said = children.find(({ name }) => name === 'type')?.value;
  if (said === 'integer') return 'number';
  return said === 'string' || said === 'number' || said === 'boolean' || said === 'array' || said === 'object' ? said : undefined;
};

/** The types of the fields of objects, by name, where all that bear the name agree. */
export const readFieldTypes = (roots: readonly RawRoot[]): Map<string, TypeName> => {
  const types = new Map<string, TypeName | null>();
  const visit = (node: RawNode, isField: boolean): void => {
    if (isField && node.omitted === undefined) {
      const type: TypeName | undefined =
        node.kind === 'list'
          ? 'array'
          : node.kind === 'object' || node.kind === 'map'
            ? (described(node) ?? 'object')
            : typeof node.value === 'string'
              ? 'string'
              : typeof node.value === 'number'
                ? 'number'
                : typeof node.value === 'boolean'
                  ? 'boolean'
                  : undefined;
      if (type !== undefined) types.set(node.name, types.has(node.name) && types.get(node.name) !== type ? null : type);
    }
    for (const child of node.children ?? []) visit(child, node.kind === 'object');
  };
  for (const root of roots) visit(root, false);
  return new Map([...types].flatMap(([name, type]) => (type === null ? [] : [[name, type] as const])));
};

/** What one of several is called: a route of `/tea-boxes`, or a parameter `teaBox`, is about those that are kept as `teaBoxes`. */
export const oneOf = (name: string): string =>
  name
    .replace(/[-_]/g, '')
    .toLowerCase()
    .replace(/(?<=(?:s|x|z|ch|sh))es$|(?<=[a-z]{2}[^s])s$/, '')
    .replace(/ie$/, 'y');

/** The fields that the records have which are kept in lists and maps, by what one of them is called. */
export type Records = ReadonlyMap<string, readonly string[]>;
const mostRecordFields = 20;
/** What a key says that it is the key of: `user:17`, `shop-user/17`; what begins with a stroke is a path. */
const keyOf = /^(?!\/).*(?<![A-Za-z])([A-Za-z]{2,})[:/][^:/]+$/;
export const readRecords = (roots: readonly RawRoot[]): Records => {
  const records = new Map<string, string[]>();
  const put = (name: string, { children = [] }: RawNode): void => {
    const fields = children.flatMap(({ name: field, secret }) => (!secret && /^[A-Za-z]\w*$/.test(field) ? [field] : []));
    const one = oneOf(name);
    if (fields.length > 0 && fields.length <= mostRecordFields && !records.has(one)) records.set(one, fields);
  };
  const visit = (node: RawNode): void => {
    const children = node.children ?? [];
    const [first, second] = children;
    // An object is used as a map where all that it holds is alike.
    const isAlike =
      second !== undefined &&
      children.every(({ kind, children: [field] = [] }) => kind === 'object' && field?.name === first?.children?.[0]?.name);
    const isMap = node.kind === 'list' || node.kind === 'map' || (node.kind === 'object' && isAlike);
    if (isMap && first?.kind === 'object' && !node.foreign) put(node.name, first);
    for (const child of children) {
      const [, word] = (child.kind === 'object' && keyOf.exec(child.name)) || [];
      if (word !== undefined) put(word, child);
      visit(child);
    }
  };
  roots.forEach(visit);
  return records;
};
