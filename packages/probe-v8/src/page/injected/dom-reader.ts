import type { RawNode, RawRoot } from '@substrate/core';
import type { DomActions } from './dom-actions.js';
import type { Facts } from './dom-facts.js';
import type { Lists } from './dom-lists.js';
import type { PageDocument, PageElement } from './dom-types.js';
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
}

export function createDomReader(kit: {
  meter: Meter;
  words: Words;
  facts: Facts;
  lists: Lists;
  actions: DomActions;
  stillness: Stillness;
}): DomReader {
  const { meter, words, facts, lists, actions, stillness } = kit;
  const skipped = /^(script|style|template|noscript|link|meta|head|br|hr|canvas|object|embed|title)$/;
  const hints: { heading?: string; dialog?: string; activeTab?: string } = {};
  let roots: RawRoot[] = [];
  let regions = new Map<string, Region>();
  const addresses = new Set<string>();
  let prose = 0;

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
      found = { address: addressFor(kind, key), name: key, label, children: [], taken: new Set() };
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
        words.tip(element) !== ''
      ));

  /** The words in a drawing: the labels of a diagram, the axes of a chart. */
  const drawing = (element: PageElement, into: Region): void => {
    const all = element.querySelectorAll('text');
    for (let i = 0; i < all.length && i < 60; i++) {
      const text = words.text(all[i] as PageElement, 120);
      if (text.length > 1 && /\p{L}/u.test(text) && words.isShown(all[i] as PageElement))
        push(into, facts.leaf(facts.unique('label', into.taken), text, { shown: true }));
    }
  };

  const push = (into: Region, node: RawNode | null): void => {
    if (node) into.children.push(node);
  };

  function* emitList(element: PageElement, items: PageElement[], into: Region): Generator<undefined, void> {
    const states = lists.stateWords(items);
    const given = words.given(element);
    // The heading above a way through the site names where it leads, not what it is.
    const title = /^(breadcrumbs?|pagination|pager|toolbar|menu|menubar|navbar)$/i.test(given) ? given : words.heading(element);
    const key = given || title || words.given(items[0] as PageElement) || into.name;
    const address = addressFor('list', key);
    const most = meter.limits.maxElements;
    const children: RawNode[] = [];
    const used: PageElement[] = [];
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
      if (!node) continue;
      children.push(node);
      used.push(element);
      if (element.getAttribute('role') === 'tab' && element.getAttribute('aria-selected') === 'true')
        hints.activeTab = words.label(element);
    }
    const size = Math.max(element.children.length - (element.children.length - items.length), items.length);
    const total = element.children.length > most ? element.children.length : size;
    const called = title || into.label;
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
    if (children.length > 0)
      roots.push({
        name: key,
        kind: 'list',
        children: unique,
        ...(total > children.length ? { size: total } : {}),
        address,
        source: 'dom',
        shown: true,
        ...(called && called !== key ? { label: called } : {}),
      });
    yield* actions.ofItems(address, key, used);
  }

  const notice = (element: PageElement): boolean => {
    const role = element.getAttribute('role');
    return (
      role === 'alert' ||
      role === 'status' ||
      role === 'log' ||
      /^(assertive|polite)$/.test(element.getAttribute('aria-live') ?? '') ||
      words.tokens(element).some((token) => /^(toast|snackbar|notification|flash|alert)$/i.test(token))
    );
  };

  function* visit(element: PageElement, into: Region, depth: number): Generator<undefined, void> {
    if (meter.nodes <= 0 || depth > 60) {
      meter.lost++;
      return;
    }
    const tag = element.localName;
    if (skipped.test(tag)) return;
    meter.looked++;
    if (meter.pause()) yield undefined;
    if (tag === 'svg') return drawing(element, into);
    if (isBlank(element, tag)) return;
    if (element.shadowRoot !== null || tag.includes('-')) stillness.enter(element);
    if (tag === 'iframe' || tag === 'frame') {
      stillness.enter(element);
      const inner = element.contentDocument;
      if (inner?.body && words.isShown(element))
        yield* visit(inner.body, region('frame', keyOf(element, 'frame'), words.label(element)), depth + 1);
      return;
    }
    if (!words.isShown(element) && getComputedStyleOf(element) === 'none') {
      // What is folded away is not read, but what was typed there counts.
      if (tag === 'form' || element.querySelector('form')) {
        const forms = tag === 'form' ? [element] : Array.from(element.querySelectorAll('form')).slice(0, 5);
        for (const form of forms) yield* emitForm(form, into);
      }
      return;
    }
    if (notice(element)) {
      const text = words.text(element, 300);
      if (text)
        push(
          region('notifications', 'notifications', ''),
          facts.leaf(facts.unique(words.given(element) || 'message', region('notifications', 'notifications', '').taken), text, {
            shown: true,
          }),
        );
      if (!element.querySelector('button,input,table,ul')) return;
    }
    if (tag === 'form' || element.getAttribute('role') === 'form') {
      yield* emitForm(element, into);
      for (let child = element.firstElementChild; child; child = child.nextElementSibling) yield* visit(child, into, depth + 1);
      return;
    }
    if (tag === 'table' || /^(grid|table|treegrid)$/.test(element.getAttribute('role') ?? '')) {
      const table = yield* lists.tableRows(element);
      if (table) {
        const title = words.heading(element);
        const key = words.given(element) || title || into.name;
        const address = addressFor('table', key);
        roots.push({
          name: key,
          kind: 'list',
          children: table.rows,
          ...(table.size > table.rows.length ? { size: table.size } : {}),
          address,
          source: 'dom',
          shown: true,
          ...(title || into.label ? { label: title || into.label } : {}),
        });
        yield* actions.ofItems(address, key, table.elements.slice(0, meter.limits.maxElements));
        actions.gather(element, into.name, into.address, 'thead');
        return;
      }
    }
    const kind = landmark(element);
    let here = into;
    if (kind) {
      const title = words.title(element);
      here = region(kind, keyOf(element, tag), title);
      if (kind === 'dialog') hints.dialog = title || here.name;
    }
    if (/^h[1-6]$/.test(tag) || element.getAttribute('role') === 'heading') {
      const text = words.text(element, 120);
      if (text) {
        if (!hints.heading || tag === 'h1') hints.heading ??= text;
        push(here, facts.leaf(facts.unique(words.given(element) || 'heading', here.taken), text, { shown: true }));
      }
      if (!element.querySelector('button,a')) return;
    }
    if (
      /^(input|select|textarea|progress|meter|output)$/.test(tag) ||
      element.isContentEditable ||
      /^(checkbox|switch|radio|slider|spinbutton|progressbar|textbox|searchbox|combobox)$/.test(
        element.getAttribute('role') ?? '',
      )
    ) {
      if (tag !== 'output') {
        if (!element.form) for (const node of facts.fieldNode(element, here.taken)) push(here, node);
        actions.control(element, here.name, here.address);
        return;
      }
    }
    if (actions.control(element, here.name, here.address)) {
      for (const [name, value] of facts.states(element)) {
        const label = words.label(element);
        if (!label) continue;
        if (name === 'selected' && value && element.getAttribute('role') === 'tab') hints.activeTab = label;
        push(here, facts.leaf(facts.unique(`${label} ${name}`, here.taken), value, { label, shown: true }));
      }
      return;
    }
    if (tag === 'label') {
      // Its words are the label of the field, which is read with them.
      const field = element.querySelector('input,select,textarea');
      if (field) return yield* visit(field, here, depth + 1);
      if (element.getAttribute('for')) return;
    }
    if (tag === 'details')
      push(
        here,
        facts.leaf(
          facts.unique(`${words.text(element.querySelector('summary'), 60)} expanded`, here.taken),
          element.open === true,
          { shown: true },
        ),
      );
    const items = lists.itemsOf(element);
    if (items) {
      yield* emitList(element, items, here);
      if (items.length < element.children.length && element.children.length < 400) {
        const inside = new Set(items);
        for (const child of Array.from(element.children)) if (!inside.has(child)) yield* visit(child, here, depth + 1);
      }
      return;
    }
    if (facts.isTextLeaf(element) && !element.shadowRoot) {
      const long = words.raw(element).length > 160;
      if (long && ++prose > 20) return;
      push(here, facts.textFact(element, here.taken, tag === 'p' || long ? 'text' : 'text'));
      for (let child = element.firstElementChild; child; child = child.nextElementSibling)
        actions.control(child, here.name, here.address);
      return;
    }
    if (element.shadowRoot) for (const child of Array.from(element.shadowRoot.children)) yield* visit(child, here, depth + 1);
    // Text between a great many elements is what sets them apart. To count them takes a walk over them.
    const few = element.childElementCount < 30;
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

  const getComputedStyleOf = (element: PageElement): string => {
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

  const regionRoots = (): RawRoot[] =>
    [...regions.values()]
      .filter(({ children }) => children.length > 0)
      .map(({ address, name, label, children }) => ({
        name,
        kind: 'object',
        children: [...children],
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
      delete hints.heading;
      delete hints.dialog;
      delete hints.activeTab;
      const page = region('page', 'page', '');
      words.begin();
      stillness.begin(document);
      if (document.body) {
        // A dialog in front of everything else is where a person looks first.
        for (const child of Array.from(document.body.children)) yield* visit(child, page, 0);
        for (let node = document.body.firstChild; node; node = node.nextSibling) {
          const text = node.nodeType === 3 ? (node.nodeValue ?? '').slice(0, 4000).replace(/\s+/g, ' ').trim() : '';
          if (text && /[\p{L}\p{N}]/u.test(text))
            push(page, facts.leaf(facts.unique('text', page.taken), text.slice(0, 300), { shown: true }));
        }
      }
      roots.push(...regionRoots());
      stillness.end();
      return roots;
    },
    sofar: (known) => [...roots, ...regionRoots().filter(({ address }) => !known(address))],
  };
}
