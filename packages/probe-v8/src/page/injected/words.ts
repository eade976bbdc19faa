import type { PageDocument, PageElement, PageNode } from './dom-types.js';

/** What a person reads on an element, and what the author called it. */
export interface Words {
  /** Text as it stands. */
  raw(node: PageNode): string;
  /** Text with its white space joined, cut at `most`. */
  text(node: PageNode | null, most?: number): string;
  /** The same, of which the end is kept. */
  ending(node: PageNode, most: number): string;
  /** The same as `text`, with a space where two elements meet: the words of a row or of a button of several parts. */
  spoken(node: PageNode, most: number): string;
  /** The text that stands in the element itself, not in those inside it. */
  own(element: PageElement): string;
  /** The accessible name: what assistive technology would say. */
  label(element: PageElement): string;
  /** The label that the author gave a field, in words that stay while it is filled in. Empty when there is none. */
  stated(element: PageElement): string;
  /** The name that the author gave for people to see, beside what is written in it. */
  tip(element: PageElement): string;
  /** The label for it, or the words before it: what a field is called that shows its value where others have their words. */
  beside(element: PageElement): string;
  /** How many, where that stands in a part of its own at the end: the badge on “Inbox”. Its words are not in the label. */
  /** What a field is called in its form, unless a library made that up. */
  spelledName(element: PageElement): string;
  count(element: PageElement): number | undefined;
  /** What the custom element says in whose shadow it is. */
  hosted(element: PageElement): string;
  /** A name that the author gave this element alone: id, test id, name. Empty when there is none. */
  named(element: PageElement): string;
  /** What its data calls it: `data-element-id`. */
  dataId(element: PageElement): string;
  /** A stable name that the author gave: the same, or a class. */
  given(element: PageElement): string;
  /** The heading or label that names a container. */
  title(element: PageElement): string;
  /** What names a list or table: headings inside are those of its items. */
  heading(element: PageElement): string;
  /** The same, where a heading may stand before the first of its items. */
  headingOver(element: PageElement, first: PageElement): string;
  tokens(element: PageElement): string[];
  isShown(element: PageElement): boolean;
  /** Begins a walk: what was remembered of the document is looked up again. */
  begin(): void;
}

export function createWords({ generatedNames }: { generatedNames: RegExp }): Words {
  const tidy = (text: string, most = 200): string => {
    // A page may have megabytes in one place.
    const joined = text.slice(0, Math.max(4000, most)).replace(/\s+/g, ' ').trim();
    return joined.length > most ? `${joined.slice(0, most)}…` : joined;
  };
  /** What was drawn by lot, between the words of a name: digits in more than one place among its letters. */
  const drawn = /(?:^|[-_:.])(?=[a-z\d]*\d[a-z]+\d)[a-z\d]{6,12}(?=$|[-_:.])/;
  /** Names that a build or library made: hashes, counters, utility classes. */
  const generated = (name: string): boolean =>
    name.length > 40 ||
    generatedNames.test(name) ||
    drawn.test(name) ||
    /[\da-f]{8}-[\da-f]{4}-|\d{4,}|^:|^[\d-]|^(css|sc|jss|emotion|astro|s|tippy)[-_]\w*\d|^(css|sc|jss)-|^[a-z]{1,2}$|__[A-Za-z0-9]{5}$|^[A-Za-z]{5,7}$(?<=[A-Z].*[a-z].*[A-Z].*)/.test(
      name,
    );
  /** What a build puts behind the author's own word. */
  const hashed = /[-_]{1,3}(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{4,8}$/;
  const utility =
    /^(-?(m|p)[trblxy]?-|(flex|grid|block|inline|hidden|absolute|relative|fixed|sticky|container|row|col|wrapper|inner|outer|content|text|bg|border|rounded|shadow|font|leading|tracking|items|justify|self|gap|space|w|h|min|max|z|top|left|right|bottom|overflow|cursor|transition|duration|ease|d|float|clearfix|pull|push|visible|invisible|sr|btn|button|link|icon|form-control|input|active|selected|completed|disabled|open|show|fade|in|is|has|js|no|lg|md|sm|xs|xl|primary|secondary|success|danger|warning|info|default|large|small|item|list|cell|view|label|box|center|clickable|focus|hover|first|last|odd|even|ripple|mdc|mat)([-_:/[].*)?$)/i;

  const raw = (node: PageNode): string => {
    // The text of a whole is put together anew each time it is asked for, however long it is; that of a single node is there.
    const only = node.firstChild;
    return (only?.nodeType === 3 && only.nextSibling === null ? only.nodeValue : node.textContent) ?? '';
  };
  const text = (node: PageNode | null, most?: number): string => {
    return node ? tidy(raw(node), most) : '';
  };

  const ending = (node: PageNode, most: number): string => {
    const said = raw(node)
      .slice(-4 * most)
      .replace(/\s+/g, ' ')
      .trim();
    return said.length > most ? `…${said.slice(-most)}` : said;
  };

  const unspoken = /^(select|textarea|script|style|template|noscript|svg|title)$/;
  const spoken = (node: PageNode, most: number): string => {
    let said = '';
    const gather = (from: PageNode): void => {
      let apart = false;
      for (let child = from.firstChild; child && said.length < most + 40; child = child.nextSibling) {
        if (child.nodeType === 3) {
          said += child.nodeValue ?? '';
          // Frameworks leave texts with nothing in them between elements.
          if (child.nodeValue) apart = false;
        } else if (child.nodeType === 1 && !unspoken.test((child as PageElement).localName)) {
          const breaks = (child as PageElement).localName === 'br';
          if (apart || breaks) said += ' ';
          gather(child);
          apart = !breaks;
        }
      }
    };
    gather(node);
    return tidy(said, most);
  };

  /** Attributes in which pages keep the words of tips that they show themselves. */
  const tips = [
    'aria-label',
    'aria-labelledby',
    'title',
    'data-original-title',
    'data-bs-original-title',
    'data-title',
    'data-tooltip',
    'data-tip',
    'data-tips',
    'data-hint',
    'data-placeholder',
    'aria-placeholder',
  ];
  const translatable = /^[\w-]+(?:[.:][\w-]+)+$/;
  const tip = (element: PageElement): string => {
    // Most elements have a class and nothing else: their attributes are looked through rather than asked for one by one.
    const { attributes } = element;
    let best = tips.length;
    let found = '';
    for (let i = 0; i < attributes.length; i++) {
      const { name, value } = attributes[i] as { name: string; value: string };
      const rank = tips.indexOf(name);
      if (rank < 0 || rank >= best) continue;
      const words = name === 'aria-labelledby' ? byIds(element, value) : value;
      if (!/[\p{L}\p{N}]/u.test(words)) continue;
      best = rank;
      found = words;
    }
    // What is still to be translated is shown inside, in words.
    if (translatable.test(found) && element.shadowRoot) {
      const inner = element.shadowRoot.querySelector('[title],[aria-label]');
      const words = inner ? inner.getAttribute('aria-label') || inner.getAttribute('title') || '' : '';
      if (words && !translatable.test(words)) found = words;
    }
    return tidy(found, 80);
  };

  /** What common pictures on buttons mean, where nothing else is written there. */
  const pictures: readonly [RegExp, string][] = [
    [/^[×✕✖✗⨯╳]$/, 'close'],
    [/^[+＋➕]$/, 'add'],
    [/^[-−–➖]$/, 'remove'],
    [/^[☰≡⋮⋯…]+$|^\.{3}$/, 'menu'],
    [/^[▼▾⌄∨]$/, 'open'],
    [/^[▲▴⌃]$/, 'close'],
    [/^[‹«<←◀❮]+$/, 'previous'],
    [/^[›»>→▶❯]+$/, 'next'],
    [/^[⚙]\ufe0f?$/u, 'settings'],
    [/^[✓✔]$/, 'done'],
    [/^[🗑]\ufe0f?$/u, 'delete'],
    [/^[✎✏]\ufe0f?$/u, 'edit'],
    [/^[⟳↻🔄]$/u, 'refresh'],
    [/^[↶↺]$/, 'undo'],
    [/^[↷]$/, 'redo'],
    [/^[🔍🔎]$/u, 'search'],
  ];
  /** Icon fonts name the picture in a class. */
  const icon = (element: PageElement): string => {
    const parts = [element, ...Array.from(element.querySelectorAll('i,span,svg')).slice(0, 4)];
    for (const part of parts)
      for (const token of tokens(part)) {
        const found =
          /^(?:fa|bi|ti|ri|mdi|ion|las?|glyphicon|octicon|icon|pi|bx|bxs|uil|codicon|lucide|feather|tabler-icon|k-i|ui-icon|dashicons|anticon)-([a-z][a-z-]*[a-z])$/.exec(
            token,
          )?.[1];
        if (found && !/^(lg|xs|sm|\dx|fw|spin|solid|regular|stack|outline|large|small|\w)$/.test(found))
          return found.replace(/-(?:alt|o|fill|filled|line|outline|square|circle|thin)$/g, '').replace(/-/g, ' ');
      }
    return '';
  };

  const tokens = (element: PageElement): string[] => {
    const value = element.getAttribute('class');
    return value ? value.trim().split(/\s+/) : [];
  };

  const byIds = (element: PageElement, ids: string): string => {
    const root = element.getRootNode() as PageDocument;
    if (typeof root.getElementById !== 'function') return '';
    return tidy(
      ids
        .split(/\s+/)
        .map((id) => text(root.getElementById(id)))
        .join(' '),
    );
  };

  const own = (element: PageElement): string => {
    let found = '';
    for (let node = element.firstChild; node; node = node.nextSibling) if (node.nodeType === 3) found += node.nodeValue ?? '';
    return tidy(found);
  };

  const before = (element: PageElement): string => {
    const previous = element.previousElementSibling;
    if (
      previous &&
      /^(label|span|dt|th|b|strong|legend|h[1-6]|p|div)$/.test(previous.localName) &&
      !previous.querySelector('input,select,textarea,button')
    ) {
      const words = text(previous, 60);
      // What has an id of its own is written by a script, and would be pointed at if it were a label.
      const isWritten = previous.localName !== 'label' && previous.getAttribute('id') !== null && !/[:：]\s*$/.test(words);
      if (words && words.length < 50 && !isWritten) return words.replace(/[:*\s]+$/, '');
    }
    const parent = element.parentElement;
    if (parent && /^(label|td|p|div|span|li)$/.test(parent.localName))
      return own(parent)
        .replace(/[:*\s]+$/, '')
        .slice(0, 50);
    return '';
  };

  /** Labels by the field they are for, of each tree that was asked about in this walk. */
  let labels = new WeakMap<PageNode, Map<string, PageElement>>();
  const mostLabels = 2000;
  /** To ask a field for its labels makes the browser walk the whole document, for each field. */
  const labelOf = (element: PageElement): PageElement | undefined => {
    const around = element.closest('label');
    if (around && (around.control ?? element) === element) return around;
    const id = element.getAttribute('id');
    if (!id) return undefined;
    const previous = element.previousElementSibling;
    if (previous?.localName === 'label' && previous.getAttribute('for') === id) return previous;
    const root = element.getRootNode();
    let known = labels.get(root);
    if (!known) {
      known = new Map();
      const all = (root as PageElement).querySelectorAll('label[for]');
      for (let i = 0; i < all.length && i < mostLabels; i++) {
        const name = (all[i] as PageElement).getAttribute('for') as string;
        if (!known.has(name)) known.set(name, all[i] as PageElement);
      }
      labels.set(root, known);
    }
    return known.get(id);
  };

  const beside = (element: PageElement): string => {
    const of = labelOf(element);
    return (of ? own(of) || spoken(of, 80) : before(element) || rowLabel(element)).replace(/[:*\s]+$/, '');
  };

  /** The keys that do the same are no part of a name. */
  const shortcut = /\s*[([](?:(?:ctrl|control|cmd|command|alt|option|shift|meta|super)\b|[⌘⌃⌥⇧])[^)\]]*[)\]]\s*$/iu;
  const label = (element: PageElement): string => labelWhole(element).replace(shortcut, '');
  const spelled = (element: PageElement): string => {
    const named = element.getAttribute('aria-label');
    if (named?.trim()) return tidy(named, 80);
    const by = element.getAttribute('aria-labelledby');
    return by ? tidy(byIds(element, by), 80) : '';
  };
  const stated = (element: PageElement): string => {
    const named = spelled(element);
    if (named) return named.replace(shortcut, '');
    const first = labelOf(element);
    // A label around its field holds the field's own text too.
    return first ? (own(first) || spoken(first, 80)).replace(/[:*\s]+$/, '') : '';
  };
  const labelWhole = (element: PageElement): string => {
    const named = spelled(element);
    if (named) return named;
    const tag = element.localName;
    if (tag === 'input' || tag === 'select' || tag === 'textarea') {
      const type = element.type ?? '';
      if (type === 'submit' || type === 'button' || type === 'reset')
        return tidy(element.value || (type === 'reset' ? 'Reset' : 'Submit'), 80);
      if (type === 'image') return tidy(element.getAttribute('alt') ?? 'Submit', 80);
      const words = stated(element);
      if (words) return words;
      const hint = element.getAttribute('placeholder') || element.getAttribute('title');
      if (hint) return tidy(hint, 80);
      return before(element) || tip(element) || hostTip(element) || rowLabel(element);
    }
    if (tag === 'img' || tag === 'area') return tidy(element.getAttribute('alt') ?? '', 80);
    const badge = badgeOf(element);
    const whole = spoken(element, 80);
    const said = badge && whole.endsWith(badge) ? whole.slice(0, -badge.length).trim() : whole;
    // A number or a sign beside a picture counts something; the picture says what. A letter is one itself: “B” for bold.
    if (/\p{L}/u.test(said) && (said.length > 2 || tip(element) === '')) return said;
    const shown = tip(element) || tipInside(element) || icon(element) || hostTip(element);
    if (shown) return shown;
    if (/^(switch|checkbox|radio|slider|spinbutton|combobox)$/.test(element.getAttribute('role') ?? '')) {
      const around = labelAround(element) || (said === '' ? rowLabel(element) || besideSwitch(element) : '');
      if (around || said === '') return around;
    }
    // What its author calls it says more than a sign does: a plus may add, or raise.
    return (said !== '' && given(element)) || (pictures.find(([form]) => form.test(said))?.[1] ?? said);
  };

  const operated = 'input:not([type=hidden]),select,textarea,button,[role=switch],[role=checkbox],[role=slider],[role=combobox]';
  /** The words before or after a widget that stands in a row with others, on the side where the first of them has its own. */
  const besideSwitch = (element: PageElement): string => {
    const first = element.parentElement?.firstElementChild ?? null;
    const isFirst = first?.matches(operated) === true;
    const next = element.nextElementSibling;
    return isFirst ? (next && !next.matches(operated) && !next.querySelector(operated) ? text(next, 50) : '') : before(element);
  };
  /** The label for the box that a widget was drawn in. */
  const labelAround = (element: PageElement): string => {
    for (let box = element.parentElement, up = 0; box && up < 3; box = box.parentElement, up++) {
      const by = box.getAttribute('aria-labelledby');
      const of = box.getAttribute('id') ? labelOf(box) : undefined;
      const words = box.getAttribute('aria-label') || (by ? byIds(box, by) : '') || (of ? own(of) || spoken(of, 80) : '');
      if (/\p{L}/u.test(words)) return tidy(words, 80).replace(/[:*\s]+$/, '');
    }
    return '';
  };
  /** The first words of the row that a field without a label stands in alone. */
  const rowLabel = (element: PageElement): string => {
    let row: PageElement = element;
    for (let up = 0; up < 4; up++) {
      const parent: PageElement | null = row.parentElement;
      if (!parent || /^(body|form|main|section)$/.test(parent.localName) || parent.querySelectorAll(operated).length > 1) break;
      row = parent;
    }
    let first: PageElement | null = row === element ? null : row;
    while (first && first !== element && own(first) === '') first = first.firstElementChild;
    const said = first && first !== element ? own(first) : '';
    return said.length < 50 && /^\p{L}/u.test(said) ? said.replace(/[:*\s]+$/, '') : '';
  };

  /** The words of a part at the end that is nothing but a number, behind others that are words. */
  const badgeOf = (element: PageElement): string => {
    let last: PageElement | null = element;
    for (let depth = 0; last && depth < 4; depth++) {
      const parts: ArrayLike<PageElement> = last.children;
      if (parts.length === 0) break;
      last = parts[parts.length - 1] as PageElement;
    }
    if (!last || last === element) return '';
    const shown = text(last, 12);
    return /^\(?\d[\d.,]*\+?\)?$/.test(shown) && /\p{L}/u.test(spoken(element, 80).slice(0, -shown.length)) ? shown : '';
  };
  const count = (element: PageElement): number | undefined => {
    const badge = badgeOf(element);
    const value = Number(badge.replace(/[(),+]/g, ''));
    return badge && Number.isFinite(value) ? value : undefined;
  };

  const tipInside = (element: PageElement): string => {
    const inner = element.querySelector('img[alt],[aria-label],title,[title]');
    if (!inner) return '';
    return tidy(inner.getAttribute('alt') || inner.getAttribute('aria-label') || inner.getAttribute('title') || text(inner), 80);
  };

  /** What a part of a custom element is for is written on one of the elements around it. */
  const hostTip = (element: PageElement): string => {
    let inner: PageElement | undefined = element;
    for (let i = 0; i < 4 && inner; i++) {
      const { host } = inner.getRootNode() as { host?: PageElement };
      const words = host ? tip(host) || tidy(host.getAttribute('label') ?? '', 80) : '';
      if (words) return words;
      inner = host;
    }
    return '';
  };

  const hosted = (element: PageElement): string => {
    const { host } = element.getRootNode() as { host?: PageElement };
    return hostTip(element) || (host ? text(host, 60) || before(host) : '');
  };

  /** Attributes that bind an element to a field of a model, in whichever framework: `x-model="item.bought"`, `data-bind="value: total"`. */
  const binding = /^(?:[a-z]+[-:])?(?:model|bind|text|formcontrolname)(?:[.:]|$)/;
  const boundField = /^(?:.*\b(?:value|checked|text|textInput)\s*:)?\s*(?:[$\w]+\.)*([A-Za-z_][\w$]*)(?:\(\))?\s*(?:,.*)?$/;
  const bound = (element: PageElement): string => {
    const { attributes } = element;
    for (let i = 0; i < attributes.length; i++) {
      const { name, value } = attributes[i] as { name: string; value: string };
      const field = binding.test(name) && value.length < 200 ? boundField.exec(value)?.[1] : undefined;
      if (field && field.length > 2) return field;
    }
    return '';
  };

  const named = (element: PageElement): string => {
    for (const name of [
      'data-testid',
      'data-test',
      'data-test-id',
      'data-cy',
      'data-qa',
      'itemprop',
      'name',
      'data-field',
      'data-name',
      'data-role',
    ]) {
      const value = element.getAttribute(name);
      if (value && value.length < 50 && !generated(value)) return value;
    }
    const id = element.getAttribute('id');
    return bound(element) || (id && !generated(id) ? id : '');
  };

  const spelledName = (element: PageElement): string => {
    const name = element.getAttribute('name') ?? '';
    return generatedNames.test(name) ? '' : name;
  };

  const dataId = (element: PageElement): string => {
    const { attributes } = element;
    for (let i = 0; i < attributes.length; i++) {
      const { name, value } = attributes[i] as { name: string; value: string };
      // Ids that are drawn have signs in them that nobody would write.
      if (/^data-([a-z]+-)*(id|key)$/.test(name) && /^[\p{L}\p{N} ._:/-]{1,49}$/u.test(value) && !generated(value)) return value;
    }
    return '';
  };

  const given = (element: PageElement): string => {
    const name = named(element);
    if (name) return name;
    for (const token of tokens(element)) {
      const name = generatedNames.test(token) || /^(css|sc|jss|emotion)[-_]/i.test(token) ? token : token.replace(hashed, '');
      if (name.length > 2 && !generated(name) && !utility.test(name)) return name;
    }
    return '';
  };

  const isShown = (element: PageElement): boolean => {
    if (typeof element.checkVisibility === 'function') return element.checkVisibility({ checkVisibilityCSS: true });
    return element.getClientRects().length > 0;
  };

  const title = (element: PageElement): string => {
    const named = element.getAttribute('aria-label');
    if (named?.trim()) return tidy(named, 60);
    const by = element.getAttribute('aria-labelledby');
    if (by) return byIds(element, by).slice(0, 60);
    // A menu that is folded away has headings too.
    const found = Array.from(element.querySelectorAll('h1,h2,h3,h4,legend,caption,[role=heading]')).slice(0, 5);
    // A set of fields, or a table, inside it has a name of its own.
    const heading = found.find(
      (one) => isShown(one) && (!/^(legend|caption)$/.test(one.localName) || one.parentElement === element),
    );
    return heading ? text(heading, 60) : '';
  };

  const heading = (element: PageElement): string => {
    const named = element.getAttribute('aria-label');
    if (named?.trim()) return tidy(named, 60);
    const by = element.getAttribute('aria-labelledby');
    if (by) return byIds(element, by).slice(0, 60);
    const first = element.firstElementChild;
    if (first?.localName === 'caption') return text(first, 60);
    return headingBefore(element);
  };

  const headingOver: Words['headingOver'] = (element, first) => {
    for (let before = first.previousElementSibling, i = 0; before && i < 3; before = before.previousElementSibling, i++)
      if (before.matches(headings)) return text(before, 60);
    return heading(element);
  };

  const headings = 'h1,h2,h3,h4,h5,h6,legend,[role=heading]';
  /** The nearest heading above, in the same part of the page: that of a card stands in a header of its own. */
  const headingBefore = (element: PageElement): string => {
    let at: PageElement | null = element;
    for (let level = 0; at && level < 4 && !/^(body|main|li|tr|td)$/.test(at.localName); level++) {
      let before = at.previousElementSibling;
      for (let steps = 0; before && steps < 3; steps++) {
        if (before.matches(headings)) return text(before, 60);
        const inside = before.querySelectorAll(headings);
        // One heading is what this part opens with; several are those of other parts.
        if (inside.length > 0) return inside.length === 1 ? text(inside[0] as PageElement, 60) : '';
        before = before.previousElementSibling;
      }
      at = at.parentElement;
    }
    return '';
  };

  return {
    raw,
    text,
    ending,
    spoken,
    own,
    label,
    stated,
    beside,
    count,
    spelledName,
    tip,
    named,
    hosted,
    dataId,
    given,
    title,
    heading,
    headingOver,
    tokens,
    isShown,
    begin: () => {
      labels = new WeakMap();
    },
  };
}
