import type { RawAction, RawActionKind, RawParameter } from '@substrate/core';
import type { Bound, Control, Controls, Pressing } from './dom-controls.js';
import type { Menus } from './dom-menus.js';
import type { Moves } from './dom-moves.js';
import type { PageDocument, PageElement } from './dom-types.js';
import type { Widgets } from './dom-widgets.js';
import type { Words } from './words.js';

/** Gathers what can be done on the page while it is read, and finds the elements again. Nothing is marked in the page. */
export interface DomActions {
  /** Begins a walk. What the one before found stays good until `finish`. */
  begin(): void;
  finish(document: PageDocument): void;
  /** What a player can be told. */
  media(element: PageElement, label: string, owner: string, ownerAddress: string): void;
  /** Registers the element when it is a control; false when it is none. `called`: what the words beside it call it. */
  control(element: PageElement, owner: string, ownerAddress: string, called?: string): boolean;
  form(form: PageElement, key: string, address: string): void;
  /** Controls inside the items of a list: one action for all items, told apart by an index. There may be many: they are looked at in parts. */
  ofItems(address: string, key: string, items: readonly PageElement[]): Generator<undefined, void>;
  /** Cells of a table that become fields when they are pressed twice. */
  cells(table: PageElement, address: string, key: string, rows: readonly PageElement[]): void;
  /** The heads of a table's columns: what sorts by them, and the fields in them. */
  heads(table: PageElement, owner: string, ownerAddress: string): void;
  /** Put into words one by one: some name the rows that they are of. Until a walk `ended`, what was said of one before stands. */
  list(ended: boolean): Generator<undefined, RawAction[]>;
  get(address: string): Bound | undefined;
}

export function createDomActions(kit: {
  words: Words;
  controls: Controls;
  widgets: Widgets;
  menus: Menus;
  moves: Moves;
}): DomActions {
  const { words, controls, widgets, menus, moves } = kit;
  let bound = new Map<string, Bound>();
  let before = new Map<string, Bound>();
  /** Controls that are called alike, in the same part of the page: one action for all. */
  let alike = new Map<string, WeakRef<PageElement>[]>();
  /** Where there was more than one at some time, one says which is meant even while there is only one: what an action takes stays the same. */
  const several = new Set<string>();
  /** What menus had to choose from when they were last open, by the address of what is chosen in them. */
  const seen = new Map<string, readonly string[]>();
  /** What is done to the rows of lists, with the lists that have such rows. */
  let pools = new Map<string, { readonly name: string; readonly parts: Map<string, { at: Group['at']; rows: Rows }> }>();
  /** Radio buttons that are told with the others of their group. */
  let grouped = new WeakSet<PageElement>();
  let links = 0;
  const most = 600;
  /** Controls inside one item: an item may be a column of cards. */
  const mostInside = 40;

  const alive = (ref: WeakRef<PageElement> | undefined): PageElement | undefined => {
    const element = ref?.deref();
    return element?.isConnected ? element : undefined;
  };

  /** Which of several is meant: by the words of its row, which stay when rows come and go, or by its number. */
  const whichOf = (what: string, count: number, rows: readonly string[]): RawParameter => {
    const told = rows.slice(0, 12).flatMap((row, i) => (row ? [`${i} “${row.slice(0, 40).trim()}”`] : []));
    const list = told.length > 0 ? `: ${told.join(', ')}${rows.length > 12 ? ', …' : ''}` : '';
    const description = `Which ${what}: words that only this one has, or its number, from 0 to ${count - 1}${list}.`;
    return { name: 'row', type: 'string', required: false, sourceType: 'any', description };
  };
  /** The number of the row that is meant: by words that are all of it, or a part of no other, or by its number. Of rows that are numbers, as the pages of a list are, a number is the words. */
  const rowNamed = (wanted: unknown, said: () => readonly string[]): number => {
    const words = String(wanted).toLowerCase();
    const rows = said();
    if (typeof wanted === 'number' && !rows.includes(words)) return wanted;
    const whole = rows.findIndex((row) => row.toLowerCase() === words);
    const parts = rows.flatMap((row, i) => (row.toLowerCase().includes(words) ? [i] : []));
    return whole >= 0 ? whole : parts.length === 1 ? (parts[0] as number) : -1;
  };

  /**
   * The words of what a control belongs to: the largest part of the page around it that holds no other of its kind. They come in the order of the page: who holds
   * another holds the one before or the one after.
   */
  const rowOf = (element: PageElement, before: PageElement | undefined, after: PageElement | undefined): string => {
    let row = element;
    for (let i = 0; i < 12; i++) {
      const parent: PageElement | null = row.parentElement;
      if (!parent || (before && parent.contains(before)) || (after && parent.contains(after))) break;
      row = parent;
    }
    const own = words.label(element);
    const text = words.spoken(row, 80);
    return (own && text.startsWith(own) ? text.slice(own.length) : text).replace(/\s+/g, ' ').trim();
  };

  const register = (element: PageElement, owner: string, ownerAddress: string, of: Control, called?: string): void => {
    const label = called || controls.nameOf(element, of);
    if (!label) return;
    if (of.kind === 'link' && ++links > 60) return;
    if (element.disabled === true || element.getAttribute('aria-disabled') === 'true') return;
    const href = of.kind === 'link' ? element.getAttribute('href') : null;
    const address = `${ownerAddress}/${of.kind}[${label.slice(0, 60)}]`;
    const known = alike.get(address);
    if (known) {
      if (known.length < 200) known.push(new WeakRef(element));
      several.add(address);
      return;
    }
    if (bound.size >= most) return;
    const refs = [new WeakRef(element)];
    alike.set(address, refs);
    const opens = controls.opens(element);
    const rows = (most: number): string[] => {
      const there = refs.flatMap((ref) => ref.deref() ?? []);
      return there.slice(0, most).map((one, i) => rowOf(one, there[i - 1], there[i + 1]));
    };
    const find: Bound['find'] = ({ row }) => {
      if (row !== undefined) return alive(refs[rowNamed(row, () => rows(refs.length))]);
      // Of several, the only one that a person sees is meant.
      const seen = refs.length === 1 ? refs : refs.filter((ref) => words.isShown(alive(ref) ?? element) && alive(ref));
      return seen.length === 1 ? alive(seen[0]) : undefined;
    };
    const parameters = (verb: Control['verb']): RawParameter[] => [
      ...(several.has(address) ? [whichOf('one', refs.length, rows(13))] : []),
      ...controls.parameters(element, verb),
    ];
    const certainty = (): number => (words.isShown(element) ? 0.95 : menus.openerOf(element) ? 0.9 : 0.6);
    const written = controls.writtenIn(element, label);
    const sending = `${ownerAddress}/send[${label.slice(0, 60)}]`;
    if (written && controls.senderOf(element))
      bound.set(sending, {
        verb: 'send',
        find,
        action: () => ({
          address: sending,
          name: `send ${written}`,
          kind: 'button',
          source: 'dom',
          owner,
          parameters: parameters('send'),
          certainty: certainty(),
        }),
      });
    if (controls.suggests(element)) {
      const picking = `${ownerAddress}/pick[${label.slice(0, 60)}]`;
      const action = () => ({
        address: picking,
        name: label,
        kind: 'select' as const,
        source: 'dom' as const,
        owner,
        parameters: parameters('pick'),
        certainty: certainty(),
      });
      bound.set(picking, { verb: 'pick', find, action });
    }
    if (of.verb === 'click' && menus.isOpener(element)) {
      const which = () => parameters('click');
      menu(`${ownerAddress}/menu[${label.slice(0, 60)}]`, label, owner, element, find, which);
    }
    bound.set(address, {
      verb: of.verb,
      find,
      action: () => {
        return {
          address,
          name: written ? `write ${written}` : label,
          kind: of.kind,
          source: 'dom',
          owner,
          parameters: parameters(of.verb),
          certainty: of.guessed ? Math.min(0.88, certainty()) : certainty(),
          ...(href && !href.startsWith('#') && href.length < 120 ? { description: `Follows the link to ${href}.` } : {}),
          ...(href && !/^(?:#!?$|javascript:)/i.test(href) ? { leads: href.slice(0, 200) } : {}),
          ...(element.getAttribute('aria-haspopup') === 'dialog' ? { confirms: true } : {}),
          // What a command does only its program knows.
          ...(of.verb === 'line' ? { reversibility: 'irreversible_write' as const } : {}),
          ...(opens ? { opens } : {}),
        };
      },
    });
  };

  /**
   * What is chosen in a menu that opens: by its words, as a parameter, and each by its own name once it was seen. What all of it does is not known: it may be anything.
   */
  const menu = (
    address: string,
    label: string,
    owner: string,
    opener: PageElement,
    find: Bound['find'],
    which: () => readonly RawParameter[],
    verb: 'menu' | 'context' = 'menu',
  ): void => {
    const learn = (items: readonly string[]): void => {
      if (items.length > 0) seen.set(address, items);
    };
    learn(menus.shownBy(opener));
    const choices = seen.get(address) ?? [];
    const entry = { verb, find, learn };
    const common = { kind: 'menu_item' as const, source: 'dom' as const, owner, certainty: words.isShown(opener) ? 0.9 : 0.6 };
    const option: RawParameter = {
      name: 'option',
      type: 'string',
      required: true,
      description: 'What is chosen, by its words; in a menu of that menu: “Share > By mail”.',
      ...(choices.length > 0 ? { choices } : {}),
    };
    bound.set(address, {
      ...entry,
      action: () => ({
        ...common,
        address,
        name: `choose from ${label}`,
        parameters: [...which(), option],
        reversibility: 'irreversible_write',
      }),
    });
    // While it is open, what is in it is on the page like anything else.
    if (menus.isOpen(opener)) return;
    for (const choice of choices) {
      const each = `${address}[${choice.slice(0, 60)}]`;
      bound.set(each, {
        ...entry,
        option: choice,
        action: () => ({ ...common, address: each, name: choice, parameters: which() }),
      });
    }
  };

  type Told = Omit<RawAction, 'address'>;
  const add = (address: string, entry: Omit<Bound, 'action'>, action: Told | (() => Told)): void => {
    let unique = address;
    for (let i = 2; bound.has(unique); i++) unique = `${address}#${i}`;
    const told = (): RawAction => ({ ...(typeof action === 'function' ? action() : action), address: unique });
    if (bound.size < most) bound.set(unique, { ...entry, action: told });
  };

  /** Radio buttons of which one is on: what is chosen is a parameter. */
  const choice = (radio: PageElement, owner: string, ownerAddress: string): void => {
    if (grouped.has(radio)) return;
    const group = widgets.groupOf(radio);
    if (!group) return;
    const all = group.radios.map((one) => new WeakRef(one));
    for (const one of group.radios) grouped.add(one);
    const choices = group.radios.map((one) => group.optionOf(one) || (one.value ?? ''));
    if (choices.some((text, i) => text === '' || choices.indexOf(text) !== i)) return;
    const isMeant = (one: PageElement, option: string): boolean =>
      [group.optionOf(one), words.label(one), one.getAttribute('value') ?? ''].some(
        (text) => text.toLowerCase() === option.toLowerCase(),
      );
    add(
      `${ownerAddress}/choose[${group.called.slice(0, 60)}]`,
      { verb: 'check', find: ({ option }) => all.map(alive).find((one) => one && isMeant(one, String(option))) },
      {
        name: group.called,
        kind: 'select',
        source: 'dom',
        owner,
        parameters: [{ name: 'option', type: 'string', required: true, choices }],
        certainty: words.isShown(radio) ? 0.95 : 0.6,
      },
    );
  };

  /** Stars and the like: how many is a parameter. */
  const rate = (called: string, marks: readonly PageElement[], owner: string, ownerAddress: string): void => {
    const refs = marks.map((mark) => new WeakRef(mark));
    add(
      `${ownerAddress}/rate[${called.slice(0, 60)}]`,
      { verb: 'click', find: ({ value }) => alive(refs[Number(value) - 1]) },
      {
        name: called,
        kind: 'text',
        source: 'dom',
        owner,
        parameters: [{ name: 'value', type: 'number', required: true, description: `From 1 to ${marks.length}.` }],
        certainty: 0.86,
      },
    );
  };

  /** Controls that are made alike, one in each of some rows. */
  interface Group {
    readonly of: Control;
    readonly slot: string;
    readonly sample: PageElement;
    readonly at: Map<number, WeakRef<PageElement>>;
    readonly labels: Map<PageElement, string>;
  }
  /** What tells rows apart. */
  interface Rows {
    readonly size: number;
    /** What the first of them say. */
    told(): string[];
    /** What all of them say now. */
    texts(): string[];
    text(row: number): string;
  }

  /** Two boxes beside each other that are made alike, around two controls; null where the controls themselves stand side by side. */
  const boxesOf = (one: PageElement, other: PageElement): [PageElement, PageElement] | null => {
    let [a, b] = [one, other];
    for (let up = 0; up < 8 && a.parentElement && !a.parentElement.contains(other); up++) a = a.parentElement;
    for (let up = 0; up < 8 && b.parentElement && b.parentElement !== a.parentElement; up++) b = b.parentElement;
    const isBeside = a.parentElement !== null && a.parentElement === b.parentElement && a !== one && b !== other;
    return isBeside && a.localName === b.localName && words.tokens(a)[0] === words.tokens(b)[0] ? [a, b] : null;
  };

  /** The things inside the items, where those are boxes of them: the cards in the columns of a board. Each has one of the controls, and no item has it alone. */
  const thingsOf = (family: readonly Group[], items: readonly PageElement[]): (Group & Rows) | null => {
    const [first, second] = family;
    if (!first || !second) return null;
    const said = family.map(({ labels }) => new Set(labels.values()));
    const isOneWord = new Set(said.flatMap((some) => [...some])).size === 1;
    if (!isOneWord && said.some((some, i) => some.size === 1 && (family[i] as Group).at.size > 1)) return null;
    const full = [...second.at.keys()][0] as number;
    const pair = [first, second].map(({ at }) => at.get(full)?.deref());
    if (!pair[0] || !pair[1] || !boxesOf(pair[0], pair[1])) return null;
    const refs = items.flatMap((_, i) => family.flatMap(({ at }) => at.get(i) ?? []));
    const texts = (most = refs.length): string[] => {
      const all = refs.map((ref) => ref.deref());
      return all.slice(0, most).map((one, i) => (one ? rowOf(one, all[i - 1], all[i + 1]) : ''));
    };
    return {
      ...first,
      at: new Map(refs.map((ref, i) => [i, ref])),
      labels: new Map(family.flatMap(({ labels }) => [...labels])),
      size: refs.length,
      told: () => texts(13),
      texts: () => texts(),
      text: (row) => texts(row + 1)[row] ?? '',
    };
  };

  const mostCompared = 12;
  /** What labels say beside the name of their row, which stands in it another time: “is paid” of “Violin is paid”. */
  const sharedWords = ({ at, labels: all }: Group, { text }: Rows): string => {
    const some = [...at].slice(0, mostCompared);
    const labels = some.map(([, ref]) => all.get(ref.deref() as PageElement) ?? '');
    const rows = some.map(([row]) => text(row));
    const split = labels.map((label) => label.split(/\s+/));
    const [first = []] = split;
    const fits = (take: (words: readonly string[], count: number) => readonly string[]): number => {
      let count = 0;
      const isShared = (n: number): boolean =>
        split.every((one) => one.length > n && take(one, n).join(' ').toLowerCase() === take(first, n).join(' ').toLowerCase());
      while (isShared(count + 1)) count++;
      return count;
    };
    const [front, back] = [fits((one, n) => one.slice(0, n)), fits((one, n) => one.slice(-n))];
    const shared = front > back ? first.slice(0, front) : back > 0 ? first.slice(-back) : [];
    const isNamed = (i: number): boolean => {
      const words = split[i] as string[];
      const rest = (front > back ? words.slice(front) : words.slice(0, -back)).join(' ').toLowerCase();
      return (rows[i] as string)
        .toLowerCase()
        .replace((labels[i] as string).toLowerCase(), '')
        .includes(rest);
    };
    return shared.some((word) => /\p{L}{3}/u.test(word)) && labels.every((_, i) => isNamed(i)) ? shared.join(' ') : '';
  };

  /** What authors call a bar of things to press; in the box or on its parts. */
  const bars =
    /(?:^|[-_])(?:tool(?:bar|s)?|tab(?:s|bar)?|menu(?:bar)?|nav(?:bar|igation)?|buttons?|btns?|actions?|segmented)(?:$|[-_])/i;
  /** A part of such a bar, which is called by its few words; a row of data is not, whatever it looks like. */
  const isTool = (item: PageElement, labels: readonly string[]): boolean => {
    const around = [item, item.parentElement, item.parentElement?.parentElement].flatMap((one) =>
      one ? [one.getAttribute('id') ?? '', ...words.tokens(one)] : [],
    );
    return around.some((name) => bars.test(name)) && labels.every((label) => label.length < 30 && !/\d/.test(label));
  };

  /** So many different words on one control say what it would do next; more are names of rows. */
  const mostStates = 3;
  const mostSettings = 12;

  const offer = (
    address: string,
    key: string,
    group: Group,
    rows: Rows,
    hasChosen: boolean,
    items: readonly PageElement[] = [],
  ): void => {
    const { of, at, sample, labels } = group;
    const said = new Set(labels.values());
    const isItem = of.guessed === true && sample === items[[...at.keys()][0] as number];
    const isBar = isItem && isTool(sample, [...said]);
    const isRow = isItem && !isBar && /[\p{L}\p{N}]/u.test(words.text(sample, 80));
    const isField = of.kind === 'toggle' || (of.kind === 'text' && !controls.writtenIn(sample, 'text'));
    // A short list of differently named controls is a menu, and what only one item has needs no number: each by its own name.
    const isMenu = said.size === at.size && at.size <= 12 && !isField && !isRow;
    if ((isMenu || isBar || at.size === 1) && rows.size > 1) {
      for (const ref of at.values()) {
        const element = ref.deref();
        if (element) register(element, key, address, of);
      }
      return;
    }
    // What it would do next is written on it, of two things or three: each is an action of the rows that say so.
    if (of.verb === 'click' && !isRow && said.size > 1 && said.size <= mostStates && said.size < at.size && !said.has('')) {
      for (const label of said) {
        const some = [...at].filter(([, ref]) => labels.get(ref.deref() as PageElement) === label);
        const saying = new Map(some);
        const first = some[0]?.[1].deref();
        if (first) one(address, key, { ...group, at: saying, sample: first }, rows, label, label);
      }
      return;
    }
    const [only = ''] = said;
    const same = said.size === 1 ? only : '';
    const shared = isField && said.size === labels.size && said.size > 1 ? sharedWords(group, rows) : '';
    // A few switches, each with words of its own, are settings as well as rows, unless their author numbers them.
    if (
      of.kind === 'toggle' &&
      !of.guessed &&
      words.named(sample) === '' &&
      !same &&
      !shared &&
      said.size === at.size &&
      at.size <= mostSettings &&
      !said.has('')
    )
      for (const element of [...at.values()].flatMap((ref) => ref.deref() ?? [])) register(element, key, address, of);
    one(
      address,
      key,
      group,
      rows,
      same || shared,
      same ||
        shared ||
        (isField && words.named(sample).replace(/[-_]?\d+$/, '')) ||
        `${isRow ? 'select' : (generic[of.kind] ?? 'use')} ${key}`,
      // What pressing a row does is known where one of them is marked as chosen.
      isRow && !hasChosen,
    );
  };

  /** One action for the controls of several rows; lists that are called the same are one list to it, as the columns of a board are. */
  const one = (address: string, key: string, group: Group, rows: Rows, label: string, name: string, isUnknown = false): void => {
    const { of, at, sample } = group;
    const id = `${address.replace(/#\d+$/, '')}/${of.kind}[${label.slice(0, 60) || words.given(sample) || generic[of.kind]}]`;
    const before = pools.get(id);
    if (before && before.name === name && !before.parts.has(address)) {
      before.parts.set(address, { at, rows });
      return;
    }
    const parts = new Map([[address, { at, rows }]]);
    pools.set(id, { name, parts });
    const all = (): (WeakRef<PageElement> | undefined)[] =>
      [...parts.values()].flatMap(({ at, rows }) => Array.from({ length: rows.size }, (_, i) => at.get(i)));
    const find: Bound['find'] = ({ row }) => {
      const refs = all();
      if (row !== undefined) return alive(refs[rowNamed(row, () => [...parts.values()].flatMap(({ rows }) => rows.texts()))]);
      const there = refs.filter((ref) => ref !== undefined);
      return there.length === 1 ? alive(there[0]) : undefined;
    };
    const which = (): RawParameter => {
      const told = [...parts.values()].flatMap(({ rows }) => rows.told());
      return whichOf(`element of ${key}`, all().length, told.slice(0, 13));
    };
    if (of.verb === 'click' && menus.isOpener(sample)) {
      const opener = [...at.values()].map(alive).find((one) => one && menus.isOpen(one)) ?? sample;
      const called = label || words.given(sample) || key;
      menu(`${address}/menu[${called.slice(0, 60)}]`, called, key, opener, find, () => [which()]);
    }
    add(id, { verb: of.verb, find }, () => ({
      name,
      kind: of.kind,
      source: 'dom',
      owner: key,
      parameters: [which(), ...controls.parameters(sample, of.verb)],
      targets: [...parts.keys()],
      certainty: of.guessed ? 0.86 : 0.9,
      ...(isUnknown ? { reversibility: 'irreversible_write' as const } : {}),
    }));
  };

  const generic: Partial<Record<RawActionKind, string>> = {
    link: 'open',
    toggle: 'toggle',
    select: 'select',
    text: 'edit',
    menu_item: 'choose',
    button: 'press',
  };

  const said = new WeakMap<object, RawAction>();

  return {
    begin() {
      before = bound;
      bound = new Map();
      alike = new Map();
      grouped = new WeakSet();
      pools = new Map();
      links = 0;
      controls.begin();
    },
    finish(document) {
      before.clear();
      for (const [address, entry] of moves.bound(document)) bound.set(address, entry);
    },
    media(element, label, owner, ownerAddress) {
      const ref = new WeakRef(element);
      const common = { source: 'dom' as const, owner, certainty: 0.9 };
      const value = (name: string, description: string): RawParameter => ({ name, type: 'number', required: true, description });
      const deeds: readonly [option: string, Pick<RawAction, 'name' | 'kind' | 'parameters'>][] = [
        ['play', { name: `play ${label}`, kind: 'button', parameters: [] }],
        ['pause', { name: `pause ${label}`, kind: 'button', parameters: [] }],
        ['seek', { name: `${label} position`, kind: 'text', parameters: [value('seconds', 'From the beginning.')] }],
        ['volume', { name: `${label} volume`, kind: 'text', parameters: [value('volume', 'From 0 to 1.')] }],
      ];
      for (const [option, deed] of deeds)
        add(
          `${ownerAddress}/media[${label.slice(0, 60)}]/${option}`,
          { verb: 'media', option, find: () => alive(ref) },
          { ...common, ...deed },
        );
    },
    *list(ended) {
      const told: RawAction[] = [];
      for (const entry of new Map([...before, ...bound]).values()) {
        const action = (ended ? undefined : said.get(entry)) ?? entry.action();
        said.set(entry, action);
        told.push(action);
        yield undefined;
      }
      return told;
    },
    get: (address) => bound.get(address) ?? before.get(address),
    control(element, owner, ownerAddress, called) {
      const of = controls.of(element);
      if (!of) return false;
      const scale = of.guessed && of.verb === 'click' ? controls.scaleOf(element) : null;
      if (scale) {
        if (scale.marks[0] === element) rate(scale.called, scale.marks, owner, ownerAddress);
        return true;
      }
      if (widgets.isRadio(element)) choice(element, owner, ownerAddress);
      register(element, owner, ownerAddress, of, called);
      return true;
    },
    cells(table, address, key, rows) {
      const parts = (row: PageElement): PageElement[] =>
        Array.from(row.querySelectorAll('td,th,[role=gridcell],[role=rowheader]'));
      const columns = Array.from(table.querySelectorAll('thead th,[role=columnheader]'))
        .slice(0, 40)
        .map((head) => words.text(head, 60));
      const [first] = rows;
      if (!first || columns.length === 0 || !parts(first).some(controls.isEdited)) return;
      const there = rows.slice(0, 200).map((row) => new WeakRef(row));
      add(
        `${address}/cell`,
        {
          verb: 'edit',
          find: ({ row, column }) => {
            const now = there.map(alive);
            const found = now[rowNamed(row, () => now.map((one) => (one ? words.spoken(one, 400) : '')))];
            return found && parts(found)[columns.findIndex((name) => name.toLowerCase() === String(column).toLowerCase())];
          },
        },
        {
          name: `${key} cell`,
          kind: 'text',
          source: 'dom',
          owner: key,
          parameters: [
            whichOf(
              `row of ${key}`,
              rows.length,
              rows.slice(0, 13).map((row) => words.spoken(row, 80)),
            ),
            { name: 'column', type: 'string', required: true, choices: columns.filter((name) => name !== '') },
            { name: 'text', type: 'string', required: true, description: 'What is typed into the field that opens.' },
          ],
          targets: [address],
          certainty: 0.86,
        },
      );
    },
    heads(table, owner, ownerAddress) {
      const part = table.querySelector('thead');
      const parts = part ? [part] : Array.from(table.querySelectorAll('[role=columnheader]')).slice(0, 40);
      for (const head of parts) {
        if (head.hasAttribute('aria-sort')) register(head, owner, ownerAddress, { kind: 'button', verb: 'click' });
        for (const column of Array.from(head.querySelectorAll('th')).slice(0, 40))
          if (/\p{L}/u.test(words.text(column, 60)) && !column.querySelector('input,select,button,a[href]')) {
            const of = controls.of(column);
            if (of?.verb === 'click') register(column, owner, ownerAddress, of);
          }
        for (const found of controls.inside(head, 30, false)) {
          const of = controls.of(found);
          if (!of || found === head) continue;
          // A field in the head of a column narrows the rows by it.
          const column = of.kind === 'text' || of.kind === 'select' ? found.closest('th,[role=columnheader]') : null;
          const title = column ? words.text(column, 60) : '';
          const isNamed = /\p{L}/u.test(words.label(found)) && words.label(found) !== title;
          register(found, owner, ownerAddress, of, title && !isNamed ? `Filter ${title}` : undefined);
        }
      }
    },
    form(form, key, address) {
      const all = form.elements ?? form.querySelectorAll('input,select,textarea');
      const fields: PageElement[] = [];
      for (let i = 0; i < all.length && i < 60; i++) fields.push(all[i] as PageElement);
      const parameters: RawParameter[] = [];
      const names = new Set<string>();
      for (const field of fields) {
        if (field.disabled || field.readOnly) continue;
        const type = field.type ?? '';
        if (
          /^(hidden|submit|button|reset|image|file|fieldset|output)$/.test(type) ||
          /^(button|fieldset|output|object)$/.test(field.localName)
        )
          continue;
        const label = words.label(field);
        const name = field.getAttribute('name') || words.given(field) || label;
        if (!name || names.has(name)) continue;
        names.add(name);
        const choices =
          field.localName === 'select'
            ? controls.optionsOf(field)
            : type === 'radio'
              ? fields
                  .filter((other) => other.type === 'radio' && other.getAttribute('name') === name)
                  .map((other) => other.value ?? '')
              : undefined;
        parameters.push({
          name,
          type: type === 'checkbox' ? 'boolean' : type === 'number' || type === 'range' ? 'number' : 'string',
          required: field.required === true && !field.value && type !== 'radio' && type !== 'checkbox',
          ...(label && label !== name ? { description: label } : {}),
          ...(choices ? { choices } : {}),
        });
      }
      if (parameters.length === 0) return;
      const ref = new WeakRef(form);
      const method = form.getAttribute('method');
      add(
        `${address}/submit`,
        { verb: 'submit', find: () => alive(ref) },
        {
          name: `submit_${key}`,
          kind: 'form',
          source: 'dom',
          owner: key,
          parameters,
          targets: [address],
          certainty: words.isShown(form) ? 0.95 : 0.6,
          ...(words.title(form) ? { description: `Fills in and sends “${words.title(form)}”.` } : {}),
          ...(method ? { httpMethod: method.toUpperCase() } : {}),
        },
      );
    },
    *ofItems(address, key, items) {
      const scale = items[0] ? controls.scaleOf(items[0]) : null;
      if (scale) return rate(scale.called, scale.marks, key, address);
      const groups = new Map<string, Group>();
      const count = Math.min(items.length, 200);
      for (let i = 0; i < count; i++) {
        const item = items[i] as PageElement;
        const inItem = new Map<string, number>();
        for (const element of controls.inside(item, mostInside, true)) {
          yield undefined;
          // The row itself is pressed to choose or open it, also where there are buttons in it.
          const of =
            controls.of(element) ?? (element === item ? ({ kind: 'button', verb: 'click', guessed: true } as const) : null);
          if (!of || element.disabled) continue;
          if (widgets.isRadio(element)) choice(element, key, address);
          // Names that count the rows are one name.
          const isDrawn = of.guessed === true && of.verb === 'check';
          const given = isDrawn ? '' : words.given(element).replace(/[-_]?\d+$/, '');
          const slot = `${of.kind}:${given || `${element.localName}${element.type ?? ''}`}`;
          const nth = inItem.get(slot) ?? 0;
          inItem.set(slot, nth + 1);
          const id = `${slot}:${nth}`;
          let group = groups.get(id);
          if (!group) {
            group = { of, slot, at: new Map(), sample: element, labels: new Map() };
            groups.set(id, group);
          }
          group.labels.set(element, controls.nameOf(element, of).replace(/[-_ ]*\d+$/, ''));
          group.at.set(i, new WeakRef(element));
        }
      }
      /** One of them is marked as chosen: to press another chooses that. */
      const hasChosen = items
        .slice(0, count)
        .some(
          (item) =>
            item.hasAttribute('aria-selected') ||
            item.hasAttribute('aria-current') ||
            words.tokens(item).some((token) => /^(is-)?(selected|active|current)$/i.test(token)),
        );
      let rows: string[] | undefined;
      const spokenBy = (ref: WeakRef<PageElement> | undefined): string => {
        const item = ref?.deref();
        return item ? words.spoken(item, 400) : '';
      };
      const there = items.slice(0, count).map((item) => new WeakRef(item));
      const first = items[0];
      const ofRow = (): { which: RawParameter; find: Bound['find'] } => {
        rows = items.slice(0, 13).map((item) => words.spoken(item, 80));
        const which = { ...whichOf(`element of ${key}`, items.length, rows), required: true };
        return { which, find: ({ row }) => alive(there[rowNamed(row, () => there.map(spokenBy))]) };
      };
      const hear = (how: Pressing): boolean => items.slice(0, 3).every((item) => controls.heardAt(item, how) !== null);
      if (first && hear('dblclick') && !first.matches('tr,[role=row]')) {
        const { which, find } = ofRow();
        add(
          `${address}/twice`,
          {
            verb: 'twice',
            find: (parameters) => {
              const item = find(parameters);
              return item && (controls.heardAt(item, 'dblclick') ?? item);
            },
          },
          {
            name: `press twice ${key}`,
            kind: 'button',
            source: 'dom',
            owner: key,
            parameters: [
              which,
              {
                name: 'text',
                type: 'string',
                required: false,
                sourceType: 'any',
                description: 'What is typed into the field that opens, where one does.',
              },
            ],
            targets: [address],
            certainty: 0.86,
          },
        );
      }
      if (first && controls.isGrabbed(first)) moves.notice(items);
      if (first && controls.takesKeys(first)) {
        const { which, find } = ofRow();
        const choices = ['Enter', 'Delete', 'Backspace', 'Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ' '];
        add(
          `${address}/key`,
          { verb: 'key', find },
          {
            name: `press key in ${key}`,
            kind: 'button',
            source: 'dom',
            owner: key,
            parameters: [which, { name: 'key', type: 'string', required: true, choices }],
            targets: [address],
            certainty: 0.86,
            // What a key does only the page knows.
            reversibility: 'irreversible_write',
          },
        );
      }
      if (first && hear('contextmenu')) {
        const { which, find } = ofRow();
        menu(`${address}/context`, `${key} context menu`, key, first, find, () => [which], 'context');
      }
      const told = (): string[] => {
        rows ??= items.slice(0, 13).map((item) => words.spoken(item, 80));
        return rows;
      };
      const ofItem: Rows = { size: count, told, texts: () => there.map(spokenBy), text: (row) => spokenBy(there[row]) };
      const families = new Map<string, Group[]>();
      for (const group of groups.values()) families.set(group.slot, [...(families.get(group.slot) ?? []), group]);
      for (const family of families.values()) {
        yield undefined;
        const things = thingsOf(family, items);
        if (things) offer(address, key, things, things, hasChosen);
        else for (const group of family) offer(address, key, group, ofItem, hasChosen, items);
      }
    },
  };
}
