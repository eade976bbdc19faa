import type { Primitive, RawNode, RawRoot } from '@substrate/core';
import type { DomActions } from './dom-actions.js';
import type { Controls } from './dom-controls.js';
import type { Facts } from './dom-facts.js';
import type { Lists } from './dom-lists.js';
import type { Menus } from './dom-menus.js';
import type { Pairs } from './dom-pairs.js';
import type { PageDocument, PageElement } from './dom-types.js';
import type { Widgets } from './dom-widgets.js';
import type { Meter } from './meter.js';
import type { Stillness } from './stillness.js';
import type { Words } from './words.js';

/**
 * Reads what the page shows in one walk: forms, tables, lists and dialogs become roots of their own, all other facts belong to
 * the nearest region. The walk is a generator, so that a slow page can be read in slices.
 */
export interface DomReader {
  walk(document: PageDocument): Generator<undefined, RawRoot[]>;
  /** What a walk that has not ended yet has found. Regions stay open to the end: those the other side knows are left as they were. */
  sofar(known: (address: string) => boolean): RawRoot[];
  readonly hints: { heading?: string; dialog?: string; activeTab?: string };
}

interface Region {
  readonly address: string;
  readonly name: string;
  readonly label: string;
  readonly children: RawNode[];
  readonly taken: Set<string>;
  /** The branches of a tree that are open here, each with how far it is indented. */
  readonly path: Branch[];
}

interface Branch {
  readonly left: number;
  readonly children: RawNode[];
  readonly taken: Set<string>;
}

interface Rule {
  readonly name: string;
  fits(element: PageElement, tag: string, role: string): boolean;
  read(element: PageElement, here: Region, depth: number): Region | null | Generator<undefined, Region | null>;
}

export function createDomReader(kit: {
  meter: Meter;
  words: Words;
  facts: Facts;
  pairs: Pairs;
  lists: Lists;
  actions: DomActions;
  controls: Controls;
  widgets: Widgets;
  menus: Menus;
  stillness: Stillness;
}): DomReader {
  const { meter, words, facts, pairs, lists, actions, controls, widgets, menus, stillness } = kit;
  const skipped = /^(script|style|template|noscript|link|meta|head|br|hr|canvas|object|embed|title)$/;
  const hints: { heading?: string; dialog?: string; activeTab?: string } = {};
  let roots: RawRoot[] = [];
  let regions = new Map<string, Region>();
  let page: Region;
  const addresses = new Set<string>();
  let prose = 0;
  /** Games have dozens of sounds. */
  const mostPlayers = 6;
  let players = 0;
  /** The rank of the heading that names the view. */
  let highest = 7;
  /** Texts whose author has a name for all of their kind. */
  let series = new Set<RawNode>();
  /** Elements whose words were told with another. */
  let told = new WeakSet<PageElement>();

  const addressFor = (kind: string, key: string): string => {
    const base = `dom:${kind}[${key.slice(0, 60)}]`;
    let address = base;
    for (let i = 2; addresses.has(address); i++) address = `${base}#${i}`;
    addresses.add(address);
    return address;
  };

  const region = (kind: string, key: string, label: string): Region => {
    const id = `${kind}[${key}]`;
    let found = regions.get(id);
    if (!found) {
      found = { address: addressFor(kind, key), name: key, label, children: [], taken: new Set(), path: [] };
      regions.set(id, found);
    }
    return found;
  };

  const keyOf = (element: PageElement, fallback: string): string => words.given(element) || words.title(element) || fallback;

  const landmark = (element: PageElement): string | null => {
    const tag = element.localName;
    const role = element.getAttribute('role');
    if (role === 'dialog' || role === 'alertdialog' || tag === 'dialog' || element.getAttribute('aria-modal') === 'true')
      return 'dialog';
    if (/^(main|nav|aside|header|footer|section|article|fieldset)$/.test(tag)) return 'region';
    if (role && /^(main|navigation|complementary|banner|contentinfo|region|search|tabpanel|group|toolbar|form)$/.test(role))
      return 'region';
    return null;
  };

  /** A box that opens with a heading and goes on is a part of the page that the heading names. */
  const hasHeading = (element: PageElement): boolean => {
    const first = element.firstElementChild;
    if (!first || element.childElementCount < 2 || !/^(div|li|td|[\w]+-[\w-]+)$/.test(element.localName)) return false;
    const inner = first.childElementCount <= 3 ? (first.firstElementChild ?? first) : first;
    return /^h[2-6]$/.test(first.localName) || /^h[2-6]$/.test(inner.localName);
  };

  /** A title, unless something else has a name for it and it counts: such words change. */
  const lasting = (given: string, title: string): string => (given && given !== title && /\d/.test(title) ? '' : title);

  /** What a part is called: as its author calls it, unless the one beside it is called the same; by its heading unless that counts something. */
  const nameOfPart = (element: PageElement, title: string): string => {
    const given = words.given(element);
    const beside = [element.previousElementSibling, element.nextElementSibling];
    const shared = beside.some((other) => other !== null && words.given(other) === given);
    const said = /\d/.test(title) ? '' : title;
    return (shared ? said || given : given || said || title) || element.localName;
  };

  /** Boxes with nothing in them, which pages have by the thousand. What could be pressed or read aloud says so in an attribute. */
  const isBlank = (element: PageElement, tag: string): boolean =>
    element.firstChild === null &&
    /^(div|span|i|b|p|li|td|section|article)$/.test(tag) &&
    element.shadowRoot === null &&
    (element.attributes.length === 0 ||
      !(
        element.hasAttribute('role') ||
        element.hasAttribute('tabindex') ||
        element.hasAttribute('onclick') ||
        element.hasAttribute('contenteditable') ||
        element.hasAttribute('aria-label') ||
        words.tip(element) !== '' ||
        controls.isPressed(element)
      ));

  /** What a shape of a drawing, or the group that it is in, is called by who drew it. */
  const shapeOf = (element: PageElement): string => {
    let at: PageElement | null = element;
    for (let i = 0; i < 4 && at && at.localName !== 'svg'; i++, at = at.parentElement) {
      const given = words.named(at) || words.dataId(at);
      if (given) return given;
    }
    return '';
  };

  /** The words in a drawing: the labels of a diagram, the axes of a chart. */
  const drawing = (element: PageElement, into: Region): void => {
    const all = element.querySelectorAll('text');
    for (let i = 0; i < all.length && i < 60; i++) {
      const one = all[i] as PageElement;
      const text = words.text(one, 120);
      if (text.length > 1 && /\p{L}/u.test(text) && words.isShown(one))
        push(into, facts.leaf(facts.unique(shapeOf(one) || 'label', into.taken), text, { shown: true }));
    }
  };

  const push = (into: Region, node: RawNode | null): void => {
    if (node) into.children.push(node);
  };

  /** Captions are met before the rows that they are of. */
  const takeBack = (captions: PageElement, from: Region): void => {
    told.add(captions);
    const said = words.spoken(captions, 400);
    for (
      let last = from.children.at(-1);
      typeof last?.value === 'string' && said.includes(last.value);
      last = from.children.at(-1)
    ) {
      from.children.pop();
      facts.release(last.name, from.taken);
    }
  };

  /** The one thing of several that is chosen: what it is called, under the name of all of them. */
  const tellChosen = (rows: readonly RawNode[], key: string, into: Region): void => {
    const isChosen = (row: RawNode): boolean =>
      row.children?.some(({ name, value }) => value === true && /^(selected|current|active)$/.test(name)) === true;
    const chosen = rows.filter(isChosen);
    const said = chosen[0]?.children?.find(({ value }) => typeof value === 'string' || typeof value === 'number');
    if (rows.length > 1 && chosen.length === 1 && said)
      push(into, facts.leaf(facts.unique(`selected ${key}`, into.taken), said.value as string | number, { shown: true }));
  };

  /** Which of several tabs is open, by its name. */
  const tellTab = (label: string, into: Region): void => {
    hints.activeTab = label;
    if (label) push(into, facts.leaf(facts.unique('selected tab', into.taken), label, { shown: true }));
  };

  function* emitList(element: PageElement, items: PageElement[], into: Region): Generator<undefined, void> {
    const states = lists.stateWords(items);
    const given = words.given(element);
    // The heading above a way through the site names where it leads, not what it is.
    const isWay = /^(breadcrumbs?|pagination|pager|toolbar|menu|menubar|navbar)$/i.test(given);
    const title = isWay ? given : words.headingOver(element, items[0] as PageElement);
    const key = given || title || words.given(items[0] as PageElement) || into.name;
    const address = addressFor('list', key);
    const most = meter.limits.maxElements;
    const children: RawNode[] = [];
    const used: PageElement[] = [];
    /** Nothing is told of them, but they may well be pressed: pictures, the numbers of pages. */
    const silent: PageElement[] = [];
    // No list takes more than its share, so that there is room for what comes after it.
    const least = Math.floor(meter.nodes * 0.7);
    for (const element of items) {
      if (children.length >= most || meter.nodes <= least) {
        if (meter.nodes <= least) meter.lost += Math.min(items.length, most) - children.length;
        break;
      }
      if (meter.pause()) yield undefined;
      if (!words.isShown(element)) continue;
      const node = lists.item(element, children.length, states);
      if (!node) {
        silent.push(element);
        continue;
      }
      children.push(node);
      used.push(element);
      if (element.getAttribute('role') === 'tab' && element.getAttribute('aria-selected') === 'true')
        tellTab(words.label(element), into);
    }
    const size = Math.max(element.children.length - (element.children.length - items.length), items.length);
    const total = element.children.length > most ? element.children.length : size;
    const called = lasting(given, title) || into.label;
    const seen = new Set<string>();
    const unique = children.map((node) => {
      const id = node.id;
      if (id === undefined) return node;
      if (!seen.has(id) && !/^\d+$/.test(id)) {
        seen.add(id);
        return node;
      }
      const { id: _id, ...rest } = node;
      return rest;
    });
    const shaped = lists.shaped(element, used, unique);
    if (children.length > 0)
      roots.push({
        name: key,
        ...(shaped.pairs ? { kind: 'object', children: shaped.pairs } : { kind: 'list', children: shaped.rows }),
        ...(!shaped.pairs && total > children.length ? { size: total } : {}),
        address,
        source: 'dom',
        shown: true,
        ...(called && called !== key ? { label: called } : {}),
      });
    if (element.getAttribute('role') !== 'tablist') tellChosen(shaped.rows, key, into);
    yield* actions.ofItems(address, key, used.slice(shaped.captions === 'first' ? 1 : 0));
    yield* actions.ofItems(address, key, silent);
    if (typeof shaped.captions === 'object') takeBack(shaped.captions, into);
  }

  const notice = (element: PageElement, role: string): boolean =>
    role === 'alert' ||
    role === 'status' ||
    role === 'log' ||
    /^(assertive|polite)$/.test(element.getAttribute('aria-live') ?? '') ||
    words.tokens(element).some((token) => /^(toast|snackbar|notification|flash|alert)$/i.test(token));

  function* below(element: PageElement, here: Region, depth: number): Generator<undefined, void> {
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) yield* visit(child, here, depth + 1);
  }

  const isField = (element: PageElement, tag: string, role: string): boolean =>
    /^(input|select|textarea|progress|meter)$/.test(tag) ||
    element.isContentEditable === true ||
    /^(checkbox|switch|radio|slider|spinbutton|progressbar|textbox|searchbox|combobox)$/.test(role) ||
    widgets.isListBox(element);

  /** What stands in a grid beside its rows: the buttons that turn its pages, a line that sums it up. */
  function* aroundRows(grid: PageElement, here: Region, depth: number): Generator<undefined, void> {
    const rows = '[role=row],[role=rowgroup],[role=columnheader],[role=gridcell]';
    for (const child of Array.from(grid.children).slice(0, 40)) {
      if (child.matches(rows)) continue;
      if (!child.querySelector(rows)) yield* visit(child, here, depth + 1);
      else if (depth < 60) yield* aroundRows(child, here, depth + 1);
    }
  }

  /** A custom element that draws a control: the words in it are what that is called. */
  const isWidget = (element: PageElement): boolean => {
    const inner = element.shadowRoot?.querySelectorAll('input:not([type=hidden]),select,textarea,button');
    return inner?.length === 1 && element.childElementCount === 0;
  };

  /** Something that can be pressed as a whole and tells of a thing: under a heading, or with how much or when in a part of its own. */
  const isCard = (element: PageElement): boolean => {
    if (element.childElementCount === 0 || !/^(a|div|li|article|section)$/.test(element.localName)) return false;
    if (element.querySelector('h2,h3,h4,h5,h6')) return true;
    const parts = Array.from(element.querySelectorAll('*'))
      .slice(0, 40)
      .filter((part) => words.own(part) !== '' && words.given(part) !== '');
    return parts.length > 1 && parts.some((part) => pairs.isQuantity(words.own(part)));
  };

  /** What can be pressed as a whole may have parts that are operated by themselves: the box to tick on a card that is dragged. */
  const holdsControl = (element: PageElement): boolean =>
    element.localName !== 'a' && element.querySelector('input:not([type=hidden]),select,textarea,button') !== null;

  /** The element after this one as a person reads on, out of as many as three boxes that end with it. */
  const following = (element: PageElement): PageElement | null => {
    let at: PageElement | null = element;
    for (let up = 0; at && up < 3; up++) {
      if (at.nextElementSibling) return at.nextElementSibling;
      at = at.parentElement;
    }
    return null;
  };
  const isColon = (element: PageElement | null): element is PageElement =>
    element !== null && element.childElementCount <= 1 && /^\s*[:：]\s*$/.test(words.raw(element).slice(0, 20));
  /** How much is below a name of a tree. */
  const isAmount = (element: PageElement | null): element is PageElement =>
    element !== null && pairs.isAmount(words.raw(element).slice(0, 30));
  /** The colon or the amount that stands apart after a name; boxes with nothing in them keep its place free. */
  const signAfter = (element: PageElement): PageElement | null => {
    let at = following(element);
    for (let skipped = 0; at && skipped < 2 && !/\S/.test(words.raw(at).slice(0, 30)) && !holdsField(at); skipped++)
      at = following(at);
    return isColon(at) || isAmount(at) ? at : null;
  };
  const fieldsIn = 'input,select,textarea';
  const holdsField = (element: PageElement): boolean => element.matches(fieldsIn) || element.querySelector(fieldsIn) !== null;
  /** `{`, `[…]`, `▸`: the sign that something follows, no value. */
  const isSign = (text: string): boolean => !/[\p{L}\p{N}"'#$€]/u.test(text);

  /** A name and a colon that stand apart, as editors of trees have them. How far a name is indented says what it belongs to. */
  const keyed = (element: PageElement, here: Region): void => {
    const sign = signAfter(element) as PageElement;
    const name = words.text(element, 60);
    const left = element.getBoundingClientRect().left;
    while (here.path.length > 0 && left <= (here.path.at(-1) as Branch).left) here.path.pop();
    const parent: { children: RawNode[]; taken: Set<string> } = here.path.at(-1) ?? here;
    told.add(sign);
    const after = isColon(sign) ? following(sign) : null;
    // A value that is ticked stands before its words.
    const ticked = after && words.raw(after).trim() === '' ? after.querySelector('input[type=checkbox]') : null;
    const box = ticked ?? after;
    const typed = box !== null && isField(box, box.localName, '') && box.isContentEditable !== true;
    const beside = box && !typed ? holderOf(box) : box;
    const value = box && beside && !isColon(following(box)) && (typed || facts.isTextLeaf(beside)) ? beside : null;
    const field = value && typed ? facts.field(value) : null;
    const shown = field && !Array.isArray(field.value) ? field.value : value ? words.text(value, meter.limits.maxString) : '';
    if (box && value && !(typeof shown === 'string' && isSign(shown) && shown !== '')) {
      told.add(box);
      const again = ticked && after ? following(after) : null;
      if (again && words.raw(again).trim() === String(shown)) told.add(again);
      const node = facts.leaf(facts.unique(name, parent.taken), typed ? shown : meant(value, String(shown)), { shown: true });
      if (node) parent.children.push(node);
      actions.control(value, here.name, here.address, name);
      if (box !== value)
        for (const part of Array.from(box.querySelectorAll('input,select,[role=checkbox],[role=switch],[role=combobox]')).slice(
          0,
          4,
        ))
          actions.control(part, here.name, here.address, name);
      return;
    }
    const branch: Branch = { left, children: [], taken: new Set() };
    const children = branch.children;
    const amount = isColon(sign) ? undefined : words.text(sign, 30);
    parent.children.push({
      name: facts.unique(name, parent.taken),
      // What is numbered from 0 on is a list; what turns out to have nothing below it says how much it has.
      get kind() {
        if (children.length === 0 && amount !== undefined) return 'value';
        return children.length > 0 && children.every((child, i) => child.name === String(i)) ? 'list' : 'object';
      },
      get value() {
        return children.length === 0 ? amount : undefined;
      },
      get children() {
        return children.length === 0 && amount !== undefined ? undefined : children;
      },
    } as RawNode);
    here.path.push(branch);
  };
  /** The innermost part of a box that has all of its words: values stand in boxes of boxes, beside signs and buttons without any. */
  const holderOf = (box: PageElement): PageElement => {
    const said = words.text(box, 400);
    let at = box;
    for (let depth = 0; depth < 6 && said !== ''; depth++) {
      const inner = Array.from(at.children).find((part) => words.text(part, 400) === said);
      if (!inner) break;
      at = inner;
    }
    return at;
  };
  /** What a text stands for where its author has a class for each type, as editors and viewers of JSON have. */
  const meant = (element: PageElement, text: string): Primitive => {
    const type = /(?:^|[-_ ])(number|boolean|bool|null)(?:$| )/i.exec(words.tokens(element).join(' '))?.[1]?.toLowerCase();
    if (type === 'null' && text === 'null') return null;
    if (/^bool/.test(type ?? '') && /^(true|false)$/.test(text)) return text === 'true';
    return type === 'number' && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  };

  /** Words that a colon follows, as their last sign or as text before the next element, and that their author has a class for. */
  const isKey = (element: PageElement): boolean => {
    if (element.childElementCount > 0 || words.tokens(element).length === 0) return false;
    const after = element.nextSibling;
    const text = words.raw(element).slice(0, 80).trim();
    const apart = after?.nodeType === 3 && element.nextElementSibling !== null && /^\s*[:：]\s*$/.test(after.nodeValue ?? '');
    return /[\p{L}\p{N}]/u.test(text) && (apart || /[^\s:：][:：]$/.test(text));
  };
  /** The first of them, if it is among the first elements of a box. */
  const firstKey = (box: PageElement): PageElement | null => {
    const waiting = [box.firstElementChild];
    for (let looked = 0; looked < 12 && waiting.length > 0; looked++) {
      const element = waiting.pop();
      if (!element) continue;
      if (isKey(element)) return element;
      waiting.push(element.nextElementSibling, element.firstElementChild);
    }
    return null;
  };
  interface Key {
    readonly element: PageElement;
    readonly left: number;
  }
  /**
   * The names of a tree of names and values: all of a kind, most with a colon, one below the other and not all as far to the left. The box
   * holds nothing else, and no part of it holds them all.
   */
  const treeIn = (box: PageElement): Key[] | null => {
    const first = box.childElementCount > 1 ? firstKey(box) : null;
    if (!first) return null;
    const kind = words.tokens(first).join(' ');
    const isOfKind = (one: PageElement): boolean => one.childElementCount === 0 && words.tokens(one).join(' ') === kind;
    const namesIn = (part: PageElement): PageElement[] => [
      ...(isOfKind(part) ? [part] : []),
      ...Array.from(part.querySelectorAll(first.localName)).filter(isOfKind),
    ];
    const parts = Array.from(box.children).filter((part) => words.isShown(part) && /\S/.test(part.textContent ?? ''));
    if (parts.length < 2 || parts.some((part) => namesIn(part).length === 0)) return null;
    const names = namesIn(box)
      .filter((one) => words.isShown(one))
      .slice(0, meter.limits.maxElements * 4);
    if (names.length < 3 || names.filter(isKey).length * 2 < names.length) return null;
    const places = names.map((one) => one.getBoundingClientRect());
    if (places.some(({ top }, i) => i > 0 && top <= (places[i - 1] as { top: number }).top)) return null;
    if (new Set(places.map(({ left }) => Math.round(left))).size < 2) return null;
    return names.map((element, i) => ({ element, left: Math.round((places[i] as { left: number }).left) }));
  };
  /** Its values under their paths: what is indented further belongs to the name above it. */
  const tree = (keys: readonly Key[], here: Region): void => {
    const path: Branch[] = [];
    for (const [i, { element, left }] of keys.entries()) {
      while (path.length > 0 && left <= (path.at(-1) as Branch).left) path.pop();
      const parent: { children: RawNode[]; taken: Set<string> } = path.at(-1) ?? here;
      const name = facts.unique(words.text(element, 60).replace(/\s*[:：]$/, ''), parent.taken);
      if ((keys[i + 1]?.left ?? 0) > left) {
        const branch: Branch = { left, children: [], taken: new Set() };
        parent.children.push({ name, kind: 'object', children: branch.children });
        path.push(branch);
        continue;
      }
      const beside = element.nextElementSibling ?? following(element);
      if (!beside) continue;
      const field = isField(beside, beside.localName, '') && beside.isContentEditable !== true ? facts.field(beside) : null;
      const shown = field && !Array.isArray(field.value) ? field.value : words.text(beside, meter.limits.maxString);
      const node = facts.leaf(name, typeof shown === 'string' ? shown.replace(/^"(.*)"$/s, '$1') : shown, { shown: true });
      if (node) parent.children.push(node);
      actions.control(beside, here.name, here.address, name);
    }
  };

  /**
   * What an element of a page is, by the first rule that it fits: each tells what there is to be told and says where what is below goes on,
   * or null when there is nothing more.
   */
  const rules: readonly Rule[] = [
    {
      name: 'told with another',
      fits: (element) => told.has(element),
      read() {
        return null;
      },
    },
    {
      name: 'box to tick',
      fits: (element) => widgets.isTicked(element) !== null,
      read(element, here) {
        actions.control(element, here.name, here.address);
        const name = controls.nameOf(element, { kind: 'toggle', verb: 'check' });
        if (name) push(here, facts.leaf(facts.unique(name, here.taken), widgets.isTicked(element), { label: name, shown: true }));
        return null;
      },
    },
    {
      name: 'number between signs',
      fits: (element) => (controls.counterIn(element)?.called ?? '') !== '',
      read(element, here) {
        const { number, named, called } = controls.counterIn(element) as NonNullable<ReturnType<Controls['counterIn']>>;
        if (number.localName === 'input') return here;
        told.add(number);
        if (named) told.add(named);
        const text = words.text(number, 40);
        const value = Number(text.replace('−', '-'));
        push(
          here,
          facts.leaf(facts.unique(called, here.taken), Number.isFinite(value) ? value : text, { label: called, shown: true }),
        );
        return here;
      },
    },
    {
      name: 'text that becomes a field',
      fits: (element, tag) => !/^h[1-6]$/.test(tag) && controls.rewrittenBy(element) !== null,
      read(element, here) {
        actions.control(element, here.name, here.address);
        const name = controls.nameOf(element, { kind: 'text', verb: 'rewrite' });
        const text = words.text(element, meter.limits.maxString);
        push(here, facts.leaf(facts.unique(name, here.taken), text, { label: name, shown: true }));
        return null;
      },
    },
    {
      name: 'drawing',
      fits: (_, tag) => tag === 'svg',
      read(element, here) {
        // A picture may be a button; what is drawn in one is its own.
        if (!actions.control(element, here.name, here.address)) drawing(element, here);
        return null;
      },
    },
    {
      name: 'empty box',
      fits: isBlank,
      read() {
        return null;
      },
    },
    {
      name: 'frame',
      fits: (_, tag) => tag === 'iframe' || tag === 'frame',
      *read(element, _, depth) {
        stillness.enter(element);
        const inner = element.contentDocument;
        if (inner?.body && words.isShown(element))
          yield* visit(inner.body, region('frame', keyOf(element, 'frame'), words.label(element)), depth + 1);
        return null;
      },
    },
    {
      name: 'player',
      // One that only sounds may well have nothing to show.
      fits: (element, tag) => tag === 'audio' || (tag === 'video' && words.isShown(element)),
      read(element, here) {
        if (++players > mostPlayers) return null;
        stillness.field(element);
        const player = element as unknown as { paused: boolean; currentTime: number; duration: number; volume: number };
        const label = words.tip(element) || words.named(element) || element.localName;
        const told: readonly [string, Primitive][] = [
          ['playing', !player.paused],
          ['position', Math.round(player.currentTime)],
          ...(Number.isFinite(player.duration) ? [['duration', Math.round(player.duration)] as [string, Primitive]] : []),
          ['volume', player.volume],
        ];
        for (const [name, value] of told)
          push(here, facts.leaf(facts.unique(`${label} ${name}`, here.taken), value, { shown: true }));
        actions.media(element, label, here.name, here.address);
        return null;
      },
    },
    {
      // What is folded away is not read, but what was typed there counts.
      name: 'folded away',
      fits: (element) => !words.isShown(element) && displayOf(element) === 'none',
      *read(element, here) {
        const forms = element.localName === 'form' ? [element] : Array.from(element.querySelectorAll('form')).slice(0, 5);
        for (const form of forms) yield* emitForm(form, here);
        // What a closed menu offers, or lies behind a tab, can be done: it is opened first.
        if ((forms.length === 0 || element.getAttribute('role') === 'tabpanel') && menus.openerOf(element))
          for (const item of menus.foldedIn(element)) actions.control(item, here.name, here.address);
        return null;
      },
    },
    {
      name: 'notice',
      fits: (element, _, role) => notice(element, role),
      read(element, here) {
        const role = element.getAttribute('role');
        // Of what goes on and on, the newest stands at its end.
        const text = role === 'log' ? words.ending(element, 300) : words.text(element, 300);
        const into = region('notifications', 'notifications', '');
        if (text) push(into, facts.leaf(facts.unique(words.given(element) || 'message', into.taken), text, { shown: true }));
        return element.querySelector('button,input,table,ul') ? here : null;
      },
    },
    {
      name: 'form',
      fits: (_, tag, role) => tag === 'form' || role === 'form',
      *read(element, here, depth) {
        yield* emitForm(element, here);
        yield* below(element, here, depth);
        return null;
      },
    },
    {
      name: 'table',
      fits: (_, tag, role) => tag === 'table' || /^(grid|table|treegrid)$/.test(role),
      *read(element, here, depth) {
        const table = yield* lists.tableRows(element);
        if (!table) return here;
        if (table === 'heads') {
          for (const field of Array.from(element.querySelectorAll(fieldsIn)).slice(0, 20)) yield* visit(field, here, depth + 1);
          actions.heads(element, here.name, here.address);
          return null;
        }
        const title = words.heading(element);
        const given = words.given(element);
        const key = given || title || here.name;
        const label = lasting(given, title) || here.label;
        const address = addressFor('table', key);
        roots.push({
          name: key,
          ...(table.pairs ? { kind: 'object', children: table.pairs } : { kind: 'list', children: table.rows }),
          ...(!table.pairs && table.size > table.rows.length ? { size: table.size } : {}),
          address,
          source: 'dom',
          shown: true,
          ...(label ? { label } : {}),
        });
        // Rows with boxes to tick are chosen in any number.
        if (!table.elements.some((row) => row.querySelector('input[type=checkbox]'))) tellChosen(table.rows, key, here);
        for (const head of table.heads ?? []) told.add(head);
        yield* actions.ofItems(address, key, table.elements.slice(0, meter.limits.maxElements));
        actions.cells(element, address, key, table.elements.slice(0, meter.limits.maxElements));
        actions.heads(element, here.name, here.address);
        if (element.localName !== 'table') yield* aroundRows(element, here, depth);
        return null;
      },
    },
    {
      name: 'part of the page',
      fits: (element) => landmark(element) !== null || hasHeading(element),
      read(element, here) {
        const mark = landmark(element);
        const kind = mark ?? 'region';
        const title = words.title(element);
        const name = nameOfPart(element, title);
        // A box that nothing names is no part by itself.
        if (mark === null && name === element.localName) return here;
        const part = region(kind, name, lasting(name, title));
        if (kind === 'dialog') hints.dialog = title || part.name;
        return part;
      },
    },
    {
      name: 'heading',
      fits: (_, tag, role) => /^h[1-6]$/.test(tag) || role === 'heading',
      read(element, here) {
        const text = words.text(element, 120);
        if (text) {
          const rank = Number(/^h([1-6])$/.exec(element.localName)?.[1] ?? element.getAttribute('aria-level') ?? 2);
          if (rank < highest) {
            highest = rank;
            hints.heading = text;
          }
          // What a part is called by is in the key of all that it holds; what the whole page is, is a fact of it.
          const into = here.name !== text ? here : rank === 1 ? page : undefined;
          if (into) push(into, facts.leaf(facts.unique(words.given(element) || 'heading', into.taken), text, { shown: true }));
        }
        for (const part of [element, ...Array.from(element.querySelectorAll('*')).slice(0, 4)])
          if (controls.rewrittenBy(part)) actions.control(part, here.name, here.address);
        return element.querySelector('button,a') ? here : null;
      },
    },
    {
      // Neither seen nor reached: what a widget hands to its form.
      name: 'field for no person',
      fits: (element, tag) =>
        tag === 'input' && element.getAttribute('aria-hidden') === 'true' && element.getAttribute('tabindex') === '-1',
      read() {
        return null;
      },
    },
    {
      name: 'name and colon',
      fits: (element, tag) =>
        !/^(input|select|textarea)$/.test(tag) &&
        element.childElementCount === 0 &&
        /[\p{L}\p{N}]/u.test(words.raw(element).slice(0, 60)) &&
        signAfter(element) !== null,
      read(element, here) {
        keyed(element, here);
        return null;
      },
    },
    {
      name: 'field',
      fits: isField,
      *read(element, here, depth) {
        if (!element.form) for (const node of facts.fieldNode(element, here.taken)) push(here, node);
        actions.control(element, here.name, here.address);
        if (element.isContentEditable)
          for (const table of Array.from(element.querySelectorAll('table')).slice(0, 20)) yield* visit(table, here, depth + 1);
        return null;
      },
    },
    {
      name: 'control',
      fits: () => true,
      read(element, here) {
        if (!actions.control(element, here.name, here.address)) return here;
        const label = words.label(element);
        const count = words.count(element);
        if (label && count !== undefined) push(here, facts.leaf(facts.unique(label, here.taken), count, { label, shown: true }));
        if (label)
          for (const [name, value] of facts.states(element)) {
            if (name === 'selected' && value && element.getAttribute('role') === 'tab') tellTab(label, here);
            push(here, facts.leaf(facts.unique(`${label} ${name}`, here.taken), value, { label, shown: true }));
          }
        return isCard(element) || holdsControl(element) ? here : null;
      },
    },
    {
      name: 'label of a field',
      fits: (element) => facts.isLabel(element),
      *read(element, here, depth) {
        // Its words are told with the field.
        const inside = element.querySelector('input,select,textarea');
        if (inside) yield* visit(inside, here, depth + 1);
        return null;
      },
    },
    {
      name: 'part to unfold',
      fits: (_, tag) => tag === 'details',
      read(element, here) {
        const summary = words.text(element.querySelector('summary'), 60);
        push(here, facts.leaf(facts.unique(`${summary} expanded`, here.taken), element.open === true, { shown: true }));
        return here;
      },
    },
    {
      name: 'tree of names and values',
      fits: (element) => element.childElementCount > 1,
      read(element, here) {
        const keys = treeIn(element);
        if (!keys) return here;
        tree(keys, here);
        return null;
      },
    },
    {
      name: 'grid without rows',
      fits: (element) => element.childElementCount >= 4,
      read(element, here) {
        const grid = lists.gridOf(element);
        if (!grid) return here;
        if ('pairs' in grid) for (const node of grid.pairs) push(here, { ...node, name: facts.unique(node.name, here.taken) });
        else {
          const key = words.given(element) || words.heading(element) || here.name;
          roots.push({
            name: key,
            kind: 'list',
            children: grid.rows,
            address: addressFor('list', key),
            source: 'dom',
            shown: true,
          });
        }
        for (const child of Array.from(element.children)) actions.control(child, here.name, here.address);
        return null;
      },
    },
    {
      name: 'things alike',
      fits: (element) => element.childElementCount > 0,
      *read(element, here, depth) {
        const items = lists.itemsOf(element);
        if (!items) return here;
        yield* emitList(element, items, here);
        for (const child of Array.from(element.shadowRoot?.children ?? [])) yield* visit(child, here, depth + 1);
        if (items.length < element.children.length && element.children.length < 400) {
          const inside = new Set(items);
          for (const child of Array.from(element.children)) if (!inside.has(child)) yield* visit(child, here, depth + 1);
        }
        return null;
      },
    },
    {
      name: 'name and value',
      fits: (element) => element.childElementCount === 2 && !element.shadowRoot,
      read(element, here) {
        const parts = Array.from(element.children);
        if (!parts.every((part) => facts.isTextLeaf(part) || /^h[1-6]$/.test(part.localName))) return here;
        if (parts.some((part) => isField(part, part.localName, part.getAttribute('role') ?? ''))) return here;
        const found = pairs.pairOf(
          parts.flatMap((part) => {
            const name = words.given(part) || (/^h[1-6]$/.test(part.localName) ? 'heading' : 'text');
            return facts.leaf(name, words.text(part, Math.min(400, meter.limits.maxString)), { shown: true }) ?? [];
          }),
        );
        if (!found || element.querySelector('a[href],button')) return here;
        const { caption, value } = found;
        push(here, { ...value, name: facts.unique(caption, here.taken), label: caption });
        return null;
      },
    },
    {
      name: 'text',
      fits: (element) => facts.isTextLeaf(element) && !element.shadowRoot,
      read(element, here) {
        const long = words.raw(element).length > 160;
        if (long && ++prose > 20) return null;
        const sentence = facts.textFact(element, here.taken, 'text');
        push(here, sentence);
        if (sentence && words.given(element) !== '') series.add(sentence);
        for (let child = element.firstElementChild; child; child = child.nextElementSibling) {
          if (actions.control(child, here.name, here.address) || words.own(element) === '') continue;
          // Of a sentence, the part that a script writes has a name of its own: “<span id="words">12</span> words”.
          const name = words.named(child);
          if (name && !here.taken.has(name) && sentence?.value !== words.text(child))
            push(here, facts.textFact(child, here.taken, name));
        }
        return null;
      },
    },
  ];

  const crowd = 1000;

  function* visit(element: PageElement, into: Region, depth: number): Generator<undefined, void> {
    if (meter.nodes <= 0 || depth > 60) {
      meter.lost++;
      return;
    }
    const tag = element.localName;
    if (skipped.test(tag)) return;
    meter.looked++;
    if (meter.pause()) yield undefined;
    if (element.shadowRoot !== null || tag.includes('-')) stillness.enter(element);
    const role = element.getAttribute('role') ?? '';
    let here = into;
    // Where there are thousands to be counted and their words to be put together, each rule takes long.
    const isCrowded = element.childElementCount > crowd;
    for (const rule of rules) {
      if (isCrowded) yield undefined;
      if (!rule.fits(element, tag, role)) continue;
      const outcome = rule.read(element, here, depth);
      const next: Region | null = outcome && Symbol.iterator in outcome ? yield* outcome : outcome;
      if (!next) return;
      here = next;
    }
    if (element.shadowRoot) for (const child of Array.from(element.shadowRoot.children)) yield* visit(child, here, depth + 1);
    // Text between a great many elements is what sets them apart. To count them takes a walk over them.
    const few = element.childElementCount < 30 && !isWidget(element);
    for (let node = element.firstChild; node; node = node.nextSibling) {
      // There may be tens of thousands more.
      if (meter.nodes <= 0) {
        meter.lost++;
        return;
      }
      if (node.nodeType === 1) yield* visit(node as PageElement, here, depth + 1);
      else if (node.nodeType === 3 && few) {
        const text = (node.nodeValue ?? '').slice(0, 4000).replace(/\s+/g, ' ').trim();
        if (text.length > 1 && text.length < 300 && /[\p{L}\p{N}]/u.test(text))
          push(here, facts.leaf(facts.unique(words.given(element) || 'text', here.taken), text, { shown: true }));
      }
    }
  }

  const displayOf = (element: PageElement): string => {
    const view = element.ownerDocument.defaultView;
    return view ? view.getComputedStyle(element).display : '';
  };

  function* emitForm(form: PageElement, into: Region): Generator<undefined, void> {
    const key = keyOf(form, into.name);
    const address = addressFor('form', key);
    const children: RawNode[] = [];
    const taken = new Set<string>();
    const fields = form.elements ?? form.querySelectorAll('input,select,textarea');
    for (let i = 0; i < fields.length && i < 200; i++) {
      meter.looked++;
      if (meter.pause()) yield undefined;
      for (const node of facts.fieldNode(fields[i] as PageElement, taken)) children.push(node);
    }
    if (children.length > 0)
      roots.push({
        name: key,
        kind: 'object',
        children,
        address,
        source: 'dom',
        ...(words.title(form) ? { label: words.title(form) } : {}),
      });
    actions.form(form, key, address);
  }

  /** As many texts of one name in a part of the page are one list: the hours of a day, the days of a month. */
  const leastAlike = 8;
  const gathered = (children: readonly RawNode[]): RawNode[] => {
    const alike = new Map<string, RawNode[]>();
    const baseOf = ({ name }: RawNode): string => name.replace(/(?<=\D)\d+$/, '');
    for (const child of children) if (series.has(child)) alike.set(baseOf(child), [...(alike.get(baseOf(child)) ?? []), child]);
    return children.flatMap((child): RawNode[] => {
      const some = series.has(child) ? (alike.get(baseOf(child)) ?? []) : [];
      if (some.length < leastAlike) return [child];
      if (some[0] !== child) return [];
      return [{ name: baseOf(child), kind: 'list', children: some.map((one, i) => ({ ...one, name: String(i) })), shown: true }];
    });
  };

  const regionRoots = (): RawRoot[] =>
    [...regions.values()]
      .filter(({ children }) => children.length > 0)
      .map(({ address, name, label, children }) => ({
        name,
        kind: 'object',
        children: gathered(children),
        address,
        source: 'dom',
        shown: true,
        ...(label && label !== name ? { label } : {}),
      }));

  return {
    hints,
    *walk(document) {
      roots = [];
      regions = new Map();
      addresses.clear();
      prose = 0;
      players = 0;
      highest = 7;
      told = new WeakSet();
      series = new Set();
      delete hints.heading;
      delete hints.dialog;
      delete hints.activeTab;
      page = region('page', 'page', '');
      words.begin();
      stillness.begin(document);
      if (document.body) {
        // A dialog in front of everything else is where a person looks first.
        for (const child of Array.from(document.body.children)) yield* visit(child, page, 0);
        for (let node = document.body.firstChild; node; node = node.nextSibling) {
          const text = node.nodeType === 3 ? (node.nodeValue ?? '').slice(0, 20_000).replace(/\s+/g, ' ').trim() : '';
          if (text && /[\p{L}\p{N}]/u.test(text))
            push(page, facts.leaf(facts.unique('text', page.taken), text, { shown: true, most: 300 }));
        }
      }
      roots.push(...regionRoots());
      stillness.end();
      return roots;
    },
    sofar: (known) => [...roots, ...regionRoots().filter(({ address }) => !known(address))],
  };
}
