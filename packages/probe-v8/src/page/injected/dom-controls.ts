import type { RawAction, RawActionKind, RawParameter } from '@substrate/core';
import type { PageElement } from './dom-types.js';
import type { Widgets } from './dom-widgets.js';
import type { Words } from './words.js';

/** What a control is for, and how it is operated. */
export interface Control {
  readonly kind: RawActionKind;
  readonly verb:
    | 'click'
    | 'edit'
    | 'rewrite'
    | 'key'
    | 'check'
    | 'fill'
    | 'choose'
    | 'pick'
    | 'menu'
    | 'context'
    | 'twice'
    | 'move'
    | 'media'
    | 'slide'
    | 'submit'
    | 'line'
    | 'send';
  /** Nothing but the look of it says so. */
  readonly guessed?: true;
}

/** What an address of an action leads to. */
export interface Bound {
  /** How it is carried out. */
  readonly verb: Control['verb'];
  action(): RawAction;
  find(parameters: Readonly<Record<string, unknown>>): PageElement | undefined;
  /** What is chosen in the list or menu that it opens, where that is no parameter. */
  readonly option?: string;
  /** Learns what the menu that it opens has to choose from. */
  learn?(items: readonly string[]): void;
}

/** How a page listens to being pressed: with one press, with two, with that of the other button, or with a key. */
export type Pressing = 'click' | 'dblclick' | 'contextmenu' | 'keydown';

/** Tells what on a page can be operated, what it is called and what it takes. */
export interface Controls {
  /** Begins a walk. */
  begin(): void;
  /** Elements that listen to being pressed, whatever they look like; true where one of them is new. */
  hear(elements: readonly PageElement[], how: Pressing): boolean;
  /** Where an item is pressed that hears it so: at a part of it that listens, or wherever, where it or a box that it is in does. */
  heardAt(item: PageElement, how: Pressing): PageElement | null;
  /** A cell of a table that becomes a field when it is pressed twice: it, or a part of the table around it, listens for that. */
  isEdited(cell: PageElement): boolean;
  /** Keys that are pressed while it has the focus, or the box that it is in, are heard there. */
  takesKeys(item: PageElement): boolean;
  /** The pointer over it, or over a part of it, is that of something to be dragged. */
  isGrabbed(item: PageElement): boolean;
  /** A text that becomes a field when it is pressed; `edit` when that takes two presses. */
  rewrittenBy(element: PageElement): 'rewrite' | 'edit' | null;
  /** The signs that say how many of them are meant, of which this is one, and what they are called. */
  scaleOf(element: PageElement): { readonly called: string; readonly marks: readonly PageElement[] } | null;
  /** A number between two signs that change it, in a box, with what it is called. */
  counterIn(
    box: PageElement,
  ): { readonly number: PageElement; readonly named: PageElement | undefined; readonly called: string } | null;
  /** Nothing shows it, but it is pressed: it listens, or is one of several alike whose box does. */
  isPressed(element: PageElement): boolean;
  of(element: PageElement): Control | null;
  /** Controls at or below an element, open shadow roots included. `pressable`: what only looks like one counts too. */
  inside(element: PageElement, most: number, pressable: boolean): PageElement[];
  nameOf(element: PageElement, control: Control): string;
  /** What has to be given beside the element itself. */
  parameters(element: PageElement, verb: Control['verb']): RawParameter[];
  optionsOf(element: PageElement): string[];
  /** A field that takes nothing but a number. */
  isNumeric(element: PageElement): boolean;
  /** A field whose text is looked for once Enter is pressed. */
  isSearch(element: PageElement): boolean;
  /** What a person writes in it, where that is more than a word: an area of text, or a line that is sent. Empty when it is no such field. */
  writtenIn(element: PageElement, called: string): string;
  /** The button beside a field that sends what is written in it, or that Enter does; null when nothing says that it is sent. */
  senderOf(element: PageElement): PageElement | 'enter' | null;
  /** A field that offers what can be written in it, in a list that opens. */
  suggests(element: PageElement): boolean;
  /** The box of the terminal whose keys a field takes; null where it is a field as any other. */
  consoleOf(element: PageElement): PageElement | null;
  /** Pressing it shows something more and changes nothing: a menu, a part that was folded away. */
  opens(element: PageElement): boolean;
}

export function createControls(kit: { words: Words; widgets: Widgets }): Controls {
  const { words, widgets } = kit;
  const controls =
    'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=switch],[role=radio],[role=tab],[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=textbox],[role=searchbox],[role=combobox],[role=slider],[contenteditable=""],[contenteditable=true],[onclick]';
  /** To ask for a style costs; of what is beyond this many in one walk only the plain controls are found. */
  const mostLooks = 3000;
  let looks = 0;

  const cursorOf = (element: PageElement): string => {
    looks++;
    return element.ownerDocument.defaultView?.getComputedStyle(element).cursor ?? '';
  };

  /** The outermost element under a hand pointer: pages show what can be pressed that way, whatever element they made it of. */
  const isPressable = (element: PageElement): boolean =>
    looks < mostLooks &&
    element.childElementCount <= 6 &&
    !/^(body|html|label|option|canvas|iframe|p)$/.test(element.localName) &&
    cursorOf(element) === 'pointer' &&
    !(element.parentElement && cursorOf(element.parentElement) === 'pointer');

  const isSmall = (element: PageElement): boolean =>
    element.querySelectorAll('*').length <= 12 &&
    (element.textContent ?? '').length < 200 &&
    words.label(element).length < 60 &&
    !element.querySelector(controls);

  /** An empty box with a tip is a picture that can be pressed, unless its pointer says that it only explains. */
  const isIcon = (element: PageElement): boolean =>
    element.childElementCount <= 6 &&
    /^(|img|none|presentation)$/.test(element.getAttribute('role') ?? '') &&
    (/^(div|span|i|a|li|td)$/.test(element.localName) || element.localName.includes('-')) &&
    words.tip(element) !== '' &&
    isPicture(element) &&
    (element.shadowRoot
      ? element.childElementCount === 0 && !element.shadowRoot.querySelector(controls)
      : !element.querySelector(controls)) &&
    looks < mostLooks &&
    !/^(help|not-allowed|text|none)$/.test(cursorOf(element));

  /** Nothing is written in it; a sign is a picture too, where presses are heard. */
  const isPicture = (element: PageElement): boolean => {
    const written = (element.textContent ?? '').slice(0, 40).trim();
    if (written === '') return true;
    if (/[\p{L}\p{N}]/u.test(written)) return false;
    for (let at: PageElement | null = element, up = 0; at && up < 6; at = at.parentElement, up++) if (isHeard(at)) return true;
    return false;
  };

  /** Those that listen themselves, and what is made like them: a page draws parts of it anew all the time. */
  const told = () => ({ elements: new WeakSet<PageElement>(), kinds: new Set<string>() });
  const ears: Record<Pressing, ReturnType<typeof told>> = {
    click: told(),
    dblclick: told(),
    contextmenu: told(),
    keydown: told(),
  };
  const mostKinds = 400;
  const hears = (element: PageElement, how: Pressing): boolean => {
    const { elements, kinds } = ears[how];
    return elements.has(element) || (kinds.size > 0 && kinds.has(kindOf(element)));
  };
  const kindOf = (element: PageElement): string => {
    const given = element.getAttribute('class');
    return given ? `${element.localName}.${given}` : '';
  };
  const isHeard = (element: PageElement | null): boolean =>
    element !== null && hears(element, 'click') && !/^(body|html|label|option|canvas|iframe|p|form)$/.test(element.localName);
  /** What sets things apart that are made alike. */
  const alikeAs = (element: PageElement): string => {
    const [first = ''] = words.tokens(element);
    return `${element.localName}.${element.getAttribute('role') ?? ''}.${/\d/.test(first) ? '' : first}`;
  };
  /** A box of things that are made alike, but for one that may be marked. Two boxes without a class may as well be two parts of one thing. */
  const holdsAlike = (element: PageElement): boolean => {
    const parts = Array.from(element.children).slice(0, 12);
    if (parts.length < 2) return false;
    const kinds = parts.map(alikeAs);
    const most = Math.max(...kinds.map((kind) => kinds.filter((other) => other === kind).length));
    return most * 2 > parts.length && (parts.length > 2 || kinds.every((kind) => !kind.endsWith('.')));
  };
  /** More short words beside each other than one thing says of itself. */
  const holdsMany = (element: PageElement): boolean => {
    const parts = Array.from(element.children).slice(0, 40);
    return parts.length > 3 && parts.every((part) => part.childElementCount < 3 && (part.textContent ?? '').length < 30);
  };
  /** A box that listens for what is in it. */
  const listensForParts = (element: PageElement | null): boolean =>
    element !== null &&
    isHeard(element) &&
    // A row of a table is one thing, however many cells it has.
    element.localName !== 'tr' &&
    (/^(tbody|thead|table|ul|ol)$/.test(element.localName) || holdsAlike(element) || holdsMany(element));
  /** One of several alike whose box listens for them. */
  const isPartHeard = (element: PageElement): boolean => {
    const box = element.parentElement;
    // Rows and heads of a table are in boxes of it.
    const within = element.localName === 'tr' ? box?.parentElement : element.localName === 'th' ? box?.closest('thead') : null;
    if (within && listensForParts(within)) return true;
    if (!box || /^(p|h[1-6]|label|section|article)$/.test(element.localName) || !listensForParts(box)) return false;
    return holdsAlike(box) || !(/\d/.test(words.label(element)) && /\p{L}/u.test(words.label(element)));
  };
  /** Something else names it, and it holds other words: what it is around is meant. */
  const isNamedApart = (element: PageElement): boolean => {
    const said = element.hasAttribute('aria-labelledby') ? words.text(element, 200) : '';
    return said !== '' && !said.includes(words.label(element));
  };
  /** Nothing shows that it can be pressed, but it listens, and no part of it or around it does so too. */
  const isPressed = (element: PageElement): boolean =>
    isPartHeard(element)
      ? isSmall(element) && (words.label(element) || words.given(element)) !== ''
      : isHeard(element) &&
        !listensForParts(element) &&
        !isNamedApart(element) &&
        isSmall(element) &&
        !element.querySelector('p,h1,h2,h3,h4,li,tr,canvas') &&
        (words.label(element) || words.given(element)) !== '' &&
        !isHeard(element.parentElement) &&
        !element.parentElement?.closest(`${controls},label`);

  /** The branch of a tree whose own line an element is in; what it holds stands in a group, or is a line itself. */
  const branchOf = (element: PageElement): PageElement | null => {
    for (let at = element.parentElement, up = 0; at && up < 4; at = at.parentElement, up++) {
      const role = at.getAttribute('role');
      if (role === 'treeitem') return at.querySelector('[role=treeitem]') ? at : null;
      if (role === 'group' || at.localName === 'ul') return null;
    }
    return null;
  };
  const partsOf = (branch: PageElement): PageElement[] =>
    Array.from(branch.querySelectorAll('*'))
      .slice(0, 12)
      .filter((part) => part.closest('[role=treeitem]') === branch && !part.querySelector('[role=treeitem]'));
  /** The words of a branch: the first part with some, and no part of it has them all. */
  const lineOf = (branch: PageElement): PageElement | undefined =>
    partsOf(branch).find(
      (part) => /[\p{L}\p{N}]/u.test(words.own(part)) && !part.closest(controls) && !part.querySelector(controls),
    );
  /** The sign before them that folds it. */
  const foldOf = (branch: PageElement): PageElement | undefined => {
    const [first] = branch.hasAttribute('aria-expanded') ? partsOf(branch).filter((part) => part.childElementCount === 0) : [];
    return first && !/[\p{L}\p{N}]/u.test(first.textContent ?? '') && !first.closest(controls) ? first : undefined;
  };

  /** What authors call a place where lines are typed and answered. */
  const consoleWords = /(?:^|[-_\s])x?(?:term(?:inal)?|console|tty|repl|cmd)(?:$|[-_\s])/i;
  const isUnseen = (element: PageElement): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return width * height < 100 || Number(style?.opacity) < 0.1 || /, 0\)$/.test(style?.color ?? '');
  };
  /** The outermost box around a field that its author calls a terminal. */
  const consoleAround = (element: PageElement): PageElement | null => {
    let box: PageElement | null = null;
    if (element.localName !== 'textarea' && !(element.localName === 'input' && element.type === 'text')) return null;
    for (let at = element.parentElement, up = 0; at && up < 5 && !/^(body|html)$/.test(at.localName); at = at.parentElement, up++)
      if (consoleWords.test([at.getAttribute('id') ?? '', ...words.tokens(at)].join(' '))) box = at;
    return box;
  };
  /** Keys go to a field that nobody sees, and what comes of them is drawn around it. */
  const consoleOf: Controls['consoleOf'] = (element) => {
    const box = consoleAround(element);
    return box && isUnseen(element) ? box : null;
  };

  const saysEdit = /(?:^|[-_])edit(?:able|[-_]?in[-_]?place)(?:$|[-_])|^in-?line[-_]?edit/i;
  const rewrittenBy: Controls['rewrittenBy'] = (element) => {
    if (element.childElementCount > 2 || !/^(div|span|p|h[1-6]|dd|b|strong|em|time)$/.test(element.localName)) return null;
    if (element.hasAttribute('role') || !/[\p{L}\p{N}]/u.test(words.own(element)) || element.querySelector(controls)) return null;
    if (element.closest(`${controls},label,th,[role=row],[role=columnheader]`)) return null;
    if (hears(element, 'dblclick') && !element.closest('li,tr') && !hears(element, 'click')) return 'edit';
    const isSaid = words.tokens(element).some((token) => saysEdit.test(token));
    // The value of a name can be pressed: for another.
    if (!isSaid && element.localName !== 'dd') return null;
    return hears(element, 'click') || (looks < mostLooks && /^(pointer|text)$/.test(cursorOf(element))) ? 'rewrite' : null;
  };

  const scaleOf: Controls['scaleOf'] = (element) => {
    const box = element.parentElement;
    const marks = Array.from(box?.children ?? []).slice(0, 12);
    if (!box || marks.length < 3 || marks.length > 10 || element.matches(controls)) return null;
    const isMark = (one: PageElement): boolean =>
      alikeAs(one) === alikeAs(element) &&
      !/[\p{L}\p{N}]/u.test(words.text(one, 4)) &&
      words.tip(one) === '' &&
      one.childElementCount < 3 &&
      !one.querySelector(controls);
    if (!marks.every(isMark) || looks > mostLooks || cursorOf(element) !== 'pointer') return null;
    const called = words.tip(box) || words.beside(box) || words.given(box);
    return called ? { called, marks } : null;
  };

  const of: Controls['of'] = (element) => {
    const tag = element.localName;
    const role = element.getAttribute('role') ?? '';
    if (consoleOf(element)) return { kind: 'button', verb: 'line' };
    if (/^menuitem/.test(role)) return { kind: 'menu_item', verb: 'click' };
    if (role === 'tab' || role === 'option') return { kind: 'select', verb: 'click' };
    // What holds others, or parts to be operated, is a branch of the tree: its line is pressed.
    if (role === 'treeitem')
      return element.querySelector(`${controls},[role=treeitem]`) ? null : { kind: 'select', verb: 'click' };
    const branch = branchOf(element);
    if (branch) {
      if (element === lineOf(branch)) return { kind: 'select', verb: 'click' };
      if (element === foldOf(branch)) return { kind: 'button', verb: 'click' };
    }
    if (role === 'checkbox' || role === 'switch' || role === 'radio' || element.hasAttribute('aria-pressed'))
      return { kind: 'toggle', verb: 'check' };
    if (widgets.isListBox(element)) return { kind: 'select', verb: 'pick' };
    if (tag === 'input') {
      const type = element.type ?? 'text';
      if (/^(submit|button|reset|image)$/.test(type)) return { kind: 'button', verb: 'click' };
      if (type === 'checkbox') return { kind: 'toggle', verb: 'check' };
      if (type === 'radio') return { kind: 'select', verb: 'check' };
      if (type === 'hidden' || type === 'file') return null;
      return { kind: 'text', verb: 'fill' };
    }
    if (role === 'slider' && element.hasAttribute('aria-valuenow')) return { kind: 'text', verb: 'slide' };
    if (tag === 'textarea' || role === 'textbox' || role === 'searchbox') return { kind: 'text', verb: 'fill' };
    if (tag === 'select') return { kind: 'select', verb: 'choose' };
    if (tag === 'button' || role === 'button' || tag === 'summary') return { kind: 'button', verb: 'click' };
    if ((tag === 'a' && element.hasAttribute('href')) || role === 'link') return { kind: 'link', verb: 'click' };
    if (element.isContentEditable && !element.parentElement?.isContentEditable) return { kind: 'text', verb: 'fill' };
    if (element.hasAttribute('onclick')) return { kind: 'button', verb: 'click' };
    // What can have the focus can be pressed, unless it is a container whose parts are meant.
    if (
      element.getAttribute('tabindex') === '0' &&
      words.label(element).length < 60 &&
      !/^(tree|treegrid|grid|table|list|listbox|menu|menubar|tablist|toolbar|group|region|main|application)$/.test(role) &&
      !element.querySelector(`${controls},[role=treeitem],li,tr,p,h1,h2,h3`) &&
      !holdsAlike(element)
    )
      return { kind: 'button', verb: 'click' };
    if (element.isContentEditable) return null;
    const rewritten = rewrittenBy(element);
    if (rewritten) return { kind: 'text', verb: rewritten, guessed: true };
    if (isPressable(element) ? isSmall(element) : isIcon(element) || isPressed(element))
      return widgets.isTicked(element) === null
        ? { kind: 'button', verb: 'click', guessed: true }
        : { kind: 'toggle', verb: 'check', guessed: true };
    return null;
  };

  const inside: Controls['inside'] = (element, most, pressable) => {
    const found: PageElement[] = [];
    if (element.matches(controls)) found.push(element);
    const all = element.querySelectorAll(controls);
    for (let i = 0; i < all.length && found.length < most; i++) found.push(all[i] as PageElement);
    if (pressable) {
      if (!found.includes(element) && (isPressable(element) || (element.getAttribute('role') === 'treeitem' && of(element))))
        found.unshift(element);
      const parts = element.querySelectorAll('*');
      for (let i = 0; i < parts.length && i < 24 && found.length < most; i++) {
        const part = parts[i] as PageElement;
        const isLine = part.getAttribute('role') === 'treeitem' || branchOf(part) !== null;
        const control = found.includes(part) ? null : of(part);
        if (control && (control.guessed || isLine) && !part.closest(controls)) found.push(part);
      }
      if (found.length === 0 && (isHeard(element) ? !listensForParts(element) : isPartHeard(element))) found.push(element);
    }
    if (element.shadowRoot)
      for (const child of Array.from(element.shadowRoot.children)) found.push(...inside(child, most - found.length, false));
    if (element.localName.includes('-') || found.length === 0)
      for (const child of Array.from(element.children))
        if (child.shadowRoot) found.push(...inside(child, most - found.length, false));
    return [...new Set(found)].slice(0, most);
  };

  const optionsOf = (element: PageElement): string[] =>
    Array.from(element.options ?? [])
      .slice(0, 100)
      .map((option) => words.text(option, 80));

  /** Digits that have a form of their own, or so many places, are a code. */
  const isNumeric: Controls['isNumeric'] = (element) =>
    element.type === 'number' ||
    element.type === 'range' ||
    element.getAttribute('role') === 'spinbutton' ||
    element.getAttribute('inputmode') === 'decimal' ||
    (element.getAttribute('inputmode') === 'numeric' &&
      !element.hasAttribute('pattern') &&
      !element.hasAttribute('maxlength') &&
      /^(off)?$/.test(element.getAttribute('autocomplete') ?? ''));

  /** In a list of suggestions Enter would take the first. */
  const isSearch: Controls['isSearch'] = (element) =>
    element.localName === 'input' &&
    element.getAttribute('role') !== 'combobox' &&
    !element.hasAttribute('aria-autocomplete') &&
    !element.hasAttribute('list') &&
    (element.type === 'search' ||
      element.getAttribute('role') === 'searchbox' ||
      element.closest('search,[role=search]') !== null ||
      /\bsearch\b/i.test(words.label(element)));

  /** What a field without a button beside it is for, when Enter sends it. */
  const sent = /\b(message|chat|reply|comment|prompt|ask|command)\b/i;
  const sends = /^(send|post|reply|submit|comment|publish|ask)\b/i;

  const isArea = (element: PageElement): boolean =>
    element.localName === 'textarea' || (element.value === undefined && element.localName !== 'select');

  /** Of the part of the page around a field that has buttons, and no other field: the one that says so, or the only one. Beside the lines of a letter its text is sent by the one that says so. */
  const buttonBeside = (element: PageElement): PageElement | null => {
    for (let at = element.parentElement, i = 0; at && i < 5; at = at.parentElement, i++) {
      const fields = Array.from(
        at.querySelectorAll('input:not([type=hidden]),textarea,select,[contenteditable=true],[role=textbox]'),
      );
      const isAlone = fields.length <= 1;
      if (!isAlone && (!isArea(element) || fields.filter(isArea).length > 1)) return null;
      const all = Array.from(at.querySelectorAll('button,[role=button],input[type=submit],input[type=button]'));
      const beside = all.filter((button) => !element.contains(button));
      if (beside.length === 0) continue;
      const saying = beside.filter((button) => sends.test(words.label(button)) || button.getAttribute('type') === 'submit');
      if (!isAlone) return saying.length === 1 ? (saying[0] as PageElement) : null;
      return saying[0] ?? (beside.length === 1 && !isArea(element) ? (beside[0] as PageElement) : null);
    }
    return null;
  };

  /** Its author says so, in whichever attribute, or the pointer over it does. */
  const saysSort = (element: PageElement): boolean =>
    Array.from(element.attributes).some(({ name, value }) => /sort/i.test(`${name} ${name === 'class' ? value : ''}`)) ||
    (element.localName === 'th' && looks < mostLooks && cursorOf(element) === 'pointer');

  /** The head of a column, or a part of it, that is pressed to sort by it. A part that says something else does that: it filters, it opens a menu. */
  const sortsBy = (element: PageElement, head: PageElement): boolean => {
    if (saysSort(element) || /\bsort/i.test(words.label(element))) return true;
    if (!head.hasAttribute('aria-sort') && !saysSort(head)) return false;
    const said = words.label(element) || words.given(element);
    return element === head || said === '' || words.text(head, 60).includes(words.text(element, 60) || said);
  };

  /** The head of the column that it stands in. */
  const headOver = (element: PageElement): string => {
    const cell = element.closest('td') as (PageElement & { readonly cellIndex?: number }) | null;
    const heads = cell?.closest('table')?.querySelector('thead tr')?.children;
    return words.text(heads?.[cell?.cellIndex ?? -1] ?? null, 60);
  };

  const rises = /^[+＋➕▲▴⌃↑]$/;
  const falls = /^[-−–➖▼▾⌄↓]$/;
  const isCount = /^[-−]?\d[\d.,]*\D{0,4}$/;
  const said = (part: PageElement): string =>
    part.localName === 'input' ? (part.value ?? '') : part.childElementCount < 2 ? words.text(part, 40) : '';
  const counterIn: Controls['counterIn'] = (box) => {
    const parts = box.childElementCount > 2 && box.childElementCount < 7 ? Array.from(box.children) : [];
    const number = parts.find((part) => isCount.test(said(part)));
    if (!number || !parts.some((part) => rises.test(said(part))) || !parts.some((part) => falls.test(said(part)))) return null;
    const named = parts.find((part) => /^\p{L}/u.test(said(part)) && !part.matches(controls));
    return { number, named, called: (named ? said(named) : words.beside(box)).replace(/[:*\s]+$/, '') };
  };
  /** What a sign does where it stands: beside a number and the opposite sign it changes the number, before the words of a line it shows what is below that. */
  const signed = (element: PageElement): string => {
    const sign = words.text(element, 4);
    const box = element.parentElement;
    if (!box || /[\p{L}\p{N}]/u.test(sign) || words.tip(element) !== '') return '';
    const way = rises.test(sign) ? 'increase' : falls.test(sign) ? 'decrease' : '';
    // A word of its author's for this one alone, that is more than the name of the sign, says it better.
    const own = words.given(element);
    const isCalled = own !== '' && !/^(?:plus|minus|up|down)$/i.test(own);
    if (way && isCalled && !Array.from(box.children).some((other) => other !== element && words.given(other) === own)) return '';
    const counter = way ? counterIn(box) : null;
    if (counter) return `${way} ${box.closest('li,tr,[role=row],[role=listitem]') ? '' : counter.called}`.trim();
    const isFold = /^[▸▹▾▿]$/.test(sign) || (sign === '' && words.tokens(element).some((token) => folds.test(token)));
    return isFold && element === box.firstElementChild && /\p{L}/u.test(words.text(box, 60)) ? 'unfold' : '';
  };
  const folds = /(?:^|[-_])(?:caret|chevron|expander|twist(?:y|ie)|disclosure)(?:$|[-_])/i;

  const nameOf: Controls['nameOf'] = (element, { verb }) => {
    // What is written in a field, or shown as chosen, is its value, not its name.
    const written = (verb === 'fill' || verb === 'pick') && element.value === undefined;
    if (verb === 'line') return 'enter command';
    // The head of a column is pressed to sort by it; what it says of itself changes with the order.
    const head = verb === 'click' ? element.closest('th,[role=columnheader]') : null;
    if (head && sortsBy(element, head)) return `Sort by ${words.text(head, 60)}`;
    const branch = verb === 'click' ? branchOf(element) : null;
    if (branch && element === foldOf(branch)) return `unfold ${words.text(lineOf(branch) ?? null, 60) || words.label(branch)}`;
    if (verb === 'edit' || verb === 'rewrite') {
      const own = element.localName === 'dd' ? '' : words.given(element);
      const title = element.closest('h1,h2,h3,h4,h5,h6') ? 'heading' : words.heading(element);
      return (saysEdit.test(own) ? '' : own) || words.beside(element) || title || 'text';
    }
    const sign = verb === 'click' ? signed(element) : '';
    if (sign) return sign;
    if (written) return words.tip(element) || (verb === 'pick' ? words.beside(element) : '') || words.given(element) || 'text';
    // A box that is drawn is called by the words beside it: its class says what it looks like.
    if (verb === 'check' && widgets.isTicked(element) !== null) {
      const said = words.tip(element) || headOver(element) || words.beside(element) || words.text(element.nextElementSibling, 60);
      if (said || words.hosted(element)) return said || words.hosted(element);
    }
    // What has no words of its own is called as its author calls it, or by those beside it.
    const given = words.given(element);
    return words.label(element) || (/\p{L}{3}/u.test(given) ? given : words.beside(element) || given);
  };

  const senderOf: Controls['senderOf'] = (element) => {
    // What a form has is sent by its own action.
    if (element.form || isSearch(element)) return null;
    const isLine =
      sent.test(words.label(element)) || element.getAttribute('enterkeyhint') === 'send' || consoleAround(element) !== null;
    if (!isArea(element) && !isLine) return null;
    return buttonBeside(element) ?? (isLine ? 'enter' : null);
  };

  return {
    of,
    isPressed,
    isNumeric,
    isSearch,
    senderOf,
    writtenIn(element, called) {
      if (of(element)?.verb !== 'fill' || !(isArea(element) || senderOf(element))) return '';
      return (
        called
          .replace(/^(write|type|enter|add|send|leave|compose|post)\s+((an?|your|the|something)\s+)?/i, '')
          .replace(/[…:.\s]+$/, '') || 'text'
      );
    },
    inside,
    optionsOf,
    suggests: (element) =>
      element.localName === 'input' &&
      !element.readOnly &&
      (element.getAttribute('role') === 'combobox' ||
        /^(list|both)$/.test(element.getAttribute('aria-autocomplete') ?? '') ||
        element.getAttribute('aria-haspopup') === 'listbox'),
    begin() {
      looks = 0;
    },
    isEdited(cell) {
      for (let at: PageElement | null = cell, up = 0; at && up < 8; at = at.parentElement, up++) {
        if (hears(at, 'dblclick')) return true;
        if (at.matches('table,[role=grid],[role=table],[role=treegrid]')) return false;
      }
      return false;
    },
    rewrittenBy,
    scaleOf,
    counterIn,
    takesKeys(item) {
      for (let at: PageElement | null = item, up = 0; at && up < 4 && !/^(body|html)$/.test(at.localName); up++) {
        if (hears(at, 'keydown')) return at.hasAttribute('tabindex') || item.hasAttribute('tabindex');
        at = at.parentElement;
      }
      return false;
    },
    isGrabbed: (item) =>
      [item, ...Array.from(item.querySelectorAll('*')).slice(0, 6)].some((part) => /^(grab|move)$/.test(cursorOf(part))),
    heardAt(item, how) {
      for (let at: PageElement | null = item, up = 0; at && up < 4 && !/^(body|html)$/.test(at.localName); up++) {
        if (hears(at, how)) return item;
        at = at.parentElement;
      }
      return (
        Array.from(item.querySelectorAll('*'))
          .slice(0, 24)
          .find((part) => hears(part, how)) ?? null
      );
    },
    hear(elements, how) {
      let isNew = false;
      const ear = ears[how];
      for (const element of elements) {
        if (element.nodeType !== 1 || ear.elements.has(element)) continue;
        ear.elements.add(element);
        isNew = true;
        const kind = kindOf(element);
        if (kind !== '' && ear.kinds.size < mostKinds) ear.kinds.add(kind);
      }
      return isNew;
    },
    nameOf,
    parameters(element, verb) {
      if (verb === 'check' && !widgets.isRadio(element))
        return [
          {
            name: 'checked',
            type: 'boolean',
            required: false,
            description: 'The wanted state; without it the state is flipped.',
          },
        ];
      if (verb === 'fill')
        return [
          isNumeric(element)
            ? { name: 'value', type: 'number', required: true, sourceType: 'any' }
            : { name: 'text', type: 'string', required: true, sourceType: 'any' },
          {
            name: 'press_enter',
            type: 'boolean',
            required: false,
            description: isSearch(element) ? 'Presses Enter afterwards, unless it is false.' : 'Presses Enter afterwards.',
          },
        ];
      if (verb === 'edit' || verb === 'rewrite')
        return [
          {
            name: 'text',
            type: 'string',
            required: true,
            sourceType: 'any',
            description: 'What is typed into the field that opens.',
          },
        ];
      if (verb === 'line')
        return [
          {
            name: 'text',
            type: 'string',
            required: true,
            sourceType: 'any',
            description: 'The line that is typed before Enter.',
          },
        ];
      if (verb === 'send')
        return [{ name: 'text', type: 'string', required: true, sourceType: 'any', description: 'What is written and sent.' }];
      if (verb === 'slide') {
        const [least, most] = ['aria-valuemin', 'aria-valuemax'].map((name) => element.getAttribute(name));
        const range = least !== null && most !== null ? { description: `From ${least} to ${most}.` } : {};
        return [{ name: 'value', type: 'number', required: true, ...range }];
      }
      if (verb === 'pick') {
        const choices = widgets.offeredBy(element);
        return [{ name: 'option', type: 'string', required: true, ...(choices.length > 0 ? { choices } : {}) }];
      }
      if (verb === 'choose') return [{ name: 'option', type: 'string', required: true, choices: optionsOf(element) }];
      return [];
    },
    consoleOf,
    opens: (element) =>
      element.localName === 'summary' ||
      element.hasAttribute('aria-expanded') ||
      branchOf(element) !== null ||
      /^(true|menu|listbox|tree|grid)$/.test(element.getAttribute('aria-haspopup') ?? ''),
  };
}
