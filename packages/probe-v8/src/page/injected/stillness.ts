import type { PageDocument, PageElement, PageNode } from './dom-types.js';

/**
 * Tells whether a document is as it was when it was last walked, so that it need not be walked again. An observer in our own world sees what
 * changes in the tree; it stops at the first change, so a page that changes all the time pays for one. What changes without a trace
 * in the tree is compared: fields, focus, the pointer, the size of the window. What is on its way (a transition) is not trusted.
 */
export interface Stillness {
  /** A walk begins: from now on, changes count. */
  begin(document: PageDocument): void;
  /** The walk meets an element that may have a shadow root or a document of its own, which the observer must be told of. */
  enter(host: PageElement): void;
  /** A field that the walk has read. */
  field(element: PageElement): void;
  /** The walk came to its end. */
  end(): void;
  unchanged(): boolean;
  /** Stops watching. */
  leave(): void;
}

export function createStillness(): Stillness {
  interface Observer {
    observe(node: PageNode, what: Record<string, boolean>): void;
    disconnect(): void;
    takeRecords(): readonly unknown[];
  }
  interface Motion {
    readonly effect?: { getComputedTiming(): { readonly endTime?: unknown } } | null;
  }
  const { MutationObserver: Watcher } = globalThis as unknown as { MutationObserver?: new (hear: () => void) => Observer };
  const clock = performance;
  /** What no comparison shows (a style sheet that was rewritten) is found by a walk after this time. */
  const trustedMs = 4000;
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  const mostFields = 400;
  let top: PageDocument | undefined;
  let trusted = false;
  let walked = 0;
  let fields: { element: PageElement; was: string }[] = [];
  let hosts: { element: PageElement; inner: PageNode | null }[] = [];
  let around: readonly unknown[] = [];

  const distrust = (): void => {
    trusted = false;
    observer?.disconnect();
  };
  const observer = Watcher ? new Watcher(distrust) : undefined;

  const stateOf = (element: PageElement): string => {
    const { type, value, checked, selectedOptions, files } = element;
    const { paused, volume, currentTime } = element as { paused?: boolean; volume?: number; currentTime?: number };
    // While it plays it goes on by itself: that is told by walks of their own time.
    const played = paused === undefined ? '' : `|${paused}|${volume}|${paused ? currentTime : ''}`;
    const chosen = selectedOptions ? Array.from(selectedOptions, (option) => option.value).join('\n') : '';
    return `${type}|${type === 'password' ? String(value !== '') : value}|${checked}|${chosen}|${files ? Array.from(files, (file) => file.name).join('\n') : ''}${played}`;
  };

  const innerOf = (element: PageElement): PageNode | null => element.shadowRoot ?? element.contentDocument ?? null;

  /** What styles depend on beside the tree. */
  const surroundings = (document: PageDocument): readonly unknown[] => {
    const view = document.defaultView;
    // To look for what the pointer is over takes a walk; mostly it is over nothing.
    const under = document.documentElement?.matches(':hover') ? document.querySelectorAll(':hover') : [];
    return [view?.innerWidth, view?.innerHeight, document.activeElement, under[under.length - 1], document.styleSheets?.length];
  };

  const isMoving = (document: PageDocument): boolean => {
    const { getAnimations } = document as { getAnimations?: () => readonly Motion[] };
    return (
      typeof getAnimations !== 'function' ||
      getAnimations.call(document).some(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    );
  };

  return {
    begin(document) {
      top = document;
      trusted = observer !== undefined;
      fields = [];
      hosts = [];
      observer?.disconnect();
      observer?.observe(document, all);
    },
    enter(element) {
      const inner = innerOf(element);
      if (inner) observer?.observe(inner, all);
      hosts.push({ element, inner });
    },
    field(element) {
      if (fields.length < mostFields) fields.push({ element, was: stateOf(element) });
      else distrust();
    },
    end() {
      if (!top || isMoving(top)) return distrust();
      around = surroundings(top);
      walked = clock.now();
    },
    unchanged() {
      if (!trusted || !top || clock.now() - walked > trustedMs) return false;
      if (observer?.takeRecords().length) distrust();
      const now = trusted ? surroundings(top) : [];
      return (
        trusted &&
        around.every((was, i) => was === now[i]) &&
        fields.every(({ element, was }) => stateOf(element) === was) &&
        hosts.every(({ element, inner }) => innerOf(element) === inner)
      );
    },
    leave: distrust,
  };
}
