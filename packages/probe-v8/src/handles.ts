import type { CallOptions, CdpSession } from './connection.js';

/** What the inspector tells of objects by their handles, and no code in the target could. */

/** The elements of an array, as handles; null for what is no object. */
export const elementsOf = async (session: CdpSession, objectId: string, options?: CallOptions): Promise<(string | null)[]> => {
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true }, options);
  const items: (string | null)[] = [];
  for (const { name, value } of result) if (/^\d+$/.test(name)) items[Number(name)] = value?.objectId ?? null;
  return items;
};

/** What the engine keeps for an object that is no property of it: `[[Scopes]]`, `[[BoundThis]]`. */
export const internalsOf = async (session: CdpSession, objectId: string, options?: CallOptions) => {
  const { internalProperties = [] } = await session.send('Runtime.getProperties', { objectId, ownProperties: true }, options);
  return (name: string) => internalProperties.find((property) => property.name === name)?.value;
};

const boundNames: ReadonlyMap<string, string> = new Map([
  ['[[BoundThis]]', 'this'],
  ['[[TargetFunction]]', 'target'],
]);

/** Private fields of an object (`#total`), without the sign, and what a bound function calls and calls it on, as arguments of a call. */
export const privateFieldsOf = async (session: CdpSession, objectId: string, options?: CallOptions) => {
  const asked = { objectId, ownProperties: true };
  const { privateProperties = [], internalProperties = [] } = await session.send('Runtime.getProperties', asked, options);
  const bound = internalProperties.flatMap(({ name, value }) => {
    const called = boundNames.get(name);
    return called !== undefined && value?.objectId ? [{ name: called, held: { objectId: value.objectId } }] : [];
  });
  const fields = privateProperties.flatMap(({ name, value }) => {
    if (!value || value.type === 'function') return [];
    const { objectId, unserializableValue } = value;
    const held = objectId ? { objectId } : unserializableValue ? { unserializableValue } : { value: value.value as unknown };
    return [{ name: name.slice(1), held }];
  });
  return [...fields, ...bound];
};

/** All objects of the heap, as one handle. The target stands still while they are looked for. */
export const allObjects = async (
  session: CdpSession,
  objectGroup: string,
  options?: CallOptions,
): Promise<{ objectId?: string }> => {
  const expression = 'Object.prototype';
  const { result } = await session.send('Runtime.evaluate', { expression, objectGroup, silent: true }, options);
  if (result.objectId === undefined) return {};
  const found = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId, objectGroup }, options);
  return found.objects;
};
