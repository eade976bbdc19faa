import type { Primitive, RawNode, Secrets } from '@substrate/core';
import type { Pairs } from './dom-pairs.js';
import type { PageElement, PageNode } from './dom-types.js';
import type { Widgets } from './dom-widgets.js';
import type { Meter } from './meter.js';
import type { Stillness } from './stillness.js';
import type { Words } from './words.js';

/** Turns single elements into nodes: the value of a field, the text of a leaf, the state of a widget. */
export interface Facts {
  /** `most`: characters of a text that are told, where that is less than may be. */
  leaf(
    name: string,
    value: Primitive,
    more?: { label?: string; shown?: boolean; id?: string; secret?: boolean; most?: number },
  ): RawNode | null;
  /** The value of a form field, and its name. Null for what holds no value. */
  field(element: PageElement): { name: string; label: string; value: Primitive | Primitive[]; secret: boolean } | null;
  fieldNode(element: PageElement, taken: Set<string>): RawNode[];
  /** True when all that is below is text with formatting: one fact. */
  isTextLeaf(element: PageElement): boolean;
  /** True for words that are told as the name of what stands beside them. */
  isLabel(element: PageElement): boolean;
  /** `inItem`: one of many alike, where the words of one would be no name for the others. */
  textFact(element: PageElement, taken: Set<string>, fallback: string, inItem?: boolean): RawNode | null;
  /** Boolean states that the element tells of itself: expanded, pressed, selected, current. */
  states(element: PageElement): [string, boolean][];
  /** A name not yet taken among its siblings. */
  unique(name: string, taken: Set<string>): string;
  release(name: string, taken: Set<string>): void;
  /** The probe leaves the page: nothing is watched any more. */
  leave(): void;
}

export function createFacts(kit: {
  meter: Meter;
  secrets: Secrets;
  words: Words;
  widgets: Widgets;
  pairs: Pairs;
  stillness: Stillness;
}): Facts {
  const { meter, secrets, words, widgets, pairs, stillness } = kit;
  const inline =
    /^(b|strong|i|em|u|s|small|big|sub|sup|mark|code|kbd|abbr|time|span|bdi|bdo|br|wbr|q|cite|var|samp|data|font|img|svg|a|label|output|del|ins)$/;

  /** How far the numbering of a name has come, so that a thousand equal names are numbered in one pass. */
  const counts = new WeakMap<Set<string>, Map<string, number>>();
  const unique = (name: string, taken: Set<string>): string => {
    if (!taken.has(name)) {
      taken.add(name);
      return name;
    }
    let numbers = counts.get(taken);
    if (!numbers) {
      numbers = new Map();
      counts.set(taken, numbers);
    }
    let i = numbers.get(name) ?? 2;
    while (taken.has(`${name}${i}`)) i++;
    numbers.set(name, i + 1);
    taken.add(`${name}${i}`);
    return `${name}${i}`;
  };

  const release: Facts['release'] = (name, taken) => {
    taken.delete(name);
    counts.delete(taken);
  };

  const says = (words: string, value: Primitive): boolean => secrets.cuts(secrets.name(words), value);
  const isNamed = (words: string): boolean => (secrets.name(words) & secrets.bits.secret) !== 0;

  /** Fields that were once for passwords: a page that shows what was typed turns them into others. */
  const guardedOnce = new WeakSet<object>();
  interface Turned {
    readonly target: object;
    readonly oldValue: string | null;
  }
  interface Observer {
    observe(node: unknown, what: Record<string, unknown>): void;
    takeRecords(): readonly Turned[];
    disconnect(): void;
  }
  const world = globalThis as unknown as {
    MutationObserver?: new (hear: (records: readonly Turned[]) => void) => Observer;
    document?: unknown;
  };
  const note = (records: readonly Turned[]): void => {
    for (const { target, oldValue } of records) if (oldValue?.toLowerCase() === 'password') guardedOnce.add(target);
  };
  const observer = world.MutationObserver && world.document ? new world.MutationObserver(note) : undefined;
  observer?.observe(world.document, { subtree: true, attributes: true, attributeFilter: ['type'], attributeOldValue: true });
  const isGuarded = (element: PageElement, type: string): boolean => {
    if (observer) note(observer.takeRecords());
    if (type === 'password') guardedOnce.add(element);
    return guardedOnce.has(element) || /password|one-time-code|cc-(number|csc)/.test(element.getAttribute('autocomplete') ?? '');
  };

  /** A text that is longer is not counted. */
  const longest = 20_000;

  const leaf: Facts['leaf'] = (name, value, more = {}) => {
    let kept = value;
    let secret = more.secret === true;
    let length: number | undefined;
    if (typeof kept === 'string') {
      if (
        !secret &&
        (secrets.holds(kept) || (more.label !== undefined && !/\s/.test(kept) && (says(name, kept) || says(more.label, kept))))
      )
        secret = true;
      const most = Math.min(more.most ?? Number.POSITIVE_INFINITY, meter.limits.maxString);
      if (kept.length > most) {
        if (kept.length < longest) length = kept.length;
        kept = `${kept.slice(0, most - 1)}…`;
      }
    }
    if (secret && kept !== '' && kept !== null) kept = '[redacted]';
    if (!meter.take(40 + name.length + (typeof kept === 'string' ? kept.length : 8))) return null;
    return {
      name,
      kind: 'value',
      value: kept,
      ...(more.id ? { id: more.id } : {}),
      ...(more.label && more.label !== name ? { label: more.label } : {}),
      ...(more.shown === undefined ? {} : { shown: more.shown }),
      ...(secret ? { secret: true } : length === undefined ? {} : { length }),
    };
  };

  const field: Facts['field'] = (element) => {
    const tag = element.localName;
    if (tag === 'input' || tag === 'select' || tag === 'textarea') stillness.field(element);
    const label = words.label(element);
    const name = words.spelledName(element) || words.given(element) || label || tag;
    const type = (element.type ?? '').toLowerCase();
    const secret = isGuarded(element, type) || isNamed(name) || isNamed(label);
    if (widgets.isListBox(element)) {
      const called = label !== '' && label !== widgets.shownIn(element) ? label : words.tip(element) || words.beside(element);
      return {
        name: words.named(element) || called || words.given(element) || 'choice',
        label: called,
        value: widgets.shownIn(element),
        secret: false,
      };
    }
    // The words beside one say what is chosen; what is chosen among, its name or that of the group says. What is no field has a name for itself alone.
    const isFor = widgets.isRadio(element) && (tag !== 'input' || words.named(element) === '');
    const group = isFor ? widgets.groupOf(element) : null;
    if (group) {
      const isOn = tag === 'input' ? element.checked === true : element.getAttribute('aria-checked') === 'true';
      return isOn ? { name: group.called, label: '', value: group.optionOf(element), secret: false } : null;
    }
    if (tag === 'input') {
      if (/^(submit|button|reset|image|hidden)$/.test(type)) return null;
      if (type === 'checkbox') return { name, label, value: element.checked === true, secret: false };
      if (type === 'radio') {
        const of = element.getAttribute('name') ? '' : label;
        return element.checked ? { name, label: of, value: element.value ?? label, secret: false } : null;
      }
      if (type === 'file') return { name, label, value: Array.from(element.files ?? []).map((file) => file.name), secret: false };
      const text = element.value ?? '';
      if (
        (type === 'number' || type === 'range' || element.getAttribute('role') === 'spinbutton') &&
        text !== '' &&
        Number.isFinite(Number(text))
      )
        return { name, label, value: Number(text), secret };
      return { name, label, value: text, secret };
    }
    if (tag === 'select') {
      const chosen = Array.from(element.selectedOptions ?? []).map((option) => words.text(option, 80));
      return { name, label, value: element.hasAttribute('multiple') ? chosen : (chosen[0] ?? null), secret: false };
    }
    if (tag === 'textarea') return { name, label, value: element.value ?? '', secret };
    if (tag === 'progress' || tag === 'meter') return { name, label, value: Number(element.value), secret: false };
    const role = element.getAttribute('role');
    if (role === 'slider' || role === 'spinbutton' || role === 'progressbar') {
      const now = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
      return now === null
        ? null
        : {
            name: words.given(element) || label || role,
            label,
            value: Number.isFinite(Number(now)) ? Number(now) : now,
            secret: false,
          };
    }
    if (role === 'checkbox' || role === 'switch' || role === 'radio')
      return {
        name: words.given(element) || label || role,
        label,
        value: element.getAttribute('aria-checked') === 'true',
        secret: false,
      };
    if (role === 'combobox' || role === 'textbox' || role === 'searchbox' || element.isContentEditable) {
      const blocks = blocksOf(element);
      const most = meter.limits.maxString;
      const value =
        blocks.length > 1
          ? blocks
              .map((one) => words.text(one))
              .join('\n')
              .slice(0, most)
          : words.text(element, most);
      return { name: words.given(element) || label || 'text', label, value, secret };
    }
    return null;
  };

  const block = 'h1,h2,h3,h4,h5,h6,p,li,blockquote,pre,dt,dd,td,th,figcaption,div';
  const mostBlocks = 60;
  const lettersIn = (elements: readonly PageElement[]): number =>
    elements.reduce((sum, one) => sum + (one.textContent ?? '').replace(/\s+/g, '').length, 0);
  /** The lines of a text that is edited in place, where nearly all of it is in some: what has lines in it is told by these. */
  const blocksOf = (element: PageElement): readonly PageElement[] => {
    if (!element.isContentEditable || element.childElementCount === 0) return [];
    const blocks = Array.from(element.querySelectorAll(block)).filter(
      (one) => !one.querySelector(block) && /\S/.test(one.textContent ?? ''),
    );
    return blocks.length <= mostBlocks && lettersIn(blocks) >= lettersIn([element]) * 0.9 ? blocks : [];
  };

  /** A name that says no more than that something can be written there. */
  const saysField = (name: string): boolean => /(?:^|[-_])(input|field|textbox|textarea|textfield|control|inner)$/i.test(name);

  const fieldNode: Facts['fieldNode'] = (element, taken) => {
    const found = field(element);
    if (!found) return [];
    const shown = words.isShown(element);
    const label = found.label;
    // A class is what its author, or the maker of the widget, calls such fields; its label is what this one is called.
    const hasName = words.spelledName(element) !== '' || words.named(element) !== '';
    const isCalled =
      !hasName &&
      label !== '' &&
      !/\d/.test(label) &&
      (label === words.stated(element) || (saysField(found.name) && label.length < 40));
    const name = unique(isCalled ? label : found.name, taken);
    const nodes: (RawNode | null)[] = [];
    if (Array.isArray(found.value)) {
      const children = found.value.map((value, i) => leaf(String(i), value)).filter((node) => node !== null);
      nodes.push(meter.take(30) ? { name, kind: 'list', children, ...(label ? { label } : {}) } : null);
    } else nodes.push(leaf(name, found.value, { label, shown, secret: found.secret }));
    const blocks = found.secret ? [] : blocksOf(element);
    if (blocks.length > 1 && blocks.some((one) => one.localName !== 'div'))
      nodes.push(linesNode(unique(`${name} lines`, taken), blocks));
    if (element.disabled === true) nodes.push(leaf(unique(`${name} disabled`, taken), true, { shown }));
    if (element.getAttribute('aria-invalid') === 'true') nodes.push(leaf(unique(`${name} invalid`, taken), true, { shown }));
    return nodes.filter((node) => node !== null);
  };

  /** Each line with what it is: a heading, an item of a list. */
  const linesNode = (name: string, blocks: readonly PageElement[]): RawNode | null => {
    const kinds: Readonly<Record<string, string>> = {
      li: 'item',
      p: 'paragraph',
      blockquote: 'quote',
      pre: 'code',
      dt: 'term',
      dd: 'meaning',
      td: 'cell',
      th: 'cell',
      figcaption: 'caption',
      div: 'paragraph',
    };
    const children = blocks.flatMap((one, at): RawNode[] => {
      const text = leaf('text', words.text(one, meter.limits.maxString), { shown: true });
      const kind = leaf('kind', kinds[one.localName] ?? 'heading', { shown: true });
      return text && kind ? [{ name: String(at), kind: 'object', children: [kind, text] }] : [];
    });
    return meter.take(30) ? { name, kind: 'list', children } : null;
  };

  const isTextLeaf: Facts['isTextLeaf'] = (element) => {
    if (element.childElementCount === 0) return true;
    if (element.childElementCount > 12) return false;
    let hasOwnText = false;
    for (let node: PageNode | null = element.firstChild; node; node = node.nextSibling)
      if (node.nodeType === 3 && /\S/.test(node.nodeValue ?? '')) hasOwnText = true;
    for (let i = 0; i < element.children.length; i++) {
      const child = element.children[i] as PageElement;
      if (!inline.test(child.localName) || child.shadowRoot || isOperated(child)) return false;
      // Parts that an author named apart are facts of their own, unless they stand in running text.
      if (!hasOwnText && (child.localName === 'a' || words.given(child) !== '' || element.childElementCount > 1)) return false;
      if (hasOwnText && (child.localName === 'label' || isApart(child))) return false;
      if (!isTextLeaf(child)) return false;
    }
    return true;
  };

  const isOperated = (element: PageElement): boolean =>
    /^(radio|checkbox|switch|slider|combobox|option|tab)$/.test(element.getAttribute('role') ?? '');

  /** Glued to the text beside it, at its end, and of a kind that is no part of a word: a badge, a count. */
  const isApart = (child: PageElement): boolean => {
    if (!/^(span|small|time|data|output)$/.test(child.localName) || words.given(child) === '') return false;
    const [before, after] = [child.previousSibling, child.nextSibling];
    const own = child.textContent ?? '';
    const glued = (text: string | null | undefined, end: RegExp): boolean => text != null && end.test(text);
    if (after === null) return glued(before?.nodeValue, /[\p{L}\p{N}]$/u) && /^[\p{L}\p{N}]/u.test(own);
    return before === null && glued(after.nodeValue, /^[\p{L}\p{N}]/u) && /[\p{L}\p{N}]$/u.test(own);
  };

  /** The term that a text is the description of, alone or in boxes of nothing else. */
  const termOf = (element: PageElement): string => {
    let at: PageElement = element;
    for (let up = 0; up < 3 && at.localName !== 'dd'; up++) {
      const box: PageElement | null = at.parentElement;
      // To count the children of a box takes as long as there are many.
      if (!box || at.previousElementSibling || at.nextElementSibling || words.own(box) !== '') return '';
      at = box;
    }
    let before = at.localName === 'dd' ? at.previousElementSibling : null;
    while (before?.localName === 'dd') before = before.previousElementSibling;
    const term = before?.localName === 'dt' ? words.text(before, 60).replace(/[:：\s]+$/, '') : '';
    return term.length < 50 ? term : '';
  };

  const textFact: Facts['textFact'] = (element, taken, fallback, inItem = false) => {
    const text = element.querySelector('br') ? words.spoken(element, longest) : words.text(element, longest);
    const told = { shown: true, most: 400 };
    if (!text || !/[\p{L}\p{N}]/u.test(text)) return null;
    const given = words.given(element);
    // A label is what the page sets apart: in running text a colon is a part of what somebody wrote.
    const first = element.firstElementChild;
    const set = first ? words.text(first, 60) : '';
    const isSet = /^\p{L}.*[:：]$/u.test(set) || (first?.nextElementSibling?.localName === 'br' && pairs.isCaption(set));
    if (isSet && text.startsWith(set) && text.length > set.length) {
      const label = set.replace(/[:：\s]+$/, '');
      return leaf(unique(given || label, taken), text.slice(set.length).trim(), { label, ...told });
    }
    const term = termOf(element);
    if (term) return leaf(unique(words.named(element) || term, taken), text, { label: term, ...told });
    const apart = given === '' && !inItem ? countOf(element) : null;
    if (apart) return leaf(unique(apart.caption, taken), apart.value, { label: apart.caption, shown: true });
    const said = inItem || given !== '' ? null : /^(\p{L}[\p{L}\p{N}'’/-]*(?: [\p{L}\p{N}'’/()-]+){0,2}):\s+\S/u.exec(text);
    if (said) return leaf(unique(said[1] as string, taken), text, { label: said[1] as string, ...told });
    // “3 bookings to be paid”: how many is what it says, and of what is what it is called by, one or many.
    const counted = inItem || given !== '' ? null : /^\d[\d.,]*\s+(\p{L}[\p{L}'’-]+)((?: [\p{L}'’-]+){0,4})[.!]?$/u.exec(text);
    if (counted) return leaf(unique(`${counted[1]?.replace(/(?<=[^s])s$/, '')}${counted[2]}`, taken), text, told);
    let label: string | undefined;
    let name = given;
    const previous = element.previousElementSibling;
    if (previous && (/[:：]\s*$/.test(previous.textContent?.slice(-8) ?? '') || previous.localName === 'label')) {
      label = words.text(previous, 60).replace(/[:：\s]+$/, '');
      if (label.length < 50) name = name || label;
    }
    if (element.localName === 'label' && element.getAttribute('for')) return null;
    return leaf(unique(name || fallback, taken), text, { ...(label ? { label } : {}), ...told });
  };

  /** “Moves <b>7</b>”, “Floor: <b>third</b>”: a name, and what it is of in a part of its own at the end. */
  const countOf = (element: PageElement): { caption: string; value: string } | null => {
    const last = element.firstElementChild;
    if (!last || element.childElementCount > 1 || last.localName === 'a' || /\S/.test(last.nextSibling?.nodeValue ?? ''))
      return null;
    const value = words.text(last, 60);
    const before = words.text(last.previousSibling, 60);
    const caption = before.replace(/[:：\s]+$/, '');
    const named = before !== caption || pairs.isQuantity(value);
    return named && value !== '' && pairs.isCaption(caption) ? { caption, value } : null;
  };

  const isLabel: Facts['isLabel'] = (element) => {
    const tag = element.localName;
    const next = element.nextElementSibling;
    if (tag === 'label' && (element.getAttribute('for') !== null || element.querySelector('input,select,textarea'))) return true;
    const { id } = element;
    const within = tag === 'label' && /^[\w-]+$/.test(id) ? (element.getRootNode() as PageElement) : null;
    if (within?.querySelector(`[aria-labelledby~="${id}"]`)) return true;
    const only = element.childElementCount === 1 && words.own(element) === '' ? element.firstElementChild : null;
    if (only?.localName === 'label' && only.getAttribute('for') && !only.querySelector('input,select,textarea')) return true;
    if (tag === 'dt') return next?.localName === 'dd';
    if (!next || element.childElementCount > 2) return false;
    if (/^(input|select|textarea|progress|meter)$/.test(next.localName))
      return words.label(next) === words.text(element, 60).replace(/[:*\s]+$/, '');
    return (
      /[:：]\s*$/.test(words.raw(element).slice(-8)) && isTextLeaf(element) && isTextLeaf(next) && words.raw(next).trim() !== ''
    );
  };

  const states: Facts['states'] = (element) => {
    const found: [string, boolean][] = [];
    for (const name of ['expanded', 'pressed', 'selected', 'checked']) {
      const value = element.getAttribute(`aria-${name}`);
      if (value === 'true' || value === 'false') found.push([name, value === 'true']);
    }
    const current = element.getAttribute('aria-current');
    if (current && current !== 'false') found.push(['current', true]);
    if (element.localName === 'details') found.push(['expanded', element.open === true]);
    if (element.localName === 'option') found.push(['selected', element.selected === true]);
    if (element.disabled === true || element.getAttribute('aria-disabled') === 'true') found.push(['disabled', true]);
    return found;
  };

  return { leaf, field, fieldNode, isTextLeaf, isLabel, textFact, states, unique, release, leave: () => observer?.disconnect() };
}
