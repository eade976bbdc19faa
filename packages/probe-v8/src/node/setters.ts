import { childAddress, type RawAction, type RawNode, type RawRoot, type ReadRequest } from '@substrate/core';

/**
 * Fields of the application's own objects that hold a text, a number or a yes or no: an object of JavaScript may be given another value there by whoever
 * has it. Of what lies in lists and maps nobody could say by a name which one is meant.
 */

export interface Setter {
  readonly action: RawAction;
  readonly place: ReadRequest;
}

const mostDeep = 2;
/** An object with more fields than that is a table, or how something is set up; and so many are offered of all. */
const mostFields = 20;
const mostSetters = 40;
const budget = { maxNodes: 500, maxDepth: 1, maxString: 1000, maxElements: 100, maxBytes: 65_536, hostMs: 50 };

/** What tells one thing from the others is not for others to set. */
const isField = ({ name, kind, value, secret, omitted, fixed }: RawNode): boolean =>
  kind === 'value' &&
  value !== null &&
  value !== undefined &&
  !secret &&
  !fixed &&
  !omitted &&
  /^(?!id$)[a-z][A-Za-z\d]{2,}$/.test(name);

interface Holder {
  readonly root: RawRoot;
  readonly node: RawNode;
  readonly above: readonly RawNode[];
}

const settersOf = ({ root, node, above }: Holder): Setter[] => {
  const fields = (node.children ?? []).filter(isField);
  const called = [...above, node].map(({ name }) => name).filter((name) => /[A-Za-z]{3}/.test(name));
  const path = [...above, node].slice(1);
  const address = path.reduce(childAddress, root.address);
  return (fields.length > mostFields ? [] : fields).map((field) => {
    const reads = childAddress(address, field);
    return {
      place: { root: root.address, path: [...path, field].map(({ id, name }) => id ?? name), from: 0, limit: 0, budget },
      action: {
        address: `set:${reads}`,
        // A field alone says little: the name of what?
        name: [...called.slice(-1), field.name].join(' '),
        kind: 'setter',
        source: root.source,
        parameters: [{ name: 'value', type: typeof field.value as 'string' | 'number' | 'boolean', required: true }],
        certainty: 0.95,
        ...(called.length > 0 && { owner: called.join(' > ') }),
        targets: [address],
        reads,
      },
    };
  });
};

/** Those of the application's variables and objects, what is nearest to them first. */
export const settersIn = (roots: readonly RawRoot[]): Setter[] => {
  const found: Setter[] = [];
  let holders = roots.flatMap((root): Holder[] =>
    /^(?:module|closure|instance)$/.test(root.source) && !root.library && !root.element ? [{ root, node: root, above: [] }] : [],
  );
  for (let depth = 0; depth <= mostDeep && found.length < mostSetters; depth++) {
    const own = holders.filter(({ node }) => node.kind === 'object' && !node.foreign);
    found.push(...own.flatMap(settersOf));
    holders = own.flatMap(({ root, node, above }) =>
      (node.children ?? []).map((child) => ({ root, node: child, above: [...above, node] })),
    );
  }
  return found.slice(0, mostSetters);
};
