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
