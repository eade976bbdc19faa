import type { Base, Shells } from './kit.js';

/** What stands before something else, as proxies do, or will be something, as promises. Closed. */
export const createShells = (kit: Base): Shells => {
  const mostShells = 40;
  /** A promise that was not settled is asked about again, but not before others had their turn. */
  const turnsOfPromise = 4;
  const behind = new WeakMap<object, unknown>();
  const asked = new WeakMap<object, number>();
  const waiting: WeakRef<object>[] = [];
  let turns = 0;

  const unshell: Shells['unshell'] = (shells, targets) => {
    shells.forEach((shell, at) => {
      const target = targets[at];
      if (target !== undefined && target !== null && (kit.isProxy(shell) || kit.isPromise(shell)))
        behind.set(shell as object, target);
    });
  };

  return {
    unshell,
    bare: (value) => {
      let at = value;
      for (let depth = 0; depth < 4 && kit.isHeld(at); depth++) {
        const target = behind.get(at);
        if (target === undefined) break;
        at = target;
      }
      return at;
    },
    noteShell: (value) => {
      const isPromise = kit.isPromise(value);
      if (!isPromise && !kit.isProxy(value)) return false;
      const last = asked.get(value);
      const isDue = last === undefined || (isPromise && turns - last >= turnsOfPromise);
      if (isDue && waiting.length < mostShells) {
        waiting.push(new WeakRef(value));
        asked.set(value, turns);
      }
      return true;
    },
    askShells: () => {
      turns++;
      return waiting.map((shell) => shell.deref() ?? null);
    },
    answerShells: (targets) => {
      const shells = waiting.splice(0, targets.length);
      unshell(
        shells.map((shell) => shell.deref()),
        targets,
      );
    },
  };
};
