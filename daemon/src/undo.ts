import type { Undo } from '@substrate/core';
import { type Effect, type Interpretation, type Turn, turnsOf, wayBack } from '@substrate/semantic';

/**
 * What one application was seen to do, so that what an action did can be told from what happens anyway, and the way back from it can be told where there is one.
 */
export interface UndoBook {
  /** A cycle: what changes while nothing is done changes by itself. */
  seen(interpretation: Interpretation): void;
  /** An action is about to be dispatched. */
  begin(action: string, parameters: Readonly<Record<string, unknown>>, before: Interpretation): void;
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
const mostTurns = 200;
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
  const changed = new Map<string, number>();
  const restless = new Set<string>();
  const effects: Effect[] = [];
  const failed = new Set<string>();
  let told: Told[] = [];

  /** A way back that was told is gone: whether it led there is known now, and the next one is told by it. */
  const judge = (action: string, parameters: unknown, after: Interpretation): void => {
    told = told.filter(({ until }) => until > now());
    const at = told.findIndex(
      ({ undo }) => undo.action === action && JSON.stringify(undo.parameters) === JSON.stringify(parameters),
    );
    const [gone] = at < 0 ? [] : told.splice(at, 1);
    if (!gone) return;
    const value = (key: string) => after.objects[key] ?? after.overflow[key];
    if (gone.turns.some(({ key, before }) => !restless.has(key) && (value(key) ?? null) !== (before ?? null)))
      failed.add(`${gone.of}\n${action}`);
  };

  return {
    seen(interpretation) {
      const before = last;
      last = interpretation;
      if (before === undefined || now() - doneAt < (doing === undefined ? quietMs : longestMs)) return;
      if (before.schema.version !== interpretation.schema.version) return;
      for (const { key } of turnsOf(before, interpretation, restless)) {
        const times = (changed.get(key) ?? 0) + 1;
        changed.set(key, times);
        if (times >= often) restless.add(key);
      }
      if (changed.size > mostRestless) changed.clear();
      if (restless.size > mostRestless) restless.clear();
    },
    begin(action, parameters, before) {
      doing = { action, parameters, before };
      doneAt = now();
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
      if (own.length > 0 && own.length <= mostTurns)
        effects.push({ action: deed.action, parameters: deed.parameters, turns: own });
      if (effects.length > mostEffects) effects.shift();
      if (undo) told.push({ until: now() + goodMs, of: deed.action, undo, turns: own });
      return undo;
    },
  };
};
