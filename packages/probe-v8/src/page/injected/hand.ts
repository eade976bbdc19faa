import type { PageDocument } from './dom-types.js';

/** Whether somebody uses the page. A script that acts for a person (`userGesture`) is nobody: a hand leaves events. */
export interface Hand {
  /** As of now: `active` when a hand was at the page a few seconds ago at most, and for how long none was seen, which is the page's age when none ever was. */
  seen(): { readonly active: boolean; readonly calmMs: number; readonly ageMs: number };
  leave(): void;
}

export function createHand({ document }: { document: PageDocument }): Hand {
  type Listen = (type: string, hear: () => void, how: object) => void;
  const view = document.defaultView as {
    navigator?: { userActivation?: { readonly isActive: boolean; readonly hasBeenActive: boolean } };
    addEventListener?: Listen;
    removeEventListener?: Listen;
  } | null;
  const activation = view?.navigator?.userActivation;
  const clock = performance as typeof performance & { readonly eventCounts?: { values(): Iterable<number> } };
  /** So long a browser takes a page for one that is used, after a click or a key. */
  const activeMs = 5000;
  const signs = ['pointermove', 'pointerdown', 'wheel', 'keydown'];
  const how = { capture: true, passive: true };
  /** Events of a person that came before we did; those in a frame are counted there. */
  const isUsed = (): boolean =>
    clock.eventCounts && document.getElementsByTagName('iframe').length === 0
      ? [...clock.eventCounts.values()].some((count) => count > 0)
      : (activation?.hasBeenActive ?? true);
  let used = isUsed() ? Math.max(0, clock.now() - activeMs) : 0;
  let watching = false;
  const watch = (): void => {
    if (watching) return;
    watching = true;
    for (const sign of signs) view?.addEventListener?.(sign, hear, how);
  };
  const leave = (): void => {
    watching = false;
    for (const sign of signs) view?.removeEventListener?.(sign, hear, how);
  };
  /** One sign is enough until somebody asks: nothing of ours runs at each move of the pointer, or when nobody asks any more. */
  function hear(): void {
    used = clock.now();
    leave();
  }
  watch();
  return {
    seen() {
      const now = clock.now();
      if (activation?.isActive && isUsed()) used = now;
      watch();
      const calmMs = now - used;
      return { active: used > 0 && calmMs < activeMs, calmMs, ageMs: now };
    },
    leave,
  };
}
