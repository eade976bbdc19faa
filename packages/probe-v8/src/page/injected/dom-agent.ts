import type { CaptureBudget, RawRoot } from '@substrate/core';
import type { DomActions } from './dom-actions.js';
import type { DomDeeds } from './dom-deeds.js';
import type { DomReader } from './dom-reader.js';
import type { PageDocument } from './dom-types.js';
import type { Meter } from './meter.js';
import type { Packer } from './packer.js';
import type { Stillness } from './stillness.js';

export interface PageStatus {
  readonly title: string;
  readonly url: string;
  readonly visible: boolean;
  readonly focused: boolean;
}

/** The side of the probe that lives in the page's isolated world: it sees the document and nothing of the page's scripts. */
export interface DomAgent {
  /** Begins a reading. With `whole` everything is sent again. */
  begin(budget: CaptureBudget, whole: boolean): void;
  /**
   * Reads on for a slice of time. Empty text means there is more to read and time left of the total; otherwise the packed reading. What a slice took
   * beyond its time, for whatever reason, is taken off the total.
   */
  step(sliceMs: number, totalMs: number): string;
  status(): PageStatus;
  /** Elements in the document. */
  size(): number;
  /** Names of globals that the browser itself provides. */
  builtinNames(): string[];
  readonly deeds: DomDeeds;
  /** The probe leaves the page. */
  leave(): void;
}

export function createDomAgent(kit: {
  document: PageDocument;
  meter: Meter;
  reader: DomReader;
  actions: DomActions;
  deeds: DomDeeds;
  packer: Packer;
  stillness: Stillness;
}): DomAgent {
  const { document, meter, reader, actions, deeds, packer, stillness } = kit;
  let walk: Generator<undefined, RawRoot[]> | undefined;
  /** What the last walk that came to its end brought beside roots, and under which limits. */
  let ended: { more: Record<string, unknown>; limits: string } | undefined;
  let still = false;
  /** Milliseconds of this reading. */
  let spent = 0;
  let failed = '';
  /** Of the last walk that came to its end. */
  let hints: DomReader['hints'] = {};
  /** A walk that came to its end is the same, however long it could have taken. */
  const limitsOf = (budget: CaptureBudget): string => JSON.stringify({ ...budget, hostMs: 0 });
  const status = (): PageStatus => ({
    title: document.title,
    url: (document.defaultView ?? { location: { href: '' } }).location.href,
    visible: document.visibilityState === 'visible',
    focused: document.hasFocus(),
  });
  return {
    deeds,
    begin(budget, whole) {
      if (whole) packer.forget();
      failed = '';
      spent = 0;
      // A walk that the reading before had no time to end goes on where it stopped.
      if (walk) return;
      still = !whole && ended?.limits === limitsOf(budget) && stillness.unchanged();
      if (still) return;
      actions.begin();
      meter.start(budget, budget.hostMs);
      walk = reader.walk(document);
    },
    step(sliceMs, totalMs) {
      const clock = performance;
      const begun = clock.now();
      if (still && ended) return packer.same({ ...ended.more, ms: clock.now() - begun, status: status() });
      const slice = Math.min(sliceMs, totalMs - spent);
      meter.slice(slice);
      let roots: readonly RawRoot[] = [];
      let unfinished = false;
      try {
        for (;;) {
          const next = walk?.next();
          if (!next || next.done) {
            roots = next?.value ?? [];
            break;
          }
          const took = clock.now() - begun;
          if (took > slice) {
            if (spent + took < totalMs) {
              spent += took;
              return '';
            }
            unfinished = true;
            roots = reader.sofar((address) => packer.knows(address));
            break;
          }
        }
      } catch (error) {
        failed = String(error);
      }
      if (!unfinished) {
        walk = undefined;
        actions.finish();
        hints = { ...reader.hints };
      }
      const ms = spent + clock.now() - begun;
      const more = {
        looked: meter.looked,
        cut: meter.cut || unfinished,
        ms,
        hints: { ...hints, ...reader.hints },
        status: status(),
        frames: document.getElementsByTagName('iframe').length + document.getElementsByTagName('frame').length,
        elements: document.getElementsByTagName('*').length,
        failed,
      };
      ended = unfinished || failed ? undefined : { more, limits: limitsOf(meter.limits) };
      return packer.pack(roots, actions.list(), more, unfinished ? () => true : undefined);
    },
    leave: () => stillness.leave(),
    size: () => document.getElementsByTagName('*').length,
    status,
    builtinNames: () => Object.getOwnPropertyNames(globalThis),
  };
}
