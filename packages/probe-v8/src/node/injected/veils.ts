import type { Kit } from './kit.js';

/** Private fields and the lease of the inspector: what needs help from outside, again and again. Closed. */
export const addVeils = (kit: Kit): void => {
  kit.veils = [];
  kit.privates = new WeakMap();
  kit.unveil = (fields, handles) => {
    const found = new Map<number, [string, unknown][]>();
    for (const { veil, name, value, handle } of fields) {
      const list = found.get(veil) ?? [];
      list.push([name, handle === undefined ? value : handles[handle]]);
      found.set(veil, list);
    }
    for (const [veil, list] of found) {
      const object = kit.veils[veil]?.deref();
      if (object) kit.privates.set(object, list);
    }
  };

  const { setInterval, clearInterval } = (kit.builtin('timers') ?? globalThis) as Pick<
    typeof globalThis,
    'setInterval' | 'clearInterval'
  >;
  let timer: ReturnType<typeof setInterval> | undefined;
  let called = true;
  kit.beat = () => {
    called = true;
  };
  kit.lease = (open) => {
    if (timer) clearInterval(timer);
    timer = undefined;
    if (!open) return;
    timer = setInterval(() => {
      if (called) {
        called = false;
        return;
      }
      clearInterval(timer);
      (process as unknown as { _debugEnd?: () => void })._debugEnd?.();
    }, 30_000);
    timer.unref();
  };
};
