import type { Undo } from '@substrate/core';
import {
  type Effect,
  effectOf,
  type Interpretation,
  type InterpretOptions,
  type Turn,
  turnsOf,
  wayBack,
} from '@substrate/semantic';

/**
 * What one application was seen to do, so that what an action did can be told from what happens anyway, and the way back from it can be told where there is one.
 */
export interface UndoBook {
  /** A cycle: what changes while nothing is done changes by itself. */
  seen(interpretation: Interpretation): void;
  /** An action is about to be dispatched. */
  begin(action: string, parameters: Readonly<Record<string, unknown>>, before: Interpretation): void;
  /** The action whose effects may be seen now. */
  deed(): InterpretOptions['deed'];
  /** The way back from the action that began last, by what was seen after it. */
  end(after: Interpretation): Undo | null;
}

/** So long after an action a change may still be its doing. */
const quietMs = 5000;
/** An action takes no longer. */
const longestMs = 130_000;
/** As often a key must have changed by itself. */
const often = 3;
const mostRestless = 5000;
const mostEffects = 64;
const mostTold = 256;
/** So long a way back can be gone as it was told. */
const goodMs = 10 * 60 * 1000;

interface Told {
  readonly until: number;
  readonly of: string;
  readonly undo: Undo;
  readonly turns: readonly Turn[];
}

const nobody: ReadonlySet<string> = new Set();

export const createUndoBook = (now: () => number = Date.now): UndoBook => {
  let last: Interpretation | undefined;
  let doing: { action: string; parameters: Readonly<Record<string, unknown>>; before: Interpretation } | undefined;
  let doneAt = Number.NEGATIVE_INFINITY;
  let before: Interpretation | undefined;
  const changed = new Map<string, number>();
  const restless = new Set<string>();
  const effects: Effect[] = [];
  const failed = new Set<string>();
  let told: Told[] = [];
  /** The way back from the last deed: gone at once, it must lead to the very state. */
  let latest: { readonly told: Told; readonly before: Interpretation } | undefined;

  /** A way back that was told is gone: whether it led there is known now, and the next one is told by it. */
  const judge = (action: string, parameters: unknown, after: Interpretation): void => {
    told = told.filter(({ until }) => until > now());
    const at = told.findIndex(
      ({ undo }) => undo.action === action && JSON.stringify(undo.parameters) === JSON.stringify(parameters),
    );
    const [gone] = at < 0 ? [] : told.splice(at, 1);
    if (!gone) return;
    const value = (key: string) => after.objects[key] ?? after.overflow[key];
    const isBack = gone.turns.every(({ key, before }) => restless.has(key) || (value(key) ?? null) === (before ?? null));
    // What came of the deed later than it was looked at is not taken back.
    const leftOver = gone === latest?.told && turnsOf(latest.before, after, restless).some(({ before }) => before !== undefined);
    if (!isBack || leftOver) failed.add(`${gone.of}\n${action}`);
  };

  return {
    seen(interpretation) {
      const earlier = last;
      last = interpretation;
      if (earlier === undefined || now() - doneAt < (doing === undefined ? quietMs : longestMs)) return;
      if (earlier.schema.version !== interpretation.schema.version) return;
      for (const { key } of turnsOf(earlier, interpretation, restless)) {
        const times = (changed.get(key) ?? 0) + 1;
        changed.set(key, times);
        if (times >= often) restless.add(key);
      }
      if (changed.size > mostRestless) changed.clear();
      if (restless.size > mostRestless) restless.clear();
    },
    begin(action, parameters, found) {
      doing = { action, parameters, before: found };
      before = found;
      doneAt = now();
    },
    deed() {
      if (doing === undefined && now() - doneAt >= quietMs) before = undefined;
      return before && { before, isRestless: (key) => changed.has(key) || restless.has(key) };
    },
    end(after) {
      const deed = doing;
      doing = undefined;
      doneAt = now();
      if (deed === undefined) return null;
      judge(deed.action, deed.parameters, after);
      const turns = turnsOf(deed.before, after, nobody);
      const undo = wayBack({ ...deed, after }, { restless, effects, failed: (action, back) => failed.has(`${action}\n${back}`) });
      const own = turns.filter(({ key }) => !restless.has(key));
      const effect = effectOf(deed.action, deed.parameters, own);
      if (effect) effects.push(effect);
      if (effects.length > mostEffects) effects.shift();
      latest = undo ? { told: { until: now() + goodMs, of: deed.action, undo, turns: own }, before: deed.before } : undefined;
      if (latest) told.push(latest.told);
      if (told.length > mostTold) told.shift();
      return undo;
    },
  };
};
