import type { RawNode } from '@substrate/core';
import type { Facts } from './dom-facts.js';
import type { Pairs } from './dom-pairs.js';
import type { PageElement, PageRect } from './dom-types.js';
import type { Widgets } from './dom-widgets.js';
import type { Meter } from './meter.js';
import type { Stillness } from './stillness.js';
import type { Words } from './words.js';

/** Tables by their headers, and repeated structures as lists of alike items. */
export interface Lists {
  /** The items when an element holds a repeated structure, else null. */
  itemsOf(element: PageElement): PageElement[] | null;
  item(element: PageElement, index: number, stateWords: readonly string[]): RawNode | null;
  /** Words of state among the classes of some but not all items: completed, selected … */
  stateWords(items: readonly PageElement[]): string[];
  /** A table may be large: it is read in parts. Or it is the heads of another alone. */
  tableRows(element: PageElement): Generator<undefined, Table | 'heads' | null>;
  /** The rows as what they are: under the captions above them, or as values under their names (`pairs`). */
  shaped(element: PageElement, items: readonly PageElement[], rows: RawNode[]): Shaped;
  /** Names and values, or rows below captions, that follow each other in one box without a box for each row. */
  gridOf(element: PageElement): { pairs: RawNode[] } | { rows: RawNode[] } | null;
}

export interface Table {
  readonly rows: RawNode[];
  readonly size: number;
  readonly elements: PageElement[];
  readonly pairs?: RawNode[];
  /** What stands over the columns and does not say that it does. */
  readonly heads?: PageElement[];
}

export interface Shaped {
  readonly rows: RawNode[];
  readonly pairs?: RawNode[];
  /** Where the captions stand that the parts of the rows are called by. */
  readonly captions?: PageElement | 'first';
}

export function createLists(kit: {
  meter: Meter;
  words: Words;
  widgets: Widgets;
  facts: Facts;
  pairs: Pairs;
  stillness: Stillness;
}): Lists {
  const { meter, words, widgets, facts, pairs, stillness } = kit;
  const stateful =
    /^(?:is-|has-|--)?(completed|complete|done|selected|active|current|disabled|checked|open|expanded|collapsed|unread|read|error|failed|pinned|starred|editing|favou?rite|liked|highlighted|playing|muted|locked|archived|overdue|online|offline)$/i;
  const ignored = /^(script|style|template|noscript|link|meta|head|br|hr|svg|canvas|video|audio|object|embed|iframe)$/;

  const signature = (element: PageElement, lone?: ReadonlySet<string>): string => {
    const role = element.getAttribute('role') ?? '';
    const classes = words
      .tokens(element)
      .filter((token, _, all) => !stateful.test(token) && !/\d/.test(token) && !(all.length > 1 && lone?.has(token)))
      .sort()
      .slice(0, 3);
    return `${element.localName}.${role}.${classes.join('.')}`;
  };

  /** Classes that one of them alone has: it is marked by that, as the one that is chosen is. */
  const loneIn = (all: readonly PageElement[]): Set<string> => {
    const times = new Map<string, number>();
    for (const one of all) for (const token of words.tokens(one)) times.set(token, (times.get(token) ?? 0) + 1);
    return new Set([...times].flatMap(([token, count]) => (count === 1 ? token : [])));
  };

  /** Things of a list that stand in boxes of their own, which lay it out: by what they say they are. */
  const boxedItems = (element: PageElement, role: string): PageElement[] | null => {
    const kind = ({ tree: 'treeitem', listbox: 'option', list: 'listitem' } as Record<string, string>)[role];
    if (kind === undefined) return null;
    const isOne = (child: PageElement): boolean => child.getAttribute('role') === kind || child.localName === 'li';
    if (Array.from(element.children).slice(0, 20).some(isOne)) return null;
    const found = Array.from(element.querySelectorAll(`[role=${kind}]`)).slice(0, meter.limits.maxElements + 20);
    const isFlat = found.every((one) => one.closest(`[role=${role}]`) === element && !one.querySelector(`[role=${kind}]`));
    return found.length > 0 && isFlat ? found : null;
  };

  const itemsOf: Lists['itemsOf'] = (element) => {
    const children = element.children;
    const count = children.length;
    const role = element.getAttribute('role') ?? '';
    const boxed = boxedItems(element, role);
    if (boxed) return boxed;
    const listed =
      /^(ul|ol|menu|dl)$/.test(element.localName) ||
      /^(list|listbox|menu|menubar|tablist|tree|feed)$/.test(role) ||
      // A branch of a tree, or whatever else belongs together.
      (role === 'group' && /^(treeitem|option|menuitem\w*|listitem)$/.test(children[0]?.getAttribute('role') ?? ''));
    if (count < (listed ? 1 : 3) || element.localName === 'select' || element.localName === 'dl') return null;
    // One of them is on: that is a value, no list of things.
    if (element.getAttribute('role') === 'radiogroup') return null;
    const tally = new Map<string, PageElement[]>();
    const most = Math.min(count, meter.limits.maxElements + 20);
    const lone = listed ? undefined : loneIn(Array.from(children).slice(0, most));
    for (let i = 0; i < most; i++) {
      const child = children[i] as PageElement;
      if (ignored.test(child.localName)) continue;
      const key = listed ? child.localName : signature(child, lone);
      const group = tally.get(key);
      if (group) group.push(child);
      else tally.set(key, [child]);
    }
    let best: PageElement[] = [];
    for (const group of tally.values()) if (group.length > best.length) best = group;
    if (best.length === 0 || best.length < most * 0.6) return null;
    const first = best[0] as PageElement;
    // What holds lists, tables or much else is a part of the page, no item.
    if (first.querySelector('table,ul ul ul') || first.querySelectorAll('*').length > (listed ? 150 : 60)) return null;
    if (!listed && best.slice(1, 12).some((one) => one.querySelector('table,[role=row]'))) return null;
    // Names and values with a sign between them are told as such.
    if (best.slice(0, 12).some(hasColon)) return null;
    if (listed) return best;
    if (!alikeInside(best)) return null;
    if (first.querySelector('ul,ol,form') && first.querySelector('h1,h2,h3')) return null;
    // Buttons, paragraphs and layout columns in a row are no list of things.
    if (
      /^(p|h[1-6]|button|input|label|option|br|tr|td|th|section|form|fieldset|span|header|footer|main|nav|aside)$/.test(
        first.localName,
      )
    ) {
      if (first.localName !== 'section' && first.localName !== 'span') return null;
      if (first.childElementCount < 2) return null;
    }
    // Boxes that nothing is said of lay a page out, unless they are the lines of a box that has a name.
    if (signature(first).endsWith('..') && first.childElementCount < 2)
      return words.given(element) !== '' && best.every(isLine) ? best : null;
    return best;
  };

  /** Words, in whatever type. */
  const isLine = (element: PageElement): boolean =>
    Array.from(element.querySelectorAll('*'))
      .slice(0, 200)
      .every((part) => /^(span|b|i|em|strong|u|s|small|code|mark|time|br)$/.test(part.localName));

  /** What an element is made of, a few levels deep. */
  const madeOf = (element: PageElement): Set<string> => {
    const found = new Set<string>();
    const gather = (from: PageElement, above: string, depth: number): void => {
      for (let child = from.firstElementChild; child && found.size < 40; child = child.nextElementSibling) {
        const at = `${above}/${signature(child)}`;
        found.add(at);
        if (depth < 3) gather(child, at, depth + 1);
      }
    };
    gather(element, '', 0);
    return found;
  };
  /** Things of one kind are made alike; parts of a page that only stand beside each other are not. */
  const alikeInside = (items: readonly PageElement[]): boolean => {
    const shapes = items.slice(0, 6).map(madeOf);
    let alike = 0;
    for (let i = 1; i < shapes.length; i++) {
      const [a, b] = [shapes[i - 1] as Set<string>, shapes[i] as Set<string>];
      let shared = 0;
      for (const one of a) if (b.has(one)) shared++;
      const all = a.size + b.size - shared;
      alike += all === 0 ? 1 : shared / all;
    }
    return shapes.length < 2 || alike / (shapes.length - 1) >= 0.3;
  };

  const hasColon = (element: PageElement): boolean => {
    if (!/[:：]/.test((element.textContent ?? '').slice(0, 400))) return false;
    const parts = element.querySelectorAll('*');
    for (let i = 0; i < parts.length && i < 60; i++) {
      const part = parts[i] as PageElement;
      if (part.childElementCount === 0 && /^\s*[:：]\s*$/.test(words.raw(part).slice(0, 20))) return true;
    }
    return false;
  };

  /** What the label of a field says beside the words of the thing that it is in: that comes before a class, which only says what it looks like. */
  const statedIn = (element: PageElement): string => {
    const stated = words.named(element) ? '' : words.tip(element).toLowerCase();
    const box = stated && (element.closest('li,tr,[role=row],[role=listitem]') ?? element.parentElement);
    if (!box) return '';
    const rest = words
      .spoken(box, 200)
      .toLowerCase()
      .split(/\s+/)
      .reduce((left, word) => left.replace(word, ' '), stated);
    return /\p{L}{3}/u.test(rest) ? rest.replace(/\s+/g, ' ').trim() : '';
  };

  /** Facts of one item: enough to tell what it is. */
  const mostFacts = 40;
  const tally = (element: PageElement, add: (node: RawNode) => void, taken: Set<string>, depth: number): void => {
    if (depth > 12 || taken.size >= mostFacts || meter.nodes <= 0) return;
    const isOn = widgets.isTicked(element);
    if (isOn !== null && words.isShown(element)) {
      const node = facts.leaf(facts.unique('checked', taken), isOn);
      if (node) add(node);
      return;
    }
    if (ignored.test(element.localName) || !words.isShown(element)) return;
    meter.looked++;
    const tag = element.localName;
    if (element.shadowRoot !== null || tag.includes('-')) stillness.enter(element);
    const role = element.getAttribute('role');
    if (
      /^(input|select|textarea|progress|meter)$/.test(tag) ||
      /^(checkbox|switch|slider|radio|textbox|combobox)$/.test(role ?? '')
    ) {
      const field = facts.field(element);
      if (!field || Array.isArray(field.value)) return;
      const generic = tag === 'input' && element.type === 'checkbox' && !element.getAttribute('name') && !words.given(element);
      const node = facts.leaf(facts.unique(generic ? 'checked' : statedIn(element) || field.name, taken), field.value, {
        label: field.label,
        secret: field.secret,
      });
      if (node) add(node);
      return;
    }
    if (tag === 'button' || role === 'button') {
      for (const [name, value] of facts.states(element)) {
        const node = facts.leaf(facts.unique(`${words.label(element) || 'button'} ${name}`, taken), value);
        if (node) add(node);
      }
      return;
    }
    if (tag === 'img') {
      const alt = words.label(element);
      const node = alt ? facts.leaf(facts.unique('image', taken), alt) : null;
      if (node) add(node);
      return;
    }
    if (facts.isTextLeaf(element) && !element.shadowRoot) {
      const count = words.count(element);
      if (count !== undefined) {
        const named = words.given(element) || 'text';
        for (const [name, value] of [
          [named, words.label(element)],
          ['count', count],
        ] as const) {
          const node = facts.leaf(facts.unique(name, taken), value);
          if (node) add(node);
        }
        return;
      }
      const fallback = tag === 'a' ? 'link' : /^h[1-6]$/.test(tag) ? 'heading' : tag === 'time' ? 'time' : 'text';
      const node = facts.textFact(element, taken, fallback, true);
      if (node) add(node);
      return;
    }
    if (depth > 0 && (/^(ul|ol)$/.test(tag) || role === 'group' || role === 'tree')) {
      const below = nested(element, depth);
      if (below.length > 0 && meter.take(30))
        add({ name: facts.unique(words.given(element) || 'items', taken), kind: 'list', children: below });
      return;
    }
    const own = ownText(element);
    if (own) {
      const node = facts.leaf(facts.unique(words.given(element) || 'text', taken), own);
      if (node) add(node);
    }
    if (element.shadowRoot) for (const child of Array.from(element.shadowRoot.children)) tally(child, add, taken, depth + 1);
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) tally(child, add, taken, depth + 1);
  };

  const ownText = (element: PageElement): string => {
    let found = '';
    for (let node = element.firstChild; node; node = node.nextSibling) if (node.nodeType === 3) found += node.nodeValue ?? '';
    const joined = found.slice(0, 4000).replace(/\s+/g, ' ').trim();
    return /[\p{L}\p{N}]/u.test(joined) ? joined.slice(0, 400) : '';
  };

  const idOf = (element: PageElement): string | undefined => {
    for (const name of ['data-id', 'data-key', 'data-item-id', 'data-product-id', 'data-row-key', 'data-uuid']) {
      const value = element.getAttribute(name);
      if (value && value.length < 60) return value;
    }
    return undefined;
  };

  /** What a branch of a tree, or an item with a list in it, holds. */
  const nested = (element: PageElement, depth: number): RawNode[] => {
    const found: RawNode[] = [];
    for (let child = element.firstElementChild; child && found.length < 100; child = child.nextElementSibling) {
      if (ignored.test(child.localName) || !words.isShown(child)) continue;
      const node = item(child, found.length, [], depth + 1);
      if (node) found.push(node);
    }
    return found;
  };

  const item = (element: PageElement, index: number, stateNames: readonly string[], depth = 0): RawNode | null => {
    if (!meter.take(30)) return null;
    const children: RawNode[] = [];
    const taken = new Set<string>();
    tally(element, (node) => children.push(node), taken, depth);
    for (const [name, value] of facts.states(element)) {
      const node = taken.has(name) ? null : facts.leaf(facts.unique(name, taken), value);
      if (node) children.push(node);
    }
    const own = new Set(words.tokens(element).map((token) => stateful.exec(token)?.[1]?.toLowerCase()));
    const inner = element.childElementCount === 1 ? element.firstElementChild : null;
    if (inner) for (const token of words.tokens(inner)) own.add(stateful.exec(token)?.[1]?.toLowerCase());
    for (const name of stateNames) {
      const node = taken.has(name) ? null : facts.leaf(facts.unique(name, taken), own.has(name));
      if (node) children.push(node);
    }
    if (children.length === 0) return null;
    const id = idOf(element);
    const only = children[0] as RawNode;
    const name = String(index);
    if (children.length === 1 && only.kind === 'value') {
      const { label: _label, ...rest } = only;
      return { ...rest, name, ...(id ? { id } : {}) };
    }
    return { name, kind: 'object', children, ...(id ? { id } : {}), shown: true };
  };

  const stateWords: Lists['stateWords'] = (items) => {
    const found = new Map<string, number>();
    for (const element of items.slice(0, 200)) {
      const inner = element.childElementCount === 1 ? element.firstElementChild : null;
      for (const token of [...words.tokens(element), ...(inner ? words.tokens(inner) : [])]) {
        const match = stateful.exec(token);
        if (match) found.set((match[1] as string).toLowerCase(), (found.get((match[1] as string).toLowerCase()) ?? 0) + 1);
      }
    }
    return [...found.keys()].slice(0, 6);
  };

  /** Cells of rows that have no box of their own, or several: the first of them stands for the row. */
  const joined = new WeakMap<PageElement, PageElement[]>();
  const cellsIn = (row: PageElement): PageElement[] =>
    row.cells
      ? Array.from(row.cells)
      : Array.from(row.children).filter((cell) => /^(grid)?cell$|header$/.test(cell.getAttribute('role') ?? ''));
  const cellsOf = (row: PageElement): PageElement[] => joined.get(row) ?? cellsIn(row);

  /** The rows of a grid. Where it is drawn by columns, or in parts beside each other, the numbers that its cells or rows say they have put them together. */
  const rowsOf = (element: PageElement): ArrayLike<PageElement> => {
    if (element.rows) return element.rows;
    const rows = element.querySelectorAll('[role=row]');
    const most = meter.limits.maxElements + 10;
    const numberOf = (part: PageElement, name: string): number => Number(part.getAttribute(`aria-${name}index`));
    const parts: { row: number; part: PageElement; cells: PageElement[] }[] = [];
    if (rows.length > 0) {
      for (let i = 0; i < rows.length && i < most * 3; i++) {
        const part = rows[i] as PageElement;
        joined.delete(part);
        parts.push({ row: numberOf(part, 'row'), part, cells: cellsIn(part) });
      }
      if (!parts.every(({ row }) => row > 0) || new Set(parts.map(({ row }) => row)).size === parts.length) return rows;
    } else {
      const cells = element.querySelectorAll('[role=gridcell],[role=cell]');
      for (let i = 0; i < cells.length && i < most * 20; i++) {
        const part = cells[i] as PageElement;
        parts.push({ row: numberOf(part, 'row'), part, cells: [part] });
      }
      if (!parts.every(({ row, part }) => row > 0 && numberOf(part, 'col') > 0)) return rows;
    }
    const whole = new Map<number, { part: PageElement; cells: PageElement[] }>();
    for (const { row, part, cells } of parts) {
      const known = whole.get(row);
      if (!known) whole.set(row, { part, cells });
      else {
        known.cells = [...known.cells, ...cells];
        if (part.getAttribute('aria-selected') === 'true') known.part = part;
      }
    }
    return [...whole]
      .sort(([a], [b]) => a - b)
      .map(([, { part, cells }]) => {
        joined.set(
          part,
          cells.sort((a, b) => numberOf(a, 'col') - numberOf(b, 'col')),
        );
        return part;
      });
  };

  const cellNode = (cell: PageElement, name: string): RawNode | null => {
    const input = cell.querySelector('input:not([type=hidden]),select,textarea');
    if (input) {
      const field = facts.field(input);
      if (field && !Array.isArray(field.value)) return facts.leaf(name, field.value, { secret: field.secret });
    }
    return facts.leaf(name, words.text(cell, Math.min(400, meter.limits.maxString)));
  };

  function* tableRows(element: PageElement): ReturnType<Lists['tableRows']> {
    const rowsNow = rowsOf(element);
    if (rowsNow.length === 0) return null;
    const all: PageElement[] = [];
    for (let i = 0; i < rowsNow.length && i < meter.limits.maxElements + 10; i++) all.push(rowsNow[i] as PageElement);
    const isHead = (cell: PageElement): boolean => cell.localName === 'th' || cell.getAttribute('role') === 'columnheader';
    let headerAt = all.slice(0, 10).findIndex((row) => {
      const cells = cellsOf(row);
      // A cell in the corner may be none.
      return cells.filter(isHead).length > 1 && cells.every((cell) => isHead(cell) || !/\S/.test(words.raw(cell)));
    });
    if (headerAt < 0 && all[0]?.parentElement?.localName === 'thead') headerAt = 0;
    const body = all.filter((row, i) => i !== headerAt && row.parentElement?.localName !== 'thead');
    const heads = headerAt >= 0 ? cellsOf(all[headerAt] as PageElement) : headsOver(element, body);
    const headers = heads.map((cell) => (cell ? words.text(cell, 60) : ''));
    // The heads of a table that scrolls stand in one of their own.
    if (body.length === 0 && headers.length > 0 && isBesideTable(element)) return 'heads';
    // Lines of a tree, laid out in cells: names and values with a sign between them, or how much is below.
    const isLine = (row: PageElement): boolean =>
      hasColon(row) || cellsOf(row).some((cell) => pairs.isAmount(words.raw(cell).slice(0, 30)));
    if (headers.length === 0 && body.slice(0, 12).some(isLine)) return null;
    const sheet = headers.length === 0 ? sheetOf(body) : null;
    if (sheet) return { rows: [], pairs: sheet, size: body.length, elements: body };
    const first = body[0] ? cellsOf(body[0]) : [];
    if (body.length === 0 && headers.length === 0) return null;
    // A table used for layout, or one of names and values.
    if (headers.length === 0 && (first.length < 2 || first.some((cell) => cell.querySelector('table,form')))) return null;
    const rows: RawNode[] = [];
    for (let i = 0; i < body.length && i < meter.limits.maxElements && meter.nodes > 0; i++) {
      const row = body[i] as PageElement;
      const cells = cellsOf(row);
      const children: RawNode[] = [];
      const taken = new Set<string>();
      meter.looked += cells.length;
      for (const [c, cell] of cells.entries()) {
        if (meter.pause()) yield undefined;
        const text = words.raw(cell);
        // A box to tick in a column without a head chooses the row.
        const ticks = !headers[c] && cell.querySelector('input[type=checkbox],input[type=radio]') !== null;
        const name = headers[c] || words.given(cell) || (ticks ? 'selected' : `column${c + 1}`);
        if (!headers[c] && !ticks && (!/\S/.test(text) || cell.querySelector('button,[role=button]'))) continue;
        const node = cellNode(cell, facts.unique(name, taken));
        if (node) children.push(node);
      }
      for (const [name, value] of facts.states(row)) {
        const node = facts.leaf(facts.unique(name, taken), value);
        if (node) children.push(node);
      }
      if (children.length > 0 && meter.take(20))
        rows.push({ name: String(rows.length), kind: 'object', children, ...(idOf(row) ? { id: idOf(row) as string } : {}) });
    }
    const size = body.length + rowsNow.length - all.length;
    if (headers.length > 0)
      return { rows, size, elements: body, ...(isLoose(body) ? { heads: heads.filter((head) => head !== undefined) } : {}) };
    const captions = pairs.captionsIn(rows);
    if (captions) return { rows: renumbered(pairs.headed(rows.slice(1), captions)), size: size - 1, elements: body.slice(1) };
    const paired = pairs.pairsOf(rows);
    return { rows, size, elements: body, ...(paired ? { pairs: paired } : {}) };
  }

  /** How far up the heads of a table may stand that are not in it. */
  const mostUp = 6;
  const isBesideTable = (element: PageElement): boolean => {
    let at = element.parentElement;
    for (let up = 0; at && up < mostUp; up++, at = at.parentElement) {
      const others = at.querySelectorAll('table,[role=rowgroup]');
      for (let i = 0; i < others.length && i < 20; i++) {
        const other = others[i] as PageElement;
        if (!other.contains(element) && !element.contains(other) && other.querySelector('td,[role=gridcell]')) return true;
      }
    }
    return false;
  };
  /** A grid that says nothing of its rows says nothing of its heads either. */
  const isLoose = ([row]: readonly PageElement[]): boolean => row !== undefined && joined.has(row);
  const isLooseHead = (element: PageElement): boolean =>
    element.getAttribute('role') === 'columnheader' ||
    (facts.isTextLeaf(element) && /\S/.test(words.raw(element)) && !element.closest('[role=gridcell],[role=cell]'));
  /** For each cell of the first row the head that stands over it, in a table of its own: as many as there are, or none. */
  const headsOver = (element: PageElement, body: readonly PageElement[]): (PageElement | undefined)[] => {
    const cells = body[0] ? cellsOf(body[0]) : [];
    if (cells.length < 2) return [];
    const loose = isLoose(body);
    let at = loose ? element : element.parentElement;
    for (let up = 0; at && up < mostUp; up++, at = at.parentElement) {
      const heads = Array.from(at.querySelectorAll(loose && up === 0 ? '*' : 'th,[role=columnheader]'))
        .slice(0, loose ? 1000 : 200)
        .filter((head) => (loose ? isLooseHead(head) : !element.contains(head)));
      if (heads.length === 0) continue;
      const places = heads.map((head) => head.getBoundingClientRect());
      const found = cells.map((cell) => {
        const { left, width, top } = cell.getBoundingClientRect();
        const middle = left + width / 2;
        const over = heads.filter((_, i) => {
          const place = places[i] as PageRect;
          return width > 0 && place.left <= middle && middle < place.left + place.width && place.top < top;
        });
        return over.at(-1);
      });
      const known = found.filter((head) => head !== undefined);
      return known.length * 2 > cells.length && new Set(known).size === known.length ? found : [];
    }
    return [];
  };

  /** A table with one heading at the left of each row and one value beside it. */
  const sheetOf = (body: readonly PageElement[]): RawNode[] | null => {
    if (body.length > 200) return null;
    const taken = new Set<string>();
    const found: RawNode[] = [];
    for (const row of body) {
      const [head, cell, ...more] = cellsOf(row);
      if (!head || !cell || more.length > 0) return null;
      if (head.localName !== 'th' && head.getAttribute('role') !== 'rowheader') return null;
      const node = cellNode(cell, facts.unique(words.text(head, 60).replace(/[:：\s]+$/, ''), taken));
      if (node) found.push(node);
    }
    return found;
  };

  const renumbered = (rows: readonly RawNode[]): RawNode[] => rows.map((row, i) => ({ ...row, name: String(i) }));

  /** The parts of a row that hold its words, as they stand. */
  const partsOf = (row: PageElement, most: number): PageElement[] => {
    const found: PageElement[] = [];
    const gather = (from: PageElement): void => {
      for (let child = from.firstElementChild; child && found.length <= most; child = child.nextElementSibling) {
        if (ignored.test(child.localName)) continue;
        if (!facts.isTextLeaf(child) && !/^(button|a|input|select|textarea)$/.test(child.localName)) gather(child);
        else if (child.value !== undefined || /\S/.test(child.textContent ?? '')) found.push(child);
      }
    };
    gather(row);
    return found;
  };

  /** The words of a row of captions: one over each part of the rows below it. */
  const captionsOf = (element: PageElement | null, first: PageElement, width: number): string[] | null => {
    if (!element || !words.isShown(element)) return null;
    const [heads, parts] = [partsOf(element, width), partsOf(first, width)];
    if (heads.length !== width || parts.length !== width) return null;
    const found = heads.map((head) => words.text(head, 60));
    if (!found.every(pairs.isCaption) || new Set(found).size !== width) return null;
    // Captions run on as the parts below them do, from left to right.
    const course = (row: readonly PageElement[]): string =>
      row
        .map((part) => part.getBoundingClientRect().left)
        .map((left, i, all) => (i > 0 && left > (all[i - 1] as number) ? 'right' : 'down'))
        .join();
    return course(heads) === course(parts) ? found : null;
  };

  const shaped: Lists['shaped'] = (element, items, rows) => {
    const width = rows[0]?.children?.length ?? 0;
    const alike = width > 1 && rows.every((row) => row.children?.length === width);
    if (!alike) return { rows };
    const first = items[0] as PageElement;
    const captions = first.previousElementSibling ?? element.previousElementSibling;
    const above = captionsOf(captions, first, width);
    if (above && captions) return { rows: pairs.headed(rows, above), captions };
    const inside = pairs.captionsIn(rows);
    if (inside) return { rows: renumbered(pairs.headed(rows.slice(1), inside)), captions: 'first' };
    // What can be pressed, opened or ticked is a thing of its own.
    const pressed = 'a[href],button,[role=button],[role=option],[role=treeitem],input[type=checkbox],input[type=radio]';
    if (/^(ul|ol)$/.test(element.localName) || items.some((one) => one.matches(pressed) || one.querySelector(pressed)))
      return { rows };
    const paired = pairs.pairsOf(rows);
    return { rows, ...(paired ? { pairs: paired } : {}) };
  };

  const gridOf: Lists['gridOf'] = (element) => {
    const count = element.childElementCount;
    if (count < 4 || count > 240) return null;
    const parts = Array.from(element.children);
    const simple = (part: PageElement): boolean =>
      (facts.isTextLeaf(part) && !part.shadowRoot) || /^(input|select|textarea|progress|meter)$/.test(part.localName);
    if (!parts.every(simple)) return null;
    const [first, second] = parts as [PageElement, PageElement];
    const alternating =
      signature(first) !== signature(second) &&
      parts.every((part, i) => signature(part) === signature(i % 2 === 0 ? first : second));
    const width = alternating ? 2 : tracksOf(element);
    if (width < 2 || count % width !== 0 || count / width < 2) return null;
    const rows: RawNode[] = [];
    for (let at = 0; at < count; at += width) {
      const taken = new Set<string>();
      const children: RawNode[] = [];
      for (const part of parts.slice(at, at + width)) {
        const field = facts.isTextLeaf(part) ? null : facts.field(part);
        const node =
          field && !Array.isArray(field.value)
            ? facts.leaf(facts.unique(field.name, taken), field.value, { label: field.label, secret: field.secret })
            : facts.leaf(facts.unique('text', taken), words.text(part, Math.min(400, meter.limits.maxString)));
        if (node) children.push(node);
      }
      rows.push({ name: String(rows.length), kind: 'object', children });
    }
    const captions = width > 2 ? pairs.captionsIn(rows) : null;
    if (captions) return { rows: renumbered(pairs.headed(rows.slice(1), captions)) };
    const paired = width === 2 ? pairs.pairsOf(rows) : null;
    return paired ? { pairs: paired } : null;
  };

  /** How many columns the style sheet lays the parts of a box out in. */
  const tracksOf = (element: PageElement): number => {
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return style && /grid$/.test(style.display)
      ? style.gridTemplateColumns.split(' ').filter((track) => track !== '0px').length
      : 0;
  };

  return { itemsOf, item, stateWords, tableRows, shaped, gridOf };
}
