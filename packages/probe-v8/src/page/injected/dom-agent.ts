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
  /** Reads on for a slice of time. Empty text means there is more to read; otherwise the packed reading. */
  step(sliceMs: number, last: boolean): string;
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
  let failed = '';
  /** Of the last walk that came to its end. */
  let hints: DomReader['hints'] = {};
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
      // A walk that the reading before had no time to end goes on where it stopped.
      if (walk) return;
      still = !whole && ended?.limits === JSON.stringify(budget) && stillness.unchanged();
      if (still) return;
      actions.begin();
      meter.start(budget, budget.hostMs);
      walk = reader.walk(document);
    },
    step(sliceMs, last) {
      const clock = performance;
      const begun = clock.now();
      if (still && ended) return packer.same({ ...ended.more, ms: clock.now() - begun, status: status() });
      meter.slice(sliceMs);
      let roots: readonly RawRoot[] = [];
      let unfinished = false;
      try {
        for (;;) {
          const next = walk?.next();
          if (!next || next.done) {
            roots = next?.value ?? [];
            break;
          }
          if (clock.now() - begun > sliceMs) {
            if (!last) {
              meter.spent();
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
      const ms = meter.spent();
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
      ended = unfinished || failed ? undefined : { more, limits: JSON.stringify(meter.limits) };
      return packer.pack(roots, actions.list(), more, unfinished ? () => true : undefined);
    },
    leave: () => stillness.leave(),
    size: () => document.getElementsByTagName('*').length,
    status,
    builtinNames: () => Object.getOwnPropertyNames(globalThis),
  };
}
