import type { PageElement } from './dom-types.js';
import type { Words } from './words.js';

/** What pages draw themselves: boxes to choose from a list that opens and buttons of which one is on, told by their roles, and boxes to tick, told by their looks. */
export interface Widgets {
  /** One of several is chosen from a list that opens, and nothing can be typed. */
  isListBox(element: PageElement): boolean;
  /** The frame that is drawn around it: it has no other control in it. */
  boxAround(element: PageElement): PageElement;
  /** The element and the frames around it, the innermost first. */
  drawnBy(element: PageElement): PageElement[];
  /** What is shown as chosen in it. */
  shownIn(element: PageElement): string;
  /** What it has to choose from, where that is in the page before it opens: inside the custom element that the box is a part of. */
  offeredBy(element: PageElement): string[];
  isRadio(element: PageElement): boolean;
  /** The radio buttons that one belongs to, what is chosen by them, and what each is called among them. Null when nothing says so. */
  groupOf(radio: PageElement): {
    readonly called: string;
    readonly radios: readonly PageElement[];
    optionOf(radio: PageElement): string;
  } | null;
  /** Whether a box is on that is drawn without a role, by a class that comes and goes; null where nothing says that it is such a box. */
  isTicked(element: PageElement): boolean | null;
}

export function createWidgets(kit: { words: Words }): Widgets {
  const { words } = kit;
  const typed = 'input:not([readonly]):not([type=hidden]):not([aria-hidden=true])';
  const operated =
    'input:not([type=hidden]):not([aria-hidden=true]),select:not([aria-hidden=true]),textarea,[role=combobox],[role=switch],[role=slider]';

  const isListBox: Widgets['isListBox'] = (element) => {
    const role = element.getAttribute('role');
    const isOpener = element.getAttribute('aria-haspopup') === 'listbox';
    if (element.localName === 'input') return (role === 'combobox' || isOpener) && element.readOnly === true;
    if (element.localName === 'select' || element.isContentEditable) return false;
    if (role === 'combobox') return !element.querySelector(typed);
    return element.localName === 'button' && isOpener;
  };

  const framesOf = (element: PageElement): PageElement[] => {
    const found = [element];
    for (let box = element.parentElement; box && found.length < 4; box = box.parentElement) {
      if (box.querySelectorAll(operated).length > 1) break;
      found.push(box);
    }
    return found;
  };

  const shownIn: Widgets['shownIn'] = (element) => {
    const own = element.localName === 'input' ? (element.value ?? '') : words.text(element, 80);
    if (own !== '') return own;
    return (
      framesOf(element)
        .map((box) => saidIn(box))
        .find((said) => said !== '') ?? ''
    );
  };
  /** Without what is drawn for those who can't see it, and the sign that opens it. */
  const saidIn = (box: PageElement): string => {
    const apart = 'select,[role=button],button';
    if (!box.querySelector(apart)) return words.text(box, 80);
    return Array.from(box.querySelectorAll('*'))
      .slice(0, 30)
      .filter((part) => part.childElementCount === 0 && !part.closest(apart))
      .map((part) => words.text(part, 80))
      .filter((text) => text !== '')
      .join(' ');
  };

  const offeredBy: Widgets['offeredBy'] = (element) => {
    const { host } = element.getRootNode() as { host?: PageElement };
    const all = Array.from(host?.querySelectorAll('[role=option]') ?? []).slice(0, 100);
    return all.map((option) => words.text(option, 80)).filter((text) => text !== '');
  };

  const isRadio: Widgets['isRadio'] = (element) =>
    element.localName === 'input' ? element.type === 'radio' : element.getAttribute('role') === 'radio';

  const groupOf: Widgets['groupOf'] = (radio) => {
    const name = radio.localName === 'input' ? radio.getAttribute('name') : null;
    const box = radio.closest('[role=radiogroup],fieldset') ?? (name ? (radio.form ?? null) : radio.parentElement);
    if (!box) return null;
    const all = Array.from(box.querySelectorAll('input[type=radio],[role=radio]')).slice(0, 100).filter(isRadio);
    const radios = name ? all.filter((one) => one.getAttribute('name') === name) : all;
    if (radios.length < 2) return null;
    // A form, or a set with more than one question in it, names none of them.
    const isWhole = radios.length === all.length && box.localName !== 'form' && !box.querySelector('select,textarea');
    // Or each says it before what it is itself: `Colour: red`.
    const [before = ''] = /^\p{L}[^—–:]*[—–:]\s+(?=\S)/u.exec(words.label(radio)) ?? [];
    const shared = radios.every((one) => words.label(one).startsWith(before)) ? before : '';
    const title = isWhole
      ? words.tip(box) || words.title(box) || box.getAttribute('label') || shared || words.beside(box)
      : shared;
    const called = (title || words.named(radio)).replace(/[—–:*\s]+$/, '');
    return called === '' ? null : { called, radios, optionOf: (one) => words.label(one).slice(shared.length) };
  };

  const on = /(?:^|[-_])(?:on|checked|ticked|toggled)$/i;
  const off = /(?:^|[-_])(?:off|unchecked)$/i;
  /** What its author calls so is on by other words too. */
  const boxes = /^(?:[a-z]+[-_]+)?(?:switch|checkbox|chk|cb)(?:$|[-_])|^toggle$/i;
  const onToo = /(?:^|[-_])(?:active|selected|enabled|true)$/i;
  const pressed =
    'label,button,a,[role=checkbox],[role=switch],[role=radio],[role=button],[role=option],[role=tab],[role^=menuitem]';
  const mostRules = 4000;
  /** Classes that style sheets draw otherwise while they are on: those of `.box.on`, `.box-checked`. Read again when there are more sheets. */
  const styled = new WeakMap<object, { readonly sheets: number; readonly classes: ReadonlySet<string> }>();
  const styledIn = (root: object): ReadonlySet<string> => {
    type Rule = { readonly selectorText?: string };
    const { styleSheets } = root as { styleSheets?: ArrayLike<{ readonly cssRules: ArrayLike<Rule> }> };
    const known = styled.get(root);
    const sheets = styleSheets?.length ?? 0;
    if (known?.sheets === sheets) return known.classes;
    const classes = new Set<string>();
    let left = mostRules;
    for (let i = 0; i < sheets; i++)
      try {
        const rules = styleSheets?.[i]?.cssRules ?? [];
        for (let at = 0; at < rules.length && left > 0; at++, left--)
          for (const [compound] of (rules[at]?.selectorText ?? '').slice(0, 400).matchAll(/(?:\.[\w-]+)+/g)) {
            const all = compound.slice(1).split('.');
            if (!all.some((name) => on.test(name))) continue;
            for (const name of all) classes.add(name.replace(on, '').replace(/[-_]+$/, ''));
          }
      } catch {
        // The sheet of another site is not told.
      }
    classes.delete('');
    styled.set(root, { sheets, classes });
    return classes;
  };
  const isTicked: Widgets['isTicked'] = (element) => {
    const tokens = words.tokens(element);
    if (tokens.length === 0 || element.childElementCount > 3 || !/^(div|span|i|b|em|svg)$/.test(element.localName)) return null;
    const isBox = tokens.some((name) => boxes.test(name));
    const isOn = tokens.some((name) => on.test(name) || (isBox && onToo.test(name)));
    const isOff = isBox || tokens.some((name) => off.test(name));
    if (!isOn && !isOff && !tokens.some((name) => styledIn(element.getRootNode()).has(name))) return null;
    if (element.hasAttribute('role') || /[\p{L}\p{N}]/u.test(words.text(element, 20))) return null;
    // A box that is drawn around or beside one that the browser keeps, or as a part of what is pressed, is told by that.
    if (element.closest(pressed) || element.parentElement?.querySelector('input,[role=checkbox],[role=switch],[role=radio]'))
      return null;
    // Of several side by side one is chosen, or so many of them are.
    const isAlike = (other: PageElement | null): boolean => other !== null && words.tokens(other)[0] === tokens[0];
    if (isAlike(element.previousElementSibling) || isAlike(element.nextElementSibling)) return null;
    return element.ownerDocument.defaultView?.getComputedStyle(element).cursor === 'pointer' ? isOn : null;
  };

  return {
    isListBox,
    isTicked,
    boxAround: (element) => framesOf(element).at(-1) ?? element,
    drawnBy: framesOf,
    shownIn,
    offeredBy,
    isRadio,
    groupOf,
  };
}
