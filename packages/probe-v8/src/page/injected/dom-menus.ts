import type { Controls } from './dom-controls.js';
import type { PageElement, PageRoot } from './dom-types.js';
import type { Words } from './words.js';

/** What opens and what is in it: menus that are drawn when they are opened, and parts that are there all the time but folded away. */
export interface Menus {
  /** Pressing it opens a menu, and does nothing else. */
  isOpener(element: PageElement): boolean;
  isOpen(opener: PageElement): boolean;
  /** The words of what an opener shows to choose from now. */
  shownBy(opener: PageElement): string[];
  /** The words of what there is to choose from beside an item of a menu. */
  around(item: PageElement): string[];
  /** What has to be pressed before a hidden element is seen. Null where nothing says so: what is pressed by mistake may do anything. */
  openerOf(hidden: PageElement): PageElement | null;
  /** What can be chosen in a menu that is in the page and folded away, or done in what lies behind a tab; nothing where it is something else. */
  foldedIn(box: PageElement): PageElement[];
}

export function createMenus(kit: { words: Words; controls: Controls }): Menus {
  const { words, controls } = kit;
  const items = '[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio]';
  const mostItems = 40;
  /** What is in them is told with the others of its kind, once it is seen. */
  const rows = 'tr,li,[role=row],[role=listitem],[role=treeitem],[role=option],[role=menu],thead,[role=columnheader]';

  const openers =
    /(?:^|[-_])(?:drop-?down|popover|kebab|(?:menu|popup)(?=[-_]))(?:$|[-_](?:toggle|trigger|button|btn|opener|activator))|(?:^|[-_])opener$/i;
  /** Without a word for those who can't see it: by the sign at the end of its words, or in their place, or by what its author calls it. */
  const looksLikeOpener = (element: PageElement): boolean =>
    !element.closest('th,[role=columnheader]') &&
    (/\p{L}.*[▾▿▼⌄]$|^[☰⋮⋯…]+$/u.test(words.text(element, 80)) || words.tokens(element).some((token) => openers.test(token)));
  const isOpener: Menus['isOpener'] = (element) =>
    (/^(menu|true)$/.test(element.getAttribute('aria-haspopup') ?? '') || looksLikeOpener(element)) &&
    element.localName !== 'input' &&
    // What opens from within a menu is a way on in it.
    !element.closest('[role=menu]');

  const isOpen: Menus['isOpen'] = (opener) => opener.getAttribute('aria-expanded') === 'true';

  const named = (element: PageElement): string => words.own(element) || words.label(element);

  const rootOf = (element: PageElement): PageRoot => element.getRootNode() as unknown as PageRoot;

  const wordsOf = (all: readonly PageElement[]): string[] => {
    const said = all.filter(words.isShown).map(named);
    return [...new Set(said.filter((text) => /[\p{L}\p{N}]/u.test(text)))].slice(0, mostItems);
  };

  const shownBy: Menus['shownBy'] = (opener) => {
    if (!isOpen(opener)) return [];
    const root = rootOf(opener);
    const id = opener.getAttribute('aria-controls') ?? opener.getAttribute('aria-owns') ?? '';
    const box = id === '' ? null : root.getElementById(id);
    return box ? wordsOf(Array.from(box.querySelectorAll(items))) : [];
  };

  const around: Menus['around'] = (item) => {
    const box = item.closest('[role=menu]');
    if (box) return wordsOf(Array.from(box.querySelectorAll(items)));
    // Without roles they are made alike, side by side.
    let part = item;
    while (part.parentElement?.childElementCount === 1) part = part.parentElement;
    const beside = Array.from(part.parentElement?.children ?? []).slice(0, mostItems);
    return beside.every((one) => one.localName === part.localName) ? wordsOf(beside) : [];
  };

  const quoted = (id: string): string => id.replace(/["\\]/g, '\\$&');
  /** Who says that it controls the element of that id. */
  const controllerOf = (element: PageElement): PageElement | null => {
    const id = element.getAttribute('id');
    if (!id) return null;
    const of = quoted(id);
    return rootOf(element).querySelector(
      `[aria-controls~="${of}"],[aria-owns~="${of}"],[popovertarget="${of}"],[commandfor="${of}"],[data-target="#${of}"]`,
    );
  };
  const labellerOf = (element: PageElement): PageElement | null => {
    const role = element.getAttribute('role') ?? '';
    const id = /^(menu|tabpanel)$/.test(role) ? element.getAttribute('aria-labelledby') : null;
    const found = id ? rootOf(element).getElementById(id) : null;
    return found && controls.of(found)?.verb === 'click' ? found : null;
  };
  const isHidden = (element: PageElement): boolean => element.getClientRects().length === 0;

  /** The control right before a box, where it says that it opens something, or where the two are all that a box holds and the second floats over the page. */
  const besideOf = (box: PageElement): PageElement | null => {
    const before = box.previousElementSibling;
    const of = before ? controls.of(before) : null;
    if (!before || of?.verb !== 'click' || isHidden(before)) return null;
    if (before.hasAttribute('aria-expanded') || before.hasAttribute('aria-haspopup') || before.localName === 'summary')
      return before;
    const floats = /^(absolute|fixed)$/.test(before.ownerDocument.defaultView?.getComputedStyle(box).position ?? '');
    const isPair = box.parentElement?.childElementCount === 2 && of.kind !== 'link';
    return floats && isPair && foldedIn(box).length > 1 ? before : null;
  };

  const openerOf: Menus['openerOf'] = (hidden) => {
    const folded = hidden.closest('details:not([open])');
    const summary = folded?.querySelector('summary');
    if (summary && !summary.contains(hidden)) return summary;
    for (let at: PageElement | null = hidden; at && isHidden(at); at = at.parentElement) {
      const found = controllerOf(at) ?? labellerOf(at) ?? besideOf(at);
      if (found && !isHidden(found)) return found;
    }
    return null;
  };

  const foldedIn: Menus['foldedIn'] = (box) => {
    if (box.getAttribute('role') === 'tabpanel')
      return controls
        .inside(box, 200, false)
        .filter((one) => !/^(link|select)$/.test(controls.of(one)?.kind ?? '') && !one.closest(rows))
        .slice(0, mostItems);
    if (box.querySelectorAll('*').length > 300 || box.querySelector('input,select,textarea,table,form,p')) return [];
    const found = controls.inside(box, mostItems + 1, true).filter((one) => one !== box && controls.of(one)?.verb === 'click');
    const lengthOf = (text: string): number => text.replace(/\s/g, '').length;
    const said = lengthOf(found.map((one) => words.text(one, 80)).join(''));
    const whole = lengthOf(words.text(box, 4000));
    const isMenu = box.getAttribute('role') === 'menu' || found.length > 1;
    return isMenu && found.length <= mostItems && said >= whole * 0.6 ? found : [];
  };

  return { isOpener, isOpen, shownBy, around, openerOf, foldedIn };
}
