import { describe, expect, it } from 'vitest';
import { interpret } from './interpret.js';
import { learn } from './learn.js';
import { action, capture } from './testing.js';

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
    'mouseClicked',
    'actionPerformed',
    'paintComponent',
    'isDebugEnabled',
  ])('%s', (name) => expect(offered(action({ name, owner: 'Shop' }))).toEqual([]));

  it('a question about what is given, and what a factory makes', () => {
    const of = { source: 'static', owner: 'SyntaxFacts' } as const;
    expect(offered(action({ name: 'IsKeyword', ...of, returns: 'Boolean', parameters: [parameter('kind')] }))).toEqual([]);
    expect(offered(action({ name: 'EndStatement', ...of, owner: 'SyntaxFactory', returns: 'EndStatementSyntax' }))).toEqual([]);
    expect(offered(action({ name: 'IsClosing', ...of, returns: 'Boolean' }))).toHaveLength(1);
    expect(offered(action({ name: 'Reset', ...of, owner: 'SyntaxFactory', returns: 'void' }))).toHaveLength(1);
  });

  it('a getter of one object that the program holds', () => {
    const of = { owner: 'Parser', returns: 'SyntaxToken' } as const;
    expect(offered(action({ name: 'GetFirstToken', source: 'instance', ...of }))).toEqual([]);
    expect(offered(action({ name: 'GetFirstToken', source: 'bean', ...of }))).toHaveLength(1);
    expect(offered(action({ name: 'GetTokens', source: 'instance', ...of, returns: 'List<SyntaxToken>' }))).toHaveLength(1);
  });

  it('a handler of requests', () => {
    expect(offered(action({ name: 'listOrders', parameters: [parameter('req'), parameter('res')] }))).toEqual([]);
  });
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

it('offers the same method of many objects of one kind a few times', () => {
  const nodes = Array.from({ length: 12 }, (_, at) =>
    action({ name: 'prune', owner: 'Tree', address: `instance:Tree[${at}]#prune` }),
  );
  expect(offered(...nodes)).toHaveLength(3);
});
