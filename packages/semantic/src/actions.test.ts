import { describe, expect, it } from 'vitest';
import { action, capture, root } from '../test/captures.js';
import { returnType } from './actions.js';
import { interpret } from './interpret.js';
import { inferReversibility, reversibilityOfWords } from './reversibility.js';

const parameter = (name: string, type: 'string' | 'number' = 'string', required = true) => ({ name, type, required });
const actionsOf = (...actions: ReturnType<typeof action>[]) => interpret(capture([], { actions }));

describe('names', () => {
  it.each([
    [{ name: 'addItem', kind: 'store_action' }, 'add_item'],
    [{ name: 'getTotalItems', kind: 'method' }, 'get_total_items'],
    [{ name: 'clear', kind: 'store_action', owner: 'cart' }, 'cart_clear'],
    [{ name: 'CheckoutAsync', kind: 'method', owner: 'Acme.Cart' }, 'cart_checkout'],
    [{ name: 'Of', kind: 'method', owner: 'PriceList' }, 'price_list_of'],
    [{ name: 'Save changes…', kind: 'button' }, 'save_changes'],
    [{ name: 'Settings', kind: 'button' }, 'press_settings'],
    [{ name: 'Settings', kind: 'link' }, 'open_settings'],
    [{ name: 'Dark mode', kind: 'toggle' }, 'toggle_dark_mode'],
    [{ name: 'login', kind: 'form' }, 'submit_login'],
    [{ name: 'E-mail address', kind: 'text' }, 'set_email_address'],
    [{ name: 'write Message the club', kind: 'text' }, 'write_message_the_club'],
    [{ name: 'send reply', kind: 'button' }, 'send_reply'],
    [{ name: 'setTitle', kind: 'setter' }, 'set_title'],
    [{ name: 'title', kind: 'setter' }, 'set_title'],
    [{ name: 'File > Save as…', kind: 'menu_item', owner: 'File' }, 'save_as'],
    [{ name: 'POST /todos', kind: 'route' }, 'post_todos'],
    [{ name: 'DELETE /todos/:id', kind: 'route' }, 'delete_todos_by_id'],
    [{ name: 'GET /', kind: 'route' }, 'get_root'],
    [{ name: 'scroll', kind: 'builtin', reversibility: 'reversible_read' }, 'scroll'],
    [{ name: 'com.acme.Shop.placeOrder', kind: 'operation' }, 'place_order'],
    [{ name: 'Bold (Ctrl+B)', kind: 'button' }, 'press_bold'],
    [{ name: 'Hand (panning tool) — H', kind: 'select' }, 'select_hand_panning_tool'],
    [{ name: 'Play', kind: 'button', owner: 'page' }, 'play'],
    [{ name: 'In [+]', kind: 'menu_item', owner: 'Image > Zoom' }, 'zoom_in'],
    [{ name: 'By height', kind: 'menu_item', owner: 'Stock > Sort' }, 'sort_by_height'],
    [{ name: 'Contents', kind: 'menu_item', owner: 'Help' }, 'help_contents'],
    [{ name: 'Arrow head', kind: 'menu_item', owner: 'Pictures' }, 'choose_arrow_head'],
    [{ name: '3', kind: 'link', owner: 'pagination' }, 'open_pagination_3'],
    [{ name: '4 new messages', kind: 'link' }, 'new_messages'],
  ] as const)('%j', (given, name) => {
    expect(Object.keys(actionsOf(action(given)).actions)).toEqual([name]);
  });

  it('tells equal names apart by owner, then by parameters', () => {
    const { actions } = actionsOf(
      action({ name: 'placeOrder', owner: 'com.acme.Shop', address: 'a1' }),
      action({ name: 'placeOrder', owner: 'com.acme.Broker', address: 'a2' }),
      action({ name: 'placeOrder', owner: 'com.acme.Broker', address: 'a3', parameters: [parameter('orderId')] }),
    );
    expect(Object.keys(actions)).toEqual(['shop_place_order', 'broker_place_order', 'place_order_with_order_id']);
  });

  it('gives what a person reads its name, whatever methods are called', () => {
    const { actions } = actionsOf(
      action({ name: 'In', kind: 'menu_item', owner: 'Image > Zoom', address: 'z1' }),
      action({ name: 'zoomIn', owner: 'com.acme.Canvas', address: 'a1' }),
    );
    expect(Object.keys(actions)).toEqual(['zoom_in', 'canvas_zoom_in']);
  });

  it('says no words twice, and no more of a way than it must', () => {
    const path = 'File > Export';
    const { actions } = actionsOf(
      action({ name: 'PDF', kind: 'menu_item', owner: path, address: 'a1' }),
      action({ name: 'PDF', kind: 'menu_item', owner: 'File > Import', address: 'a2' }),
      action({ name: 'Export picture now', kind: 'button', owner: 'Tool export picture', address: 'a3' }),
      action({ name: 'Export picture now', kind: 'button', owner: 'List<Share>', address: 'a4' }),
      action({ name: 'Find and replace text in files', kind: 'button', owner: 'Find and replace text in files', address: 'a5' }),
      action({ name: 'Find and replace text in files', kind: 'button', owner: 'Search', address: 'a6' }),
    );
    expect(Object.keys(actions)).toEqual([
      'export_pdf',
      'import_pdf',
      'tool_export_picture_now',
      'list_share_export_picture_now',
      'press_find_and_replace_text_in_files',
      'search_find_and_replace_text_in_files',
    ]);
  });

  it('leaves the names of built-ins to them', () => {
    const { actions } = actionsOf(
      action({ name: 'clear', kind: 'builtin', address: 'builtin:clear' }),
      action({ name: 'Clear', kind: 'button', owner: 'page', address: 'b' }),
    );
    expect(Object.keys(actions)).toEqual(['clear', 'press_clear']);
  });

  it('keeps the names it gave', () => {
    const first = actionsOf(action({ name: 'save', address: 'z', owner: 'Editor' }));
    const again = interpret(
      capture([], {
        actions: [
          action({ name: 'save', address: 'a', owner: 'Editor' }),
          action({ name: 'save', address: 'z', owner: 'Editor' }),
        ],
      }),
      { schema: first.schema },
    );
    expect(again.bindings.get('editor_save')?.address).toBe('z');
    expect(again.bindings.size).toBe(2);
    expect(again.schema.version).toBe('1.0.0');
  });

  it('maps parameters back', () => {
    const { actions, bindings } = actionsOf(
      action({
        name: 'move',
        owner: 'Board',
        parameters: [parameter('cardId'), parameter('toColumn', 'number', false)],
        returns: 'java.lang.Boolean',
      }),
    );
    expect(actions.board_move?.signature).toBe('fn(card_id: string, to_column?: number) -> boolean');
    expect({ ...bindings.get('board_move')?.parameters }).toEqual({ card_id: 'cardId', to_column: 'toColumn' });
  });

  it('leaves built-ins exactly as they are', () => {
    const { actions, bindings } = actionsOf(
      action({
        name: 'scroll',
        kind: 'builtin',
        reversibility: 'reversible_read',
        parameters: [parameter('deltaY', 'number')],
        certainty: 1,
      }),
    );
    expect(actions.scroll).toMatchObject({
      signature: 'fn(deltaY: number) -> void',
      reversibility: 'reversible_read',
      confidence: 1,
    });
    expect({ ...bindings.get('scroll')?.parameters }).toEqual({ deltaY: 'deltaY' });
  });
});

describe('reversibility', () => {
  it.each([
    [{ name: 'getOrders', kind: 'method', returns: 'List<Order>' }, 'reversible_read'],
    [{ name: 'findById', kind: 'operation', returns: 'string' }, 'reversible_read'],
    [{ name: 'checkout', kind: 'method' }, 'irreversible_write'],
    [{ name: 'frobnicate', kind: 'method' }, 'irreversible_write'],
    [{ name: 'loadAll', kind: 'method' }, 'irreversible_write'],
    [{ name: 'setTitle', kind: 'setter', reads: 'x' }, 'reversible_write'],
    [{ name: 'setTitle', kind: 'setter' }, 'irreversible_write'],
    [{ name: 'Dark mode', kind: 'toggle' }, 'reversible_write'],
    [{ name: 'Search', kind: 'text' }, 'reversible_write'],
    [{ name: 'Delete account', kind: 'button' }, 'irreversible_write'],
    [{ name: 'Show details', kind: 'button' }, 'reversible_write'],
    [{ name: 'Show details', kind: 'button', confirms: true }, 'irreversible_write'],
    [{ name: 'Frob', kind: 'button' }, 'irreversible_write'],
    [{ name: 'DELETE /loans', kind: 'button', opens: true }, 'reversible_write'],
    [{ name: '3', kind: 'button', owner: 'pagination' }, 'reversible_write'],
    [{ name: '3', kind: 'button', owner: 'stars' }, 'irreversible_write'],
    [{ name: 'Sort by Age', kind: 'button' }, 'reversible_write'],
    [{ name: 'Main menu', kind: 'button' }, 'reversible_write'],
    [{ name: 'Help', kind: 'button' }, 'reversible_write'],
    [{ name: 'Pencil tool [Q]', kind: 'button' }, 'reversible_write'],
    [{ name: 'More', kind: 'method' }, 'irreversible_write'],
    [{ name: 'Reset zoom', kind: 'button' }, 'reversible_write'],
    [{ name: 'Clear all filters', kind: 'button' }, 'reversible_write'],
    [{ name: 'Clear all', kind: 'button' }, 'irreversible_write'],
    [{ name: 'Clear everything', kind: 'menu_item' }, 'irreversible_write'],
    [{ name: 'Reset', kind: 'button' }, 'irreversible_write'],
    [{ name: 'Reset account settings', kind: 'button' }, 'irreversible_write'],
    [{ name: 'Settings', kind: 'link' }, 'reversible_write'],
    [{ name: 'Log out', kind: 'link' }, 'irreversible_write'],
    [{ name: 'GET /todos', kind: 'route' }, 'reversible_read'],
    [{ name: 'GET /logout', kind: 'route' }, 'irreversible_write'],
    [{ name: 'GET /konto/löschen', kind: 'route' }, 'irreversible_write'],
    [{ name: 'POST /todos', kind: 'route' }, 'irreversible_write'],
    [{ name: 'login', kind: 'form', httpMethod: 'POST' }, 'irreversible_write'],
    [{ name: 'search', kind: 'form', httpMethod: 'GET' }, 'reversible_write'],
  ] as const)('%j is %s', (given, expected) => {
    expect(Object.values(actionsOf(action(given)).actions)[0]?.reversibility).toBe(expected);
  });

  it.each([
    'Konto löschen',
    'Supprimer le compte',
    'Eliminar cuenta',
    'Elimina account',
    'Excluir conta',
    'Verwijderen',
    'Usuń konto',
    'Удалить аккаунт',
    '删除账户',
    'アカウントを削除',
    '계정 삭제',
    'حذف الحساب',
    'Jetzt kaufen',
    // No list has these: nothing says that they can be taken back.
    'Poista tili',
    'Fiók törlése',
    'Xóa tài khoản',
    'ลบบัญชี',
    'Ta bort kontot',
    'მონაცემების წაშლა',
  ])('fails closed in other languages: %s', (name) => {
    for (const kind of ['link', 'button', 'menu_item'] as const)
      expect(inferReversibility(action({ name, kind, source: 'dom' }), { find: () => undefined, undo: false })).toBe(
        'irreversible_write',
      );
  });

  it.each([
    ['Statistics...', 'menu_item', 'reversible_write'],
    ['Paramètres…', 'menu_item', 'reversible_write'],
    ['Worldwide… (Ctrl+W)', 'menu_item', 'reversible_write'],
    ['Statistics', 'menu_item', 'irreversible_write'],
    ['Delete world…', 'menu_item', 'irreversible_write'],
    ['Konto löschen...', 'menu_item', 'irreversible_write'],
    ['Working…', 'button', 'irreversible_write'],
  ] as const)('a menu entry with three dots asks first: %s of a %s', (name, kind, expected) => {
    expect(inferReversibility(action({ name, kind, source: 'dom' }), { find: () => undefined, undo: false })).toBe(expected);
  });

  it.each(['Orders 12', 'Mail 3', 'Reports 5', 'All 7', 'Posts 4', 'Aktiv', 'Einstellungen', 'Alle Filter'])(
    'takes no filter, tab or count for a deed: %s',
    (name) => {
      expect(
        inferReversibility(action({ name, kind: 'link', source: 'dom', leads: '#/list' }), {
          find: () => undefined,
          undo: false,
        }),
      ).toBe('reversible_write');
    },
  );

  it.each([
    ['Poista tili', '/account/delete', 'irreversible_write'],
    ['ลบ', 'https://shop.example/cart/remove?id=3', 'irreversible_write'],
    ['Kijelentkezés', 'logout.php', 'irreversible_write'],
    ['Konto löschen', '/hilfe', 'irreversible_write'],
    ['Beállítások', '/settings', 'reversible_write'],
    ['設定', 'https://shop.example/ja/profile', 'reversible_write'],
    ['Tilaukset (4)', '?status=open', 'reversible_write'],
    ['Hinta', '?sort=price', 'reversible_write'],
  ] as const)('asks where a link leads, whatever language it speaks: %s to %s', (name, leads, expected) => {
    const [only] = Object.values(actionsOf(action({ name, kind: 'link', source: 'dom', leads })).actions);
    expect(only?.reversibility).toBe(expected);
  });

  it('takes tabs, filters and switches of any language for what can be set back', () => {
    for (const kind of ['select', 'toggle'] as const)
      for (const name of ['Tilaukset', '一覧', 'Все', 'Aktif'])
        expect(Object.values(actionsOf(action({ name, kind, source: 'dom' })).actions)[0]?.reversibility, name).toBe(
          'reversible_write',
        );
  });

  it('reads where the source shows that nothing is changed', () => {
    const of = { owner: 'Shop', source: 'module', changes: false } as const;
    expect(actionsOf(action({ name: 'sortedTodos', ...of })).actions.sorted_todos?.reversibility).toBe('reversible_read');
    expect(actionsOf(action({ name: 'Sort todos', ...of, kind: 'button' })).actions.sort_todos?.reversibility).toBe(
      'reversible_write',
    );
  });

  it('believes a source that only sets, unless the name says what can’t be taken back', () => {
    const of = { owner: 'Shop', source: 'module', reversibility: 'reversible_write' } as const;
    const { actions } = actionsOf(action({ name: 'moveDock', ...of }), action({ name: 'payInvoice', ...of }));
    expect(actions.move_dock?.reversibility).toBe('reversible_write');
    expect(actions.pay_invoice?.reversibility).toBe('irreversible_write');
  });

  it('knows the way back when the counterpart is there', () => {
    const { actions } = actionsOf(
      action({ name: 'addTag', owner: 'Note' }),
      action({ name: 'removeTag', owner: 'Note' }),
      action({ name: 'addLink', owner: 'Note' }),
    );
    expect(actions.add_tag?.reversibility).toBe('reversible_write');
    expect(actions.add_link?.reversibility).toBe('irreversible_write');
  });

  it('takes edits back where there is an undo, and nothing else', () => {
    const button = (name: string) => action({ name, kind: 'button', owner: 'Toolbar' });
    const kinds = (...names: string[]) =>
      Object.fromEntries(
        Object.entries(actionsOf(...names.map(button)).actions).map(([name, { reversibility }]) => [name, reversibility]),
      );
    expect(kinds('Undo', 'Insert row (Ctrl+I)', 'Save', 'Delete sheet', 'Insert and send')).toEqual({
      toolbar_undo: 'reversible_write',
      insert_row: 'reversible_write',
      toolbar_save: 'irreversible_write',
      delete_sheet: 'irreversible_write',
      insert_and_send: 'irreversible_write',
    });
    expect(kinds('Insert row')).toEqual({ insert_row: 'irreversible_write' });
  });

  it('does not take arguments without names for the same', () => {
    const args = [{ name: 'args', type: 'array' as const, required: true }];
    const { actions } = actionsOf(
      action({ name: 'insertRow', owner: 'Sheet', parameters: args }),
      action({ name: 'deleteRow', owner: 'Sheet', parameters: args }),
    );
    expect(actions.delete_row?.reversibility).toBe('irreversible_write');
  });

  it('takes what removes for final, unless the same words put it back', () => {
    const parameter = (name: string) => ({ name, type: 'string' as const, required: true });
    const { actions } = actionsOf(
      action({ name: 'addTodo', owner: 'Store', parameters: [parameter('title')] }),
      action({ name: 'removeTodo', owner: 'Store', parameters: [parameter('id')] }),
      action({ name: 'addTag', owner: 'Store', parameters: [parameter('tag')] }),
      action({ name: 'removeTag', owner: 'Store', parameters: [parameter('tag')] }),
    );
    expect(actions.add_todo?.reversibility).toBe('reversible_write');
    expect(actions.remove_todo?.reversibility).toBe('irreversible_write');
    expect(actions.remove_tag?.reversibility).toBe('reversible_write');
  });
});

describe('words on a screen', () => {
  it.each([
    ['Delete account', 'irreversible_write'],
    ['Pay now', 'irreversible_write'],
    ['Send', 'irreversible_write'],
    ['Submit', 'irreversible_write'],
    ['Yes, delete it', 'irreversible_write'],
    ['Place order', 'irreversible_write'],
    ['Sign out', 'irreversible_write'],
    ['Cancel subscription', 'irreversible_write'],
    ['Empty trash', 'irreversible_write'],
    ['Cancel', 'reversible_write'],
    ['Close', 'reversible_write'],
    ['Home', 'reversible_write'],
    ['Order history', 'reversible_write'],
    ['Inbox', 'reversible_write'],
    ['View report', 'reversible_read'],
    ['Show details', 'reversible_read'],
    ['', 'reversible_write'],
  ])('%s', (words, expected) => {
    expect(reversibilityOfWords(words)).toBe(expected);
  });
});

it.each([
  [undefined, 'void'],
  ['void', 'void'],
  ['java.lang.String', 'string'],
  ['System.Threading.Tasks.Task<System.Int32>', 'number'],
  ['Promise<boolean>', 'boolean'],
  ['java.util.List<Order>', 'array'],
  ['string[]', 'array'],
  ['com.acme.Order', 'object'],
  ['Promise', 'void'],
])('%s returns %s', (type, expected) => {
  expect(returnType(type)).toBe(expected);
});

it('says which keys an action owns', () => {
  const shop = root('redux#0', 'store', 'store', { cart: { items: [{ name: 'Tea' }], total: 1 }, ui: { open: true } });
  const { bindings } = interpret(
    capture([shop], {
      actions: [
        action({ name: 'dropItem', targets: ['redux#0/cart/items/0'] }),
        action({ name: 'dropAll', targets: ['redux#0'] }),
        action({ name: 'nowhere', targets: ['gone/x'] }),
      ],
    }),
  );
  expect(bindings.get('drop_item')?.targets).toEqual(['cart.items[0]']);
  expect(bindings.get('drop_all')?.targets).toEqual(['cart', 'ui']);
  expect(bindings.get('nowhere')?.targets).toEqual([]);
});

describe('functions of a language that does not say what they return', () => {
  it.each([
    ['getBalance', 'reversible_read'],
    ['listUsers', 'reversible_read'],
    ['findOrderById', 'reversible_read'],
    ['countItems', 'reversible_read'],
    ['isOpen', 'reversible_read'],
    ['hasStock', 'reversible_read'],
    ['getOrder', 'reversible_read'],
    ['getOrCreateCart', 'irreversible_write'],
    ['getAndIncrement', 'irreversible_write'],
    ['findAndDeleteUser', 'irreversible_write'],
    ['isDoneReset', 'irreversible_write'],
    ['loadConfig', 'irreversible_write'],
    ['fetchUsers', 'irreversible_write'],
    ['checkOut', 'irreversible_write'],
    ['sortTodos', 'irreversible_write'],
    ['balance', 'irreversible_write'],
    ['setBalance', 'irreversible_write'],
  ] as const)('%s is %s', (name, reversibility) => {
    const [only] = Object.values(actionsOf(action({ name, owner: 'Shop', source: 'module' })).actions);
    expect(only?.reversibility).toBe(reversibility);
  });

  it('say nothing by returning nothing where the language would tell', () => {
    const given = action({ name: 'getBalance', owner: 'Shop', typed: true });
    const [only] = Object.values(interpret(capture([], { actions: [given] })).actions);
    expect(only?.reversibility).toBe('irreversible_write');
  });

  it('asks nothing of a store: its actions change it', () => {
    const [only] = Object.values(actionsOf(action({ name: 'getUsers', kind: 'store_action', owner: 'users' })).actions);
    expect(only?.reversibility).toBe('irreversible_write');
  });
});

it('calls an action the same whatever is counted on it, and pages by their numbers', () => {
  const link = (name: string, at: number) =>
    action({ name, kind: 'link', source: 'dom', address: `link:${at}`, owner: 'Folders' });
  const named = (...names: string[]) => Object.keys(interpret(capture([], { actions: names.map(link) })).actions);
  expect(named('Inbox 3', 'Sent')).toEqual(named('Inbox 12', 'Sent'));
  expect(named('3 items', 'Sent')).toEqual(named('4 items', 'Sent'));
  expect(named('Page 2', 'Page 3')).toEqual(['open_page_2', 'open_page_3']);
  expect(named('4.1 KHz', '2 KHz')).toEqual(['open_folders_4_1_k_hz', 'open_folders_2_k_hz']);
});

describe('names that stay', () => {
  const button = (name: string, owner = 'Player') =>
    action({ name, kind: 'button', source: 'dom', owner, address: `${owner}/button[${name}]` });
  /** The names of each capture in turn, each read with what was remembered of the ones before. */
  const namesOver = (...captures: ReturnType<typeof action>[][]) => {
    let schema = interpret(capture([])).schema;
    return captures.map((actions) => {
      const read = interpret(capture([], { actions }), { schema });
      schema = read.schema;
      return Object.keys(read.actions);
    });
  };

  it.each([
    ['Star', 'Unstar', 'toggle_star'],
    ['Mute', 'Unmute', 'toggle_mute'],
    ['Follow Ada', 'Unfollow Ada', 'toggle_follow_ada'],
    ['Show 3 more', 'Show 12 more', 'show_more'],
    ['Inbox (3)', 'Inbox (4)', 'press_inbox'],
    ['2 unread messages', '5 unread messages', 'press_unread_messages'],
  ])('%s and %s are one, whichever is met first', (one, other, name) => {
    expect(namesOver([button(one)])).toEqual([[name]]);
    expect(namesOver([button(other)])).toEqual([[name]]);
    expect(namesOver([button(one)], [button(other)], [button(one)])).toEqual([[name], [name], [name]]);
  });

  it.each([
    ['Show details', 'Hide details'],
    ['Expand', 'Collapse'],
    ['Enable sync', 'Disable sync'],
    ['Lock board', 'Unlock board'],
  ])('%s keeps its name when it says %s', (one, other) => {
    const [first, second, third] = namesOver([button(one)], [button(other)], [button(one)]);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  it('two that are there at once are two', () => {
    const [[both]] = [namesOver([button('Expand'), button('Collapse')])];
    expect(new Set(both).size).toBe(2);
    expect(new Set(namesOver([button('Star'), button('Unstar')])[0]).size).toBe(2);
  });

  it('two that had one name apart from each other get two when they meet, and the first keeps it', () => {
    const [a, b] = [button('Save', 'Editor'), button('Save', 'Profile')];
    const [first, second, third] = namesOver([a], [b], [a, b]);
    expect(third).toHaveLength(2);
    expect(third).toContain(first?.[0]);
    expect(second).toHaveLength(1);
  });
});
