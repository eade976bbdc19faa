import { describe, expect, it } from 'vitest';
import { action, capture, root } from '../test/captures.js';
import { interpret } from './interpret.js';
import { learn } from './learn.js';
import type { Schema } from './schema.js';

const parameter = (name: string, type: 'string' | 'object' = 'string', sourceType?: string) => ({
  name,
  type,
  required: true,
  ...(sourceType !== undefined && { sourceType }),
});
const offered = (...actions: ReturnType<typeof action>[]) => Object.keys(interpret(capture([], { actions })).actions);

describe('what nobody would call', () => {
  it.each([
    'toString',
    'hashCode',
    'GetHashCode',
    'equals',
    'addPropertyChangeListener',
    'removeObserver',
    'fireTableDataChanged',
    'onMessageReceived',
  ])('%s', (name) => expect(offered(action({ name, owner: 'Shop' }))).toEqual([]));
});

it.each(['placeOrder', 'onboardCustomer', 'handleReturn2', 'notifyCustomer', 'paintWall', 'waitFor', 'addItem', 'closeAccount'])(
  'offers %s',
  (name) => expect(offered(action({ name, owner: 'Shop' }))).toHaveLength(1),
);

describe('of very many', () => {
  const many = Array.from({ length: 400 }, (_, at) =>
    action({
      name: `convertValue${at}To`,
      address: `m:${String(at).padStart(3, '0')}`,
      owner: 'utils',
      parameters: [parameter('cb', 'object', 'Function')],
    }),
  );
  const good = action({ name: 'placeOrder', owner: 'Shop', address: 'z' });
  const button = action({ name: 'Save', kind: 'button', address: 'y' });

  it('offers the best, and all that is on the screen', () => {
    const names = offered(...many, good, button);
    expect(names.length).toBeLessThanOrEqual(152);
    expect(names).toContain('place_order');
    expect(names).toContain('save');
  });

  it('has something of everybody where all are worth the same, whatever their addresses', () => {
    const alike = (owner: string, address: string) =>
      Array.from({ length: 160 }, (_, at) => action({ name: `moveThing${at}`, owner, address: `${address}:${at}` }));
    const names = offered(...alike('Crane', 'a'), action({ name: 'moveBack', owner: 'Boat', address: 'z' }));
    expect(names.length).toBe(150);
    expect(names.some((name) => name.includes('move_back'))).toBe(true);
  });

  it('offers what may change something before what only tells', () => {
    const telling = Array.from({ length: 200 }, (_, at) =>
      action({ name: `tariffOf${at}`, owner: 'desk', targets: ['scope:desk'], changes: false, address: `a:${at}` }),
    );
    expect(offered(...telling, action({ name: 'berthing', owner: 'harbour', address: 'z' }))).toContain('harbour_berthing');
  });

  it('leaves out functions that programs are made of', () => {
    const helpers = Array.from({ length: 80 }, (_, at) =>
      action({ name: `schemaOf${at}`, source: 'module', owner: 'shapes', address: `h:${at}` }),
    );
    const placed = action({ name: 'greet', source: 'module', owner: 'desk', targets: ['scope:desk'], address: 'z' });
    const names = offered(...helpers, placed);
    expect(names.length).toBeLessThan(60);
    expect(names).toContain('desk_greet');
    // Of a small program everything is offered.
    expect(offered(...helpers.slice(0, 5))).toHaveLength(5);
  });

  it("offers the program's own before its libraries', and what it handed over", () => {
    const lent = Array.from({ length: 200 }, (_, at) =>
      action({ name: `mark${at}`, owner: 'Encoder', foreign: true, address: `a:${at}` }),
    );
    const own = action({ name: 'mark999', owner: 'Race', address: 'z' });
    const handed = action({ name: 'protest', kind: 'operation', source: 'module', owner: 'race', address: 'zz' });
    expect(offered(...lent, own, handed)).toEqual(expect.arrayContaining(['race_mark999', 'race_protest']));
  });

  it('keeps what it offered, and what a person named', () => {
    const first = interpret(capture([], { actions: many.slice(390) }));
    const kept = Object.keys(first.actions);
    const { schema } = learn(first.schema, first, {
      capture_id: 'c',
      schema_version: first.schema.version,
      feedback_type: 'action_correction',
      corrections: [{ observed_key: kept[9] as string, correct_label: 'change_currency', correct_type: 'object' }],
    });
    const again = interpret(capture([], { actions: many }), { schema });
    expect(Object.keys(again.actions)).toEqual(expect.arrayContaining([...kept.slice(0, 9), 'change_currency']));
  });
});

describe('what many objects can do', () => {
  const trees = (count: number) => ({
    roots: Array.from({ length: count }, (_, at) =>
      root(`tree:${at}`, 'bean', `tree${String.fromCharCode(65 + at)}`, { height: at }),
    ),
    actions: Array.from({ length: count }, (_, at) =>
      action({
        name: 'prune',
        owner: 'Tree',
        address: `tree:${at}#prune`,
        targets: [`tree:${at}`],
        parameters: [parameter('depth')],
      }),
    ),
  });
  const read = (count: number, schema?: Schema) => {
    const { roots, actions } = trees(count);
    return interpret(capture(roots, { actions }), schema && { schema });
  };

  it('is one action that is told which is meant', () => {
    const { actions, bindings } = read(12);
    expect(Object.keys(actions)).toEqual(['tree_prune']);
    expect(actions.tree_prune?.signature).toBe('fn(which: string, depth: string) -> void');
    expect(actions.tree_prune?.parameters[0]?.description).toContain('"tree_a", "tree_b"');
    expect(bindings.get('tree_prune')?.each?.addresses.tree_c).toBe('tree:2#prune');
    expect(bindings.get('tree_prune')?.each?.parameter).toBe('which');
    expect(bindings.get('tree_prune')?.targets).toContain('tree_l');
  });

  it('is offered one by one of a few', () => {
    expect(Object.keys(read(3).actions)).toHaveLength(3);
    expect([...read(3).bindings.values()].every(({ each }) => each === undefined)).toBe(true);
  });

  it('keeps its name when only a few are left', () => {
    const { schema } = read(12);
    expect(Object.keys(read(2, schema).actions)).toEqual(['tree_prune']);
  });

  it('joins what classes of their own share, and fails closed', () => {
    const owners = ['Engine', 'Host', 'Mapper', 'Pool', 'Queue'];
    const { actions, bindings } = interpret(
      capture([], { actions: owners.map((owner) => action({ name: 'start', kind: 'operation', owner, address: `m:${owner}` })) }),
    );
    expect(Object.keys(actions)).toEqual(['start']);
    expect(actions.start?.reversibility).toBe('irreversible_write');
    expect({ ...bindings.get('start')?.each?.addresses }).toEqual(
      Object.fromEntries(owners.map((owner) => [owner, `m:${owner}`])),
    );
  });
});

it('offers the best of each object before the rest of one', () => {
  const ofOne = (owner: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      action({ name: `turn${at}Over`, owner, address: `m:${owner}#${at}`, parameters: [parameter(`of${owner}`)] }),
    );
  const { actions } = interpret(capture([], { actions: [...ofOne('Attic', 200), ...ofOne('Zeppelin', 2)] }));
  const takes = Object.values(actions).map(({ parameters: [first] }) => first?.name);
  expect(takes).toHaveLength(150);
  expect(takes.filter((name) => name === 'of_zeppelin')).toHaveLength(2);
});
