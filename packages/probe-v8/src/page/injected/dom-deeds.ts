import type { Deed } from './deed.js';
import type { DomActions } from './dom-actions.js';
import type { Bound, Controls } from './dom-controls.js';
import type { Fields } from './dom-fields.js';
import type { Menus } from './dom-menus.js';
import type { Moves } from './dom-moves.js';
import type { PageDocument, PageElement, PageRect, PageRoot, PageWindow } from './dom-types.js';
import type { Widgets } from './dom-widgets.js';
import type { Words } from './words.js';

export interface SwitchState {
  readonly on: boolean;
  /** The browser itself keeps it. */
  readonly native: boolean;
  /** A button that may stay pressed, or only tells that it was. */
  readonly button: boolean;
}

export interface ConsoleState {
  readonly shown: string;
  readonly begun: boolean;
}

/** Carries actions out on elements. */
export interface DomDeeds {
  /** Does what needs no click of its own, or says where to click. */
  perform(address: string, parameters: Readonly<Record<string, unknown>>): Deed;
  /** The same, by a click that the page can tell from a person's: for pages out of sight. */
  click(address: string, parameters: Readonly<Record<string, unknown>>): Deed;
  /** What a switch is now; null when it is not there any more. */
  switched(address: string, parameters: Readonly<Record<string, unknown>>): SwitchState | null;
  /** How what was written is sent now: by a click, or by Enter. Null while the button can't be pressed. */
  sender(address: string, parameters: Readonly<Record<string, unknown>>): Deed | null;
  /**
   * Where the wanted option of a list that was opened is clicked, or that of a menu of it that opened then (`depth`); null while it is not there. `directly`:
   * it is clicked at once, as a script does.
   */
  option(address: string, parameters: Readonly<Record<string, unknown>>, directly: boolean, depth?: number): Deed | null;
  /** Notes what says the wanted words before a list opens. */
  note(address: string, parameters: Readonly<Record<string, unknown>>): void;
  /** How many lists are gone through to what is wanted. */
  depth(address: string, parameters: Readonly<Record<string, unknown>>): number;
  /** Writes what is wanted into a field that suggests; null where nothing can be written. */
  suggest(address: string, parameters: Readonly<Record<string, unknown>>): Deed | null;
  /** What an open list offers in place of what is not in it. */
  offered(address: string, parameters: Readonly<Record<string, unknown>>): string[];
  /** Whether a player plays. */
  plays(address: string, parameters: Readonly<Record<string, unknown>>): boolean;
  /** Where what is dragged lies now. */
  placeOf(address: string, parameters: Readonly<Record<string, unknown>>): string;
  /** Drags as a script does, where the page listens to the events of dragging; null where it has to be done with the pointer. */
  dragged(address: string, parameters: Readonly<Record<string, unknown>>): Deed | null;
  /** Where to click for a hidden target to be seen; null where nothing says so. `directly`: it is clicked at once, as a script does. */
  opener(address: string, parameters: Readonly<Record<string, unknown>>, directly: boolean): Deed | null;
  /** Writes in the field that opened where a cell was clicked twice; null while there is none. */
  edited(address: string, parameters: Readonly<Record<string, unknown>>): Deed | null;
  /** Leaves the field that opened, where Enter did not close it. */
  closed(): void;
  /** Presses one key on a slider, towards what is wanted. Null while it is on the way. */
  slide(address: string, parameters: Readonly<Record<string, unknown>>): Deed | null;
  /** Leaves a field that was filled in, as a person does who goes on; some pages take what was typed only then. Null when there is no need to. */
  leave(address: string, parameters: Readonly<Record<string, unknown>>): true | null;
  /** Whether a field that was left has gone back to what it held before. */
  hasReturned(address: string, parameters: Readonly<Record<string, unknown>>): boolean;
  /** Whether a field still holds what was written in it. */
  holds(address: string, parameters: Readonly<Record<string, unknown>>): boolean;
  /** What a terminal shows now, and whether something is typed already in the line where the next key goes; its field has the focus then. Null when it is gone. */
  console(address: string, parameters: Readonly<Record<string, unknown>>): ConsoleState | null;
  clear(selector: string): Deed;
  focus(selector: string): Deed;
  /** The element that has the focus can take text. */
  canType(): Deed;
  type(text: string): Deed;
  clickAt(x: number, y: number): Deed;
  /** Enter, as a script sends it: for pages that real keys don't reach. */
  enter(): Deed;
  /** Begins to watch whether an input event of that type arrives, and what the focused field holds. The page can't tell. */
  watch(type: 'mousedown' | 'keydown', x?: number, y?: number): void;
  /** Ends the watch: whether the event arrived, and whether the focused field changed meanwhile. */
  watched(): { arrived: boolean; changed: boolean };
  scrollAt(x: number, y: number, deltaY: number): Deed;
  wordsAt(x: number, y: number): string | null;
  wordsOf(address: string, parameters: Readonly<Record<string, unknown>>): string | null;
}

export function createDomDeeds(kit: {
  words: Words;
  widgets: Widgets;
  actions: DomActions;
  controls: Controls;
  fields: Fields;
  menus: Menus;
  moves: Moves;
  document: PageDocument;
}): DomDeeds {
  const { words, widgets, actions, controls, fields, menus, moves, document } = kit;
  const { called, fill, filled, isOn, setValue } = fields;
  const refuse = (reason: string, message: string, dispatched = false): Deed => ({ done: false, reason, message, dispatched });
  const noTarget = (what: string): Deed => refuse('no_target', what);

  const viewOf = (element: PageElement): PageWindow => element.ownerDocument.defaultView as PageWindow;

  /** The element at a point, through open shadow roots and same-origin frames. */
  const deepest = (x: number, y: number): PageElement | null => {
    let root: PageRoot = document;
    let found: PageElement | null = null;
    let left = x;
    let top = y;
    for (let i = 0; i < 20; i++) {
      const hit: PageElement | null = root.elementFromPoint(left, top);
      if (!hit || hit === found) break;
      found = hit;
      if (hit.shadowRoot) root = hit.shadowRoot;
      else if (hit.contentDocument) {
        const box = hit.getBoundingClientRect();
        left -= box.left;
        top -= box.top;
        root = hit.contentDocument;
      } else break;
    }
    return found;
  };

  const query = (selector: string): { element?: PageElement; refusal?: Deed } => {
    try {
      const direct = document.querySelector(selector);
      if (direct) return { element: direct };
      const roots: PageRoot[] = [document];
      for (let i = 0; i < roots.length && i < 200; i++) {
        for (const element of Array.from((roots[i] as PageRoot).querySelectorAll('*')).slice(0, 20_000)) {
          const inner = element.shadowRoot ?? element.contentDocument;
          if (!inner) continue;
          const found = inner.querySelector(selector);
          if (found) return { element: found };
          roots.push(inner);
        }
      }
      return { refusal: noTarget(`No element matches ${selector}.`) };
    } catch (error) {
      return { refusal: refuse('bad_parameter', `${selector} is no valid selector: ${(error as Error).message}`) };
    }
  };

  const boxOf = (element: PageElement): PageRect | undefined =>
    Array.from(element.getClientRects()).find((rect) => rect.width > 0 && rect.height > 0);

  const displayOf = (element: PageElement): string => viewOf(element).getComputedStyle(element).display;

  /** The middle of a box. A point inside a frame is given in the coordinates of the whole page. */
  const inPage = (element: PageElement, box: PageRect): { x: number; y: number } => {
    let x = box.left + box.width / 2;
    let y = box.top + box.height / 2;
    for (let view: PageWindow | null = viewOf(element); view && view.document !== document; ) {
      const frame: PageElement | null = (view as unknown as { frameElement: PageElement | null }).frameElement;
      if (!frame) break;
      const outer = frame.getBoundingClientRect();
      x += outer.left;
      y += outer.top;
      view = viewOf(frame);
    }
    return { x, y };
  };

  const pointAt = (element: PageElement): Deed => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = boxOf(element);
    if (!box) {
      // A field that is there for assistive technology alone is drawn by what is around it.
      const drawn =
        element.localName === 'input' && displayOf(element) !== 'none'
          ? (widgets.drawnBy(element).find((one) => !isTiny(one)) ?? widgets.drawnBy(element).find(boxOf))
          : undefined;
      if (drawn) return { click: true, ...inPage(drawn, boxOf(drawn) as PageRect), covered: false, message: called(element) };
      // Many buttons of a row are shown only while the pointer is over it.
      let row = element.parentElement;
      while (row && !boxOf(row)) row = row.parentElement;
      const around = row && row !== document.body && row !== document.documentElement ? boxOf(row) : undefined;
      if (!around)
        return {
          done: false,
          reason: 'no_target',
          dispatched: false,
          hidden: true,
          message: `“${called(element)}” is on the page, but not visible.`,
        };
      row?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { x, y } = inPage(row as PageElement, boxOf(row as PageElement) ?? around);
      return { hover: true, x, y, message: called(element) };
    }
    const hit = deepest(box.left + box.width / 2, box.top + box.height / 2);
    const covered = !(hit && (element === hit || element.contains(hit) || hit.contains(element) || sameLabel(element, hit)));
    return { click: true, ...inPage(element, box), covered, message: called(element) };
  };
  /** There for assistive technology alone. */
  const isTiny = (element: PageElement): boolean => {
    const box = boxOf(element);
    return !box || box.width * box.height < 100;
  };
  const sameLabel = (element: PageElement, hit: PageElement): boolean =>
    Array.from(element.labels ?? []).some((label) => label.contains(hit));

  const switchOn = (element: PageElement): Deed => {
    const wanted = element.type === 'radio' || element.getAttribute('role') === 'radio' || !isOn(element);
    const point = pointAt(element);
    return 'click' in point ? { ...point, wanted } : point;
  };

  const submit = (form: PageElement, parameters: Readonly<Record<string, unknown>>): Deed => {
    const parts = form.elements ? Array.from(form.elements) : Array.from(form.querySelectorAll('input,select,textarea'));
    const nameOf = (field: PageElement): string => field.getAttribute('name') || words.given(field) || words.label(field);
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined || value === null) continue;
      const matching = parts.filter((field) => nameOf(field) === name);
      const radio = matching.find(
        (field) => field.type === 'radio' && (field.value === String(value) || words.label(field) === String(value)),
      );
      if (radio) {
        if (!radio.checked) radio.click();
        continue;
      }
      const field = matching[0];
      if (!field) return refuse('bad_parameter', `The form has no field “${name}”.`);
      if (field.type === 'radio') return refuse('bad_parameter', `“${name}” has no choice “${String(value)}”.`);
      const refusal = fill(field, value);
      if (refusal) return refusal;
    }
    const bad = form.hasAttribute('novalidate') ? null : form.querySelector(':invalid:not(fieldset)');
    if (bad)
      return refuse(
        'invalid_form',
        `“${words.label(bad) || nameOf(bad)}” is not accepted: ${(bad as { validationMessage?: string }).validationMessage ?? 'invalid'}`,
        true,
      );
    const buttons = parts.filter(
      (field) =>
        (field.localName === 'button' || field.localName === 'input') && (field.type === 'submit' || field.type === 'image'),
    );
    const button = buttons.find((field) => !field.disabled);
    if (buttons.length > 0 && !button)
      return refuse(
        'disabled',
        `The form can't be sent now: “${words.label(buttons[0] as PageElement)}” is disabled.`,
        Object.keys(parameters).length > 0,
      );
    if (button && words.isShown(button)) return pointAt(button);
    if (form.requestSubmit) form.requestSubmit();
    return { done: true, message: 'The form was sent.' };
  };

  const resolve = (address: string, parameters: Readonly<Record<string, unknown>>) => {
    const bound = actions.get(address);
    const element = bound?.find(parameters);
    return { bound, element };
  };

  const missing = (address: string, known: boolean, parameters: Readonly<Record<string, unknown>>): Deed => ({
    done: false,
    reason: 'no_target',
    dispatched: false,
    gone: true,
    message: known
      ? parameters.row === undefined
        ? 'It is no longer on the page, or there are several: say which, by `row`.'
        : `There is no row ${String(parameters.row)} with it, or more than one.`
      : `Nothing on the page has the address ${address}.`,
  });

  const interactive =
    'a[href],button,input,select,textarea,summary,label,[role=button],[role=link],[role=menuitem],[role=tab],[role=option],[role=switch],[role=checkbox],[onclick]';
  const describe = (element: PageElement): string => {
    const target = element.closest(interactive) ?? element;
    const post =
      target.form?.getAttribute('method')?.toLowerCase() === 'post' && (target.type === 'submit' || target.type === 'image');
    const tip = [target.getAttribute('title'), target.getAttribute('name'), target.id].filter(Boolean).join(' ');
    return `${words.label(target)} ${tip}${post ? ' submit' : ''}`.trim().slice(0, 200);
  };

  /** What a click there would be on: of a container whose parts are meant, what is written in it beside them, which at a blank point is nothing. */
  const describeAt = (hit: PageElement): string => {
    const isPressable = hit.closest(interactive) !== null || viewOf(hit).getComputedStyle(hit).cursor === 'pointer';
    const isContainer =
      /^(html|body)$/.test(hit.localName) || hit.querySelector(interactive) !== null || (hit.textContent ?? '').length > 200;
    return isContainer && !isPressable ? words.own(hit) : describe(hit);
  };

  /** What said the words of the wanted option before its list was opened, and so on for the lists that open from it. */
  let there: WeakSet<PageElement>[] = [];
  /** What is chosen one after the other: a menu of a menu is on the way. */
  const pathOf = (bound: Bound | undefined, { option, text }: Readonly<Record<string, unknown>>): string[] =>
    bound?.verb === 'menu' || bound?.verb === 'context'
      ? (bound.option ?? String(option)).split(/\s+[>›▸»]\s+/)
      : [String(option ?? text)];
  /** What had the focus before a cell was clicked. */
  let before: PageElement | null = null;
  /** Where a slider was before the last key, and how often it was looked at since: the page may show it a little later. */
  let slid: { readonly at: number; looks: number } | undefined;
  const mostLooks = 20;
  const isText = (text: string, wanted: string): boolean => text.trim().toLowerCase() === wanted.trim().toLowerCase();
  const offers = '[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio]';
  /** The smallest visible elements outside a list box that say these words and no others. */
  const saying = (element: PageElement, wanted: string): PageElement[] => {
    const roots: (PageRoot | PageElement)[] = [element.ownerDocument];
    for (let at = element.getRootNode() as { host?: PageElement }; at.host; at = at.host.getRootNode() as { host?: PageElement })
      roots.push(at as unknown as PageRoot);
    return roots
      .flatMap((root) => Array.from(root.querySelectorAll('*')).slice(0, 20_000))
      .filter(
        (one) =>
          one.childElementCount <= 3 &&
          (isText(words.text(one, 200), wanted) ||
            // Beside the words of an item there may be keys that do the same, or a hint.
            (one.matches(offers) && [words.own(one), words.label(one)].some((text) => isText(text, wanted)))) &&
          !one.contains(element) &&
          boxOf(one) !== undefined &&
          words.isShown(one),
      )
      .filter((one, _, all) => !all.some((other) => other !== one && one.contains(other)));
  };

  interface Player {
    readonly paused: boolean;
    readonly readyState: number;
    readonly duration: number;
    currentTime: number;
    volume: number;
    play(): Promise<void>;
    pause(): void;
  }
  const play = (player: Player, what: string, { seconds, volume }: Readonly<Record<string, unknown>>): Deed => {
    if (what === 'play') {
      void player.play().catch(() => undefined);
      return { done: true, message: 'It plays.', play: true };
    }
    if (what === 'pause') player.pause();
    if (what === 'seek') {
      const end = Number.isFinite(player.duration) ? player.duration : Number(seconds);
      if (Number(seconds) < 0 || Number(seconds) > end) return refuse('bad_parameter', `It lasts from 0 to ${end} seconds.`);
      player.currentTime = Number(seconds);
    }
    if (what === 'volume') {
      if (Number(volume) < 0 || Number(volume) > 1) return refuse('bad_parameter', 'The volume is from 0 to 1.');
      player.volume = Number(volume);
    }
    return { done: true, message: 'It was done.' };
  };

  /** What a field held before it was filled in. */
  let heldBefore = '';

  let endWatch: (() => { arrived: boolean; changed: boolean }) | undefined;
  const textOf = (element: PageElement | null): string => (element ? (element.value ?? element.textContent ?? '') : '');

  return {
    watch(type, x, y) {
      endWatch?.();
      let arrived = false;
      const hear = (): void => {
        arrived = true;
      };
      const field = activeElement();
      const before = textOf(field);
      // A frame hears its own events only.
      const hit = x === undefined || y === undefined ? field : deepest(x, y);
      const views = new Set([document.defaultView, hit ? viewOf(hit) : null].filter((view) => view !== null));
      for (const view of views) view.addEventListener(type, hear, { capture: true, passive: true });
      endWatch = () => {
        for (const view of views) view.removeEventListener(type, hear, { capture: true });
        endWatch = undefined;
        return { arrived, changed: textOf(field) !== before || activeElement() !== field };
      };
    },
    watched: () => endWatch?.() ?? { arrived: true, changed: true },
    enter() {
      const active = activeElement();
      if (!active) return noTarget('No field has the focus: focus one first.');
      const view = viewOf(active);
      const init = { key: 'Enter', code: 'Enter', keyCode: 13, which: 13, bubbles: true, cancelable: true, composed: true };
      const goOn = active.dispatchEvent(new view.KeyboardEvent('keydown', init));
      if (goOn) active.dispatchEvent(new view.KeyboardEvent('keypress', init));
      active.dispatchEvent(new view.KeyboardEvent('keyup', init));
      if (goOn && active.form && active.localName === 'input') active.form.requestSubmit?.();
      return { done: true, message: 'Enter was pressed.' };
    },
    perform(address, parameters) {
      const { bound, element } = resolve(address, parameters);
      if (!bound || !element) return missing(address, bound !== undefined, parameters);
      if (element.disabled) return refuse('disabled', `“${words.label(element)}” is disabled now.`);
      switch (bound.verb) {
        case 'submit':
          return submit(element, parameters);
        case 'fill': {
          heldBefore = textOf(element);
          const given = parameters.value ?? parameters.text;
          // A number may be given as its text. Of what is typed where digits are asked for the page may make what it likes.
          const isStrict = controls.isNumeric(element) && element.getAttribute('inputmode') !== 'numeric';
          if (isStrict && (String(given).trim() === '' || !Number.isFinite(Number(given))))
            return refuse('bad_parameter', `“${called(element)}” takes a number, which “${String(given)}” is not.`);
          const deed = filled(element, given, 'The text was set');
          return 'done' in deed && deed.done ? { ...deed, enter: controls.isSearch(element) } : deed;
        }
        case 'send': {
          const deed = filled(element, parameters.text, 'The text was set');
          return 'done' in deed && deed.done ? { ...deed, send: true } : deed;
        }
        case 'choose':
          return filled(element, parameters.option, 'The option was chosen');
        case 'check':
          if (parameters.checked !== undefined && isOn(element) === (parameters.checked === true))
            return { done: true, message: 'It was in that state already.' };
          return switchOn(element);
        case 'slide':
          return { done: true, message: '', slide: true };
        case 'line':
          return { done: true, message: '', line: true };
        case 'context': {
          there = [new WeakSet(saying(element, pathOf(bound, parameters)[0] ?? ''))];
          const point = pointAt(element);
          return 'click' in point ? { ...point, pick: true, right: true } : point;
        }
        case 'menu':
        case 'pick': {
          const [wanted = ''] = pathOf(bound, parameters);
          const isKept = bound.verb === 'pick' && !controls.suggests(element);
          if (isKept && isText(widgets.shownIn(element), wanted)) return { done: true, message: 'It was chosen already.' };
          // What is open already shows it.
          if (menus.isOpen(element)) {
            there = [];
            return { done: true, message: '', pick: true };
          }
          there = [new WeakSet(saying(element, wanted))];
          const own = pointAt(element);
          if (!('click' in own)) return own;
          // What is shown as chosen may lie over the field that opens the list, or the field is seen by nobody.
          const isOver = (hit: PageElement | null): boolean => hit !== null && widgets.boxAround(element).contains(hit);
          const isSeen = !own.covered || isOver(deepest(own.x, own.y));
          const drawn = isSeen ? undefined : widgets.drawnBy(element).find((box) => !isTiny(box));
          const point = drawn ? pointAt(drawn) : own;
          if (!('click' in point)) return point;
          return { ...point, covered: point.covered && !isOver(deepest(point.x, point.y)), pick: true };
        }
        case 'click':
          return pointAt(element);
        case 'media':
          return play(element as unknown as Player, bound.option ?? '', parameters);
        case 'move': {
          const target = moves.targetOf(element, parameters.to);
          if (!target) return refuse('bad_parameter', `Nothing that it can be moved to is called “${String(parameters.to)}”.`);
          const [from, to] = [pointAt(element), boxOf(target)];
          if (!('click' in from) || !to) return 'click' in from ? noTarget('Where it should go is not visible.') : from;
          return { ...from, to: inPage(target, to) };
        }
        case 'key': {
          const point = pointAt(element);
          return 'click' in point ? { ...point, key: String(parameters.key) } : point;
        }
        case 'twice':
        case 'rewrite':
        case 'edit': {
          before = activeElement();
          const point = pointAt(element);
          return 'click' in point ? { ...point, edit: bound.verb === 'rewrite' ? 'once' : 'twice' } : point;
        }
      }
    },
    click(address, parameters) {
      const { bound, element } = resolve(address, parameters);
      if (!bound || !element) return missing(address, bound !== undefined, parameters);
      if (bound.verb === 'submit') {
        if (element.requestSubmit) element.requestSubmit();
        return { done: true, message: 'The form was sent.' };
      }
      const sender = bound.verb === 'send' ? controls.senderOf(element) : element;
      const target = sender === null || sender === 'enter' ? element : sender;
      target.click();
      return { done: true, message: `Clicked “${called(target)}”.` };
    },
    switched(address, parameters) {
      const { element } = resolve(address, parameters);
      if (!element) return null;
      const native = element.localName === 'input';
      return {
        on: isOn(element),
        native,
        button: !native && !/^(switch|checkbox|radio)$/.test(element.getAttribute('role') ?? ''),
      };
    },
    sender(address, parameters) {
      const { bound, element } = resolve(address, parameters);
      if (!bound || !element) return missing(address, bound !== undefined, parameters);
      const sender = controls.senderOf(element);
      if (sender === null) return noTarget('Nothing beside it sends it now.');
      if (sender === 'enter') {
        element.focus({ preventScroll: true });
        return { done: true, message: 'The text was sent by Enter.', enter: true };
      }
      return sender.disabled || sender.getAttribute('aria-disabled') === 'true' ? null : pointAt(sender);
    },
    note(address, parameters) {
      const { bound, element } = resolve(address, parameters);
      there = element ? [new WeakSet(saying(element, pathOf(bound, parameters)[0] ?? ''))] : [];
    },
    option(address, parameters, directly, depth = 0) {
      const { bound, element } = resolve(address, parameters);
      if (!bound || !element) return missing(address, bound !== undefined, parameters);
      const path = pathOf(bound, parameters);
      const options = saying(element, path[depth] ?? '').filter((one) => !there[depth]?.has(one));
      const option = options.find((one) => one.closest(offers)) ?? options[0];
      if (!option) return null;
      if (depth === 0) bound.learn?.(menus.around(option));
      const next = path[depth + 1];
      if (next !== undefined && !there[depth + 1]) there[depth + 1] = new WeakSet(saying(element, next));
      if (!directly) return pointAt(option);
      option.click();
      return { done: true, message: `Chose “${words.text(option, 80)}”.` };
    },
    plays(address, parameters) {
      const player = resolve(address, parameters).element as unknown as Player | undefined;
      // It has something to play.
      return player !== undefined && !player.paused && player.readyState > 0;
    },
    placeOf(address, parameters) {
      const element = resolve(address, parameters).element;
      return element ? moves.placeOf(element) : 'gone';
    },
    dragged(address, parameters) {
      const { element } = resolve(address, parameters);
      const target = element && moves.targetOf(element, parameters.to);
      if (!element || !target || element.getAttribute('draggable') !== 'true') return null;
      const view = viewOf(element) as unknown as {
        readonly DataTransfer: new () => unknown;
        readonly DragEvent: new (type: string, init: Record<string, unknown>) => unknown;
      };
      const dataTransfer = new view.DataTransfer();
      const at = (where: PageElement) => {
        const box = where.getBoundingClientRect();
        return { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
      };
      const event = (type: string, on: PageElement, where: PageElement): unknown =>
        on.dispatchEvent(
          new view.DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...at(where) }),
        );
      event('dragstart', element, element);
      event('drag', element, target);
      event('dragenter', target, target);
      event('dragover', target, target);
      event('drop', target, target);
      event('dragend', element, target);
      return { done: true, message: 'It was dragged.' };
    },
    depth: (address, parameters) => pathOf(actions.get(address), parameters).length,
    suggest(address, parameters) {
      const { element } = resolve(address, parameters);
      if (!element || !controls.suggests(element)) return null;
      return fill(element, parameters.option) ?? { done: true, message: '' };
    },
    offered(address, parameters) {
      const { bound, element } = resolve(address, parameters);
      const all = Array.from(document.querySelectorAll(offers)).filter((one) => boxOf(one) && words.isShown(one));
      const said = all.map((one) => words.own(one) || words.label(one)).filter((text) => text !== '');
      if (element && menus.isOpen(element)) bound?.learn?.(said.slice(0, 40));
      return said.slice(0, 20);
    },
    opener(address, parameters, directly) {
      const { element } = resolve(address, parameters);
      const opener = element ? menus.openerOf(element) : null;
      if (!opener || !directly) return opener ? pointAt(opener) : null;
      opener.click();
      return { done: true, message: '' };
    },
    closed() {
      if (activeElement() === before) before?.blur();
    },
    edited(_, parameters) {
      const field = activeElement();
      const isField = field && (/^(input|textarea|select)$/.test(field.localName) || field.isContentEditable);
      if (!field || !isField || field === before) return null;
      before = field;
      return fill(field, parameters.text) ?? { done: true, message: 'The cell was edited.', enter: field.localName !== 'select' };
    },
    slide(address, parameters) {
      const { bound, element } = resolve(address, parameters);
      if (!bound || !element) return missing(address, bound !== undefined, parameters);
      const now = Number(element.getAttribute('aria-valuenow'));
      const wanted = Number(parameters.value);
      const last = slid;
      if (last !== undefined && now === last.at && now !== wanted && last.looks < mostLooks) {
        last.looks++;
        return null;
      }
      slid = undefined;
      if (now === wanted || (last && Math.sign(wanted - now) === -Math.sign(wanted - last.at)))
        return { done: true, message: `It is at ${now} now.` };
      if (last && now === last.at) return refuse('no_effect', `“${called(element)}” stays at ${now}.`, true);
      slid = { at: now, looks: 0 };
      element.focus({ preventScroll: true });
      const [key, keyCode] = wanted > now ? ['ArrowRight', 39] : ['ArrowLeft', 37];
      const init = { key, code: key, keyCode, which: keyCode, bubbles: true, cancelable: true, composed: true };
      const view = viewOf(element);
      element.dispatchEvent(new view.KeyboardEvent('keydown', init));
      element.dispatchEvent(new view.KeyboardEvent('keyup', init));
      return null;
    },
    console(address, parameters) {
      const { element } = resolve(address, parameters);
      const box = element && controls.consoleOf(element);
      if (!element || !box) return null;
      element.focus({ preventScroll: true });
      // biome-ignore lint/performance/useDomNodeTextContent: its lines, as they are drawn.
      const shown = (box.innerText ?? box.textContent ?? '').replace(/\u200b/g, '').replace(/\s+$/, '');
      const last = (shown.split('\n').at(-1) ?? '').trim();
      // A prompt ends with a sign.
      return { shown, begun: last !== '' && !/[>$#%:?»›❯λ]$/.test(last) };
    },
    leave(address, parameters) {
      const { bound, element } = resolve(address, parameters);
      // A list of suggestions is there for as long as its field has the focus.
      if (!element || bound?.verb !== 'fill' || controls.suggests(element) || activeElement() !== element) return null;
      element.blur();
      return true;
    },
    hasReturned(address, parameters) {
      const { element } = resolve(address, parameters);
      const now = element ? textOf(element) : '';
      return element !== undefined && now === heldBefore && now !== String(parameters.value ?? parameters.text);
    },
    holds(address, parameters) {
      const { element } = resolve(address, parameters);
      const text = String(parameters.text).trim();
      return element !== undefined && text !== '' && textOf(element).trim() === text;
    },
    clear(selector) {
      const { element, refusal } = query(selector);
      if (!element) return refusal as Deed;
      if (!/^(input|textarea)$/.test(element.localName) && !element.isContentEditable)
        return refuse('no_target', `${selector} is no field that holds text.`);
      return fill(element, '') ?? { done: true, message: `Cleared ${selector}.` };
    },
    focus(selector) {
      const { element, refusal } = query(selector);
      if (!element) return refusal as Deed;
      element.focus();
      const root = element.getRootNode() as PageRoot;
      return root.activeElement === element
        ? { done: true, message: `${selector} has the focus.` }
        : refuse('no_target', `${selector} can't take the focus.`, true);
    },
    canType() {
      const active = activeElement();
      if (
        active &&
        (/^(input|textarea)$/.test(active.localName) || active.isContentEditable || active.ownerDocument.designMode === 'on')
      )
        return { done: true, message: words.label(active) };
      return noTarget('No field has the focus: focus one first.');
    },
    type(text) {
      const active = activeElement();
      if (!active) return noTarget('No field has the focus: focus one first.');
      const before = active.value;
      if (active.ownerDocument.execCommand?.('insertText', false, text)) return { done: true, message: 'The text was typed.' };
      if (before === undefined) return noTarget('The focused element takes no text.');
      setValue(active, before + text);
      return { done: true, message: 'The text was typed.' };
    },
    clickAt(x, y) {
      const hit = deepest(x, y);
      if (!hit) return noTarget(`Nothing is at ${x}, ${y}.`);
      (hit.closest(interactive) ?? hit).click();
      return { done: true, message: `Clicked “${words.label(hit)}”.` };
    },
    scrollAt(x, y, deltaY) {
      let element: PageElement | null = deepest(x, y);
      if (!element) return noTarget(`Nothing is at ${x}, ${y}.`);
      const scroller = document.documentElement as unknown as { scrollTop: number; scrollHeight: number; clientHeight: number };
      for (; element; element = element.parentElement) {
        const box = element as unknown as { scrollTop: number; scrollHeight: number; clientHeight: number };
        if (box.scrollHeight <= box.clientHeight) continue;
        const before = box.scrollTop;
        box.scrollTop += deltaY;
        if (box.scrollTop !== before) return { done: true, message: `Scrolled by ${box.scrollTop - before}.` };
      }
      const before = scroller.scrollTop;
      scroller.scrollTop += deltaY;
      return {
        done: true,
        message:
          scroller.scrollTop === before ? 'There was nowhere left to scroll.' : `Scrolled by ${scroller.scrollTop - before}.`,
      };
    },
    wordsAt(x, y) {
      const hit = deepest(x, y);
      return hit ? describeAt(hit) : null;
    },
    wordsOf(address, parameters) {
      const { element } = resolve(address, parameters);
      return element ? describe(element) : null;
    },
  };

  function activeElement(): PageElement | null {
    let active = document.activeElement ?? null;
    for (let i = 0; i < 20 && active; i++) {
      const inner: PageElement | null | undefined = active.shadowRoot?.activeElement ?? active.contentDocument?.activeElement;
      if (!inner) break;
      active = inner;
    }
    return active === document.body ? null : active;
  }
}
