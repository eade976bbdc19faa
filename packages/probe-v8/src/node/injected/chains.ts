import type { Base, Chains } from './kit.js';

/**
 * Trees and linked lists of libraries: objects of one class that lead to each other, by fields or by lists in fields. How deep they lie says nothing; what they carry is
 * the application's, and is told as entries: of a tree what lies before a node, the node, what lies behind it. Closed.
 */
export const createChains = (kit: Base): Chains => {
  const mostNodes = 1000;
  const mostFields = 40;
  const isNode = (value: unknown, prototype: object): value is object =>
    value !== null && typeof value === 'object' && !kit.isProxy(value) && kit.prototypeOf(value) === prototype;

  /** What bears the key of a node. */
  const keyOf = (node: object): string | undefined => {
    const key = kit.slot(node, 'key');
    const text = key !== null && typeof key === 'object' && ArrayBuffer.isView(key) ? kit.textOf(key) : key;
    if (typeof text === 'number') return String(text);
    return typeof text === 'string' && text !== '' && text.length <= 100 && !kit.isSecretText(text) ? text : undefined;
  };

  const chained: Chains['chained'] = (start) => {
    const prototype = kit.prototypeOf(start);
    if (prototype === null || prototype === Object.prototype || Array.isArray(start) || ArrayBuffer.isView(start))
      return undefined;
    if (kit.names(start).length > mostFields) return undefined;
    const linked = (node: object, name: string): object[] => {
      const held = kit.slot(node, name);
      return (Array.isArray(held) ? held.slice(0, mostNodes) : [held]).filter((one): one is object => isNode(one, prototype));
    };
    // Which fields lead on, all nodes together tell: at the end of a list or a branch there is nothing.
    const links = new Set<string>();
    const met = new Set([start]);
    for (const node of met) {
      for (const name of kit.names(node)) {
        for (const one of linked(node, name)) {
          links.add(name);
          if (met.size < mostNodes) met.add(one);
        }
      }
    }
    if (links.size === 0) return undefined;
    const [first = '', ...others] = kit.names(start).filter((name) => links.has(name));
    const nodes = new Set<object>();
    const opened = new Set<object>();
    const waiting = [start];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (opened.has(node)) {
        nodes.add(node);
        continue;
      }
      opened.add(node);
      const next = (name: string): object[] =>
        linked(node as object, name)
          .filter((one) => met.has(one) && !opened.has(one))
          .reverse();
      // Of several links the first leads to what lies before.
      const before = others.length > 0 ? next(first) : [];
      const after = others.length > 0 ? [...others].reverse().flatMap(next) : next(first);
      waiting.push(...after, node, ...before);
    }
    return Array.from(nodes, (node) => {
      const name = keyOf(node);
      const carried = kit
        .names(node)
        .filter((one) => !links.has(one) && !one.startsWith('_') && (one !== 'key' || name === undefined))
        .map((one) => [one, kit.slot(node, one)] as const);
      const [only] = carried;
      return [name, carried.length === 1 && only ? only[1] : Object.fromEntries(carried), node] as const;
    });
  };

  return { chained };
};
