import type { RawAction } from '@substrate/core';
import type { Bound } from './dom-controls.js';
import type { PageDocument, PageElement } from './dom-types.js';
import type { Words } from './words.js';

/** What a person drags on the page, and the places where it can be put: beside another of its kind, or in a box of them. */
export interface Moves {
  /** One action for each kind of thing that is dragged. */
  bound(document: PageDocument): [address: string, Bound][];
  /** Things in one box that the pointer shows to be dragged. */
  notice(things: readonly PageElement[]): void;
  /** Where something is put that is dragged to what these words name: another of its kind, or a box of them. */
  targetOf(element: PageElement, to: unknown): PageElement | undefined;
  /** Where it lies now: a text that is another once it was moved. */
  placeOf(element: PageElement): string;
}

export function createMoves({ words }: { words: Words }): Moves {
  const most = 300;
  const dragged = '[draggable=true],[aria-roledescription],[aria-describedby]';
  const isDragged = (element: PageElement): boolean =>
    (element.getAttribute('draggable') === 'true' && !/^(a|img)$/.test(element.localName)) ||
    /\b(sortable|draggable)\b/i.test(element.getAttribute('aria-roledescription') ?? '') ||
    /\b(drag|dragging|reorder)\b/i.test(described(element));
  /** What is read aloud of how it is used. */
  const described = (element: PageElement): string => {
    const id = element.getAttribute('aria-describedby');
    return id ? words.text((element.getRootNode() as unknown as PageDocument).getElementById(id)) : '';
  };
  const kindOf = (element: PageElement): string => {
    const [first = ''] = words.tokens(element).filter((token) => !/\d/.test(token));
    return `${element.localName}.${first}`;
  };
  /** Boxes of things that nothing but the pointer marks. */
  let noticed: WeakRef<PageElement>[] = [];
  const all = (document: PageDocument): PageElement[] => {
    const marked = Array.from(document.querySelectorAll(dragged)).slice(0, most).filter(isDragged);
    const boxes = noticed.flatMap((ref) => ref.deref() ?? []).filter((box) => box.isConnected && box.ownerDocument === document);
    const pointed = boxes.flatMap((box) => Array.from(box.children).slice(0, 100));
    return [...marked, ...pointed.filter((one) => !marked.some((other) => one.contains(other) || other.contains(one)))].slice(
      0,
      most,
    );
  };
  const said = (element: PageElement): string => words.spoken(element, 400) || words.label(element);
  /** The boxes that things of this kind lie in, and those beside them that are made alike: one may be empty. */
  const boxesOf = (things: readonly PageElement[]): PageElement[] => {
    const found = new Set<PageElement>();
    for (const thing of things) if (thing.parentElement) found.add(thing.parentElement);
    for (const box of [...found])
      for (const other of Array.from(box.parentElement?.children ?? []).slice(0, 40))
        if (kindOf(other) === kindOf(box)) found.add(other);
    return [...found];
  };
  /** A box is called by what it says of itself, or by the heading that stands before it. */
  const calledOf = (box: PageElement): string => {
    const before = box.previousElementSibling;
    return words.title(box) || words.tip(box) || (before ? words.text(before, 60) : '') || words.given(box);
  };
  const named = <T>(wanted: string, from: readonly T[], saying: (one: T) => string): T | undefined => {
    const texts = from.map((one) => saying(one).toLowerCase());
    const whole = texts.indexOf(wanted);
    const parts = from.filter((_, i) => texts[i]?.includes(wanted));
    return whole >= 0 ? from[whole] : parts.length === 1 ? parts[0] : undefined;
  };
  const alike = (document: PageDocument, kind: string): PageElement[] =>
    all(document).filter((element) => kindOf(element) === kind);

  return {
    notice([first]) {
      const box = first?.parentElement;
      noticed = noticed.filter((ref) => ref.deref()?.isConnected).slice(-20);
      if (box && !noticed.some((ref) => ref.deref() === box)) noticed.push(new WeakRef(box));
    },
    bound(document) {
      const kinds = new Map<string, PageElement[]>();
      for (const element of all(document)) {
        if (!words.isShown(element)) continue;
        const before = kinds.get(kindOf(element));
        if (before) before.push(element);
        else kinds.set(kindOf(element), [element]);
      }
      return [...kinds].flatMap(([kind, things]) => {
        const boxes = boxesOf(things);
        const first = things[0] as PageElement;
        if (things.length + boxes.length < 3) return [];
        const box = first.parentElement;
        const called = words.given(first) || (box ? calledOf(box) : '') || 'item';
        const address = `dom:page/move[${kind}]`;
        const told = things.slice(0, 12).map((one) => `“${said(one).slice(0, 40).trim()}”`);
        const places = [...new Set(boxes.map(calledOf))].filter((text) => text !== '').slice(0, 12);
        const action: RawAction = {
          address,
          name: `move ${called} to`,
          kind: 'button',
          source: 'dom',
          parameters: [
            {
              name: 'row',
              type: 'string',
              required: true,
              sourceType: 'any',
              description: `What is moved: words that only it has, or its number, from 0 on: ${told.join(', ')}.`,
            },
            {
              name: 'to',
              type: 'string',
              required: true,
              description: `The one whose place it takes${places.length > 1 ? `, or where it is put: ${places.map((one) => `“${one}”`).join(', ')}` : ''}.`,
            },
          ],
          certainty: 0.86,
          description: `Drags one of ${things.length} to another place.`,
        };
        const find: Bound['find'] = ({ row }) => {
          const now = alike(document, kind);
          return typeof row === 'number' ? now[row] : named(String(row).toLowerCase(), now, said);
        };
        return [[address, { verb: 'move', find, action: () => action }]];
      });
    },
    targetOf(element, to) {
      const wanted = String(to).toLowerCase();
      const things = alike(element.ownerDocument, kindOf(element));
      const box = named(wanted, boxesOf(things), calledOf);
      if (box) return box;
      return named(
        wanted,
        things.filter((one) => one !== element),
        said,
      );
    },
    placeOf(element) {
      const things = alike(element.ownerDocument, kindOf(element));
      const words = said(element);
      const now = things.find((one) => one === element) ?? things.find((one) => said(one) === words);
      return now ? `${boxesOf(things).indexOf(now.parentElement as PageElement)}/${things.indexOf(now)}` : 'gone';
    },
  };
}
