import type { RawAction } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { action, capture, type Literal, node, root } from '../test/captures.js';
import { interpret } from './interpret.js';
import type { Interpretation } from './trace.js';
import { type Effect, effectOf, turnsOf, wayBack } from './way-back.js';

const parameter = (name: string, type: 'string' | 'number' | 'boolean' = 'string', required = true) => ({ name, type, required });
const setter = (name: string, type: 'string' | 'number' | 'boolean', reads: string): RawAction =>
  action({ name, kind: 'setter', owner: 'Player', parameters: [parameter('value', type)], reads });
const storeAction = (name: string, ...parameters: ReturnType<typeof parameter>[]): RawAction =>
  action({ name, kind: 'store_action', source: 'store', owner: 'cart', parameters });

interface World {
  readonly [root: string]: Literal;
}

/** One state and the next, of the same application. */
const steps = (actions: readonly RawAction[], ...worlds: readonly World[]): Interpretation[] => {
  let previous: Interpretation | undefined;
  return worlds.map((world) => {
    const roots = Object.entries(world).map(([name, value]) => {
      const source = name.startsWith('page') ? 'dom' : 'store';
      return root(
        `${source}:${name}`,
        source,
        name,
        value,
        source === 'dom' ? { children: [...(node(name, value).children ?? [])] } : {},
      );
    });
    previous = interpret(capture(roots, { actions }), previous ? { previous } : {});
    return previous;
  });
};

const nothing = { restless: new Set<string>(), effects: [], failed: () => false };
const back = (
  actions: readonly RawAction[],
  call: { action: string; parameters?: Record<string, unknown> },
  before: World,
  after: World,
  experience: Partial<Parameters<typeof wayBack>[1]> = {},
) => {
  const [was, is] = steps(actions, before, after) as [Interpretation, Interpretation];
  return wayBack({ parameters: {}, ...call, before: was, after: is }, { ...nothing, ...experience });
};

describe('the same again with the value of before', () => {
  const volume = setter('setVolume', 'number', 'store:player/volume');
  const player = (volume: number, rest: Record<string, Literal> = {}): World => ({ player: { volume, title: 'Blue', ...rest } });

  it('sets a setter back', () => {
    expect(back([volume], { action: 'set_volume', parameters: { value: 30 } }, player(70), player(30))).toEqual({
      action: 'set_volume',
      parameters: { value: 70 },
      verify_expression: 'player.volume === 70',
    });
  });

  it('is silent when the target holds something else than what was given', () => {
    expect(back([volume], { action: 'set_volume', parameters: { value: 300 } }, player(70), player(100))).toBeNull();
  });

  it('is silent when something else changed too', () => {
    const changes = player(70, { changes: 1 });
    expect(back([volume], { action: 'set_volume', parameters: { value: 30 } }, changes, player(30, { changes: 2 }))).toBeNull();
  });

  it('takes no notice of what changes by itself', () => {
    const call = { action: 'set_volume', parameters: { value: 30 } };
    const told = back([volume], call, player(70, { position: 4 }), player(30, { position: 5 }), {
      restless: new Set(['player.position']),
    });
    expect(told).toMatchObject({ parameters: { value: 70 }, verify_expression: 'player.volume === 70' });
  });

  it('is silent about secrets', () => {
    const password = action({
      name: 'setPassword',
      kind: 'setter',
      parameters: [parameter('value')],
      reads: 'store:login/password',
    });
    const login = (password: string): World => ({ login: { user: 'ada', password } });
    expect(back([password], { action: 'set_password', parameters: { value: 'b' } }, login('a'), login('b'))).toBeNull();
  });

  const toggle = action({
    name: 'Mute',
    kind: 'toggle',
    parameters: [{ name: 'checked', type: 'boolean', required: false }],
    reads: 'store:player/muted',
  });
  it('switches a toggle back, whether or not it was told to what', () => {
    const [on, off] = [player(70, { muted: true }), player(70, { muted: false })];
    const wanted = { action: 'toggle_mute', parameters: { checked: false }, verify_expression: 'player.muted === false' };
    expect(back([toggle], { action: 'toggle_mute' }, off, on)).toEqual(wanted);
    expect(back([toggle], { action: 'toggle_mute', parameters: { checked: true } }, off, on)).toEqual(wanted);
  });

  it('does not take one of a group of choices for a switch', () => {
    const choice = (a: boolean): World => ({ density: { compact: a, comfortable: !a, name: 'x' } });
    const compact = { ...toggle, name: 'Compact', reads: 'store:density/compact' };
    const comfortable = { ...toggle, name: 'Comfortable', address: 'other', reads: 'store:density/comfortable' };
    expect(back([compact, comfortable], { action: 'toggle_comfortable' }, choice(true), choice(false))).toBeNull();
  });
});

it('knows a fact that is told elsewhere', () => {
  const paused = action({
    name: 'Paused',
    kind: 'setter',
    source: 'mbean',
    parameters: [parameter('value', 'boolean')],
    targets: ['mbean:queue'],
    reads: 'mbean:queue/paused',
  });
  const queue = (paused: boolean) => ({ paused, workers: 4, name: 'invoices', processed: 17, depth: 230 });
  const world = (paused_: boolean) =>
    capture(
      [root('mbean:queue', 'mbean', 'queue', queue(paused_)), root('static:Queues/queue', 'static', 'queue', queue(paused_))],
      { actions: [paused] },
    );
  const before = interpret(world(false));
  const settled = interpret(world(false), { previous: before });
  const after = interpret(world(true), { previous: settled });
  const [key] = turnsOf(settled, after, new Set()).map((turn) => turn.key);
  expect(settled.bindings.get('set_paused')?.targets).toContain(key);
  expect(wayBack({ action: 'set_paused', parameters: { value: true }, before: settled, after }, nothing)?.verify_expression).toBe(
    `${key} === false`,
  );
});

describe('an action and its inverse', () => {
  const add = storeAction('addItem', parameter('id'));
  const remove = storeAction('removeItem', parameter('id'));
  const item = (id: string, price: number, quantity = 1) => ({ id, name: `The ${id}`, price, quantity });
  const cart = (items: readonly ReturnType<typeof item>[], rest: Record<string, Literal> = {}): World => ({
    cart: { owner: 'ada', items: items as unknown as Literal, ...rest },
  });
  const call = { action: 'add_item', parameters: { id: 'mug' } };
  const [tea, mug] = [item('tea', 4.5), item('mug', 11)];

  it('takes away what was put at the end', () => {
    expect(back([add, remove], call, cart([tea]), cart([tea, mug]))).toEqual({
      action: 'remove_item',
      parameters: { id: 'mug' },
      verify_expression: 'cart.items.count === 1',
    });
  });

  it('lets the sums of the list follow it', () => {
    const told = back([add, remove], call, cart([tea], { total: 4.5 }), cart([tea, mug], { total: 15.5 }));
    expect(told?.verify_expression).toBe('cart.items.count === 1 && cart.total === 4.5');
  });

  it('lets what a page shows follow it', () => {
    const page = (text: string) => ({ page: { heading: 'Shop', total: text } });
    const told = back([add, remove], call, { ...cart([tea]), ...page('4.50 €') }, { ...cart([tea, mug]), ...page('15.50 €') });
    expect(told?.action).toBe('remove_item');
  });

  it('is silent when one that was there only became more', () => {
    expect(back([add, remove], call, cart([mug]), cart([item('mug', 11, 2)]))).toBeNull();
  });

  it('is silent when a number is kept of what was done', () => {
    expect(back([add, remove], call, cart([tea], { changes: 6 }), cart([tea, mug], { changes: 7 }))).toBeNull();
  });

  it('is silent when the name does not tell the two apart', () => {
    expect(back([add, remove], call, cart([mug]), cart([mug, mug]))).toBeNull();
  });

  it('puts nothing back that it has not seen put there', () => {
    const gone = { action: 'remove_item', parameters: { id: 'mug' } };
    expect(back([add, remove], gone, cart([tea, mug]), cart([tea]))).toBeNull();
    const [before, after] = steps([add, remove], cart([tea]), cart([tea, mug])) as [Interpretation, Interpretation];
    const effects = [effectOf(call.action, call.parameters, turnsOf(before, after, new Set())) as Effect];
    expect(back([add, remove], gone, cart([tea, mug]), cart([tea]), { effects })).toMatchObject(call);
    expect(back([add, remove], gone, cart([mug, tea]), cart([tea]), { effects })).toBeNull();
  });

  it('remembers nothing that was given and is not to be seen in what it did', () => {
    const turns = [{ key: 'safe.locked', before: true, after: false }];
    expect(effectOf('unlock', { pin: '4711' }, turns)).toBeUndefined();
    expect(effectOf('unlock', {}, turns)).toBeDefined();
  });

  it('does not tell a way that did not lead back', () => {
    const failed = (one: string, other: string) => one === 'add_item' && other === 'remove_item';
    expect(back([add, remove], call, cart([tea]), cart([tea, mug]), { failed })).toBeNull();
  });

  it('goes a step back as it went', () => {
    const steps = [
      storeAction('increaseLimit', parameter('by', 'number')),
      storeAction('decreaseLimit', parameter('by', 'number')),
    ];
    const limit = (most: number): World => ({ limits: { most, unit: 'kg' } });
    expect(back(steps, { action: 'increase_limit', parameters: { by: 3 } }, limit(4), limit(7))).toEqual({
      action: 'decrease_limit',
      parameters: { by: 3 },
      verify_expression: 'limits.most === 4',
    });
  });
});

it('does again what is called a toggle and switched one thing, and nothing else', () => {
  const pin = storeAction('togglePin', parameter('id', 'number'));
  const notes = (pinned: boolean, changes = 0): World => ({ notes: { list: [{ id: 1, pinned, title: 'Milk' }], changes } });
  const call = { action: 'cart_toggle_pin', parameters: { id: 1 } };
  const [action] = [...interpret(capture([], { actions: [pin] })).bindings.keys()];
  expect(back([pin], { ...call, action: action as string }, notes(true), notes(false))).toEqual({
    action,
    parameters: { id: 1 },
    verify_expression: 'notes.list[0].pinned === true',
  });
  expect(back([pin], { ...call, action: action as string }, notes(true), notes(false, 1))).toBeNull();
});

describe('the undo of the application', () => {
  const insert = action({ name: 'insertText', owner: 'Editor', parameters: [parameter('text')], certainty: 1 });
  const undo = action({ name: 'undo', owner: 'Editor' });
  const editor = (text: string, ...past: string[]): World => ({ editor: { text, title: 'Letter', past } });

  it('is the way back from an edit', () => {
    const told = back(
      [insert, undo],
      { action: 'insert_text', parameters: { text: '!' } },
      editor('Dear Ada'),
      editor('Dear Ada!', 'Dear Ada'),
    );
    expect(told).toMatchObject({ action: 'editor_undo', parameters: {} });
    expect(told?.verify_expression).toContain('editor.text === "Dear Ada"');
  });

  it('is not told for what the application kept no record of', () => {
    const told = back(
      [insert, undo],
      { action: 'insert_text', parameters: { text: '!' } },
      editor('Dear Ada'),
      editor('Dear Ada!'),
    );
    expect(told).toBeNull();
  });

  it('is not told when nothing was changed: it would take back something else', () => {
    expect(back([insert, undo], { action: 'insert_text', parameters: { text: '' } }, editor('a'), editor('a'))).toBeNull();
  });
});
