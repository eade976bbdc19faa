import type { RawNode, RawRoot, TypeName } from '@substrate/core';

/** The types of the fields of objects, by name, where all that bear the name agree. */
export const readFieldTypes = (roots: readonly RawRoot[]): Map<string, TypeName> => {
  const types = new Map<string, TypeName | null>();
  const visit = (node: RawNode, isField: boolean): void => {
    if (isField && node.omitted === undefined) {
      const type: TypeName | undefined =
        node.kind === 'list'
          ? 'array'
          : node.kind === 'object' || node.kind === 'map'
            ? 'object'
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

/** What one of several is called: a route of `/boxes`, or a parameter `box`, is about those that are kept as `boxes`. */
export const oneOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(?<=(?:s|x|z|ch|sh))es$|(?<=[a-z]{2}[^s])s$/, '')
    .replace(/ie$/, 'y');

/** The fields that the records have which are kept in lists and maps, by what one of them is called. */
export type Records = ReadonlyMap<string, readonly string[]>;
const mostRecordFields = 20;
export const readRecords = (roots: readonly RawRoot[]): Records => {
  const records = new Map<string, string[]>();
  const visit = (node: RawNode): void => {
    const [first] = node.children ?? [];
    if ((node.kind === 'list' || node.kind === 'map') && first?.kind === 'object' && !node.foreign) {
      const fields = (first.children ?? []).flatMap(({ name, secret }) => (!secret && /^[A-Za-z]\w*$/.test(name) ? [name] : []));
      const one = oneOf(node.name);
      if (fields.length > 0 && fields.length <= mostRecordFields && !records.has(one)) records.set(one, fields);
    }
    for (const child of node.children ?? []) visit(child);
  };
  roots.forEach(visit);
  return records;
};
