import type { CaptureBudget, RawAction, RawNode, RawRoot } from '@substrate/core';
import type { DomActions } from './dom-actions.js';
import type { Controls, Pressing } from './dom-controls.js';
import type { DomDeeds } from './dom-deeds.js';
import type { Facts } from './dom-facts.js';
import type { DomReader } from './dom-reader.js';
import type { PageDocument, PageElement } from './dom-types.js';
import type { Hand } from './hand.js';
import type { Meter } from './meter.js';
import type { Packer } from './packer.js';
import type { Stillness } from './stillness.js';

export interface PageStatus {
  readonly title: string;
  readonly url: string;
  readonly visible: boolean;
  readonly focused: boolean;
  /** Somebody clicked or typed a few seconds ago at most. */
  readonly active: boolean;
  /** For how many milliseconds no hand was seen at it: its age when none ever was. */
  readonly calmMs: number;
  /** For how many milliseconds the document has been there. */
  readonly ageMs: number;
}

/** The side of the probe that lives in the page's isolated world: it sees the document and nothing of the page's scripts. */
export interface DomAgent {
  /** Begins a reading. With `whole` everything is sent again. */
  begin(budget: CaptureBudget, whole: boolean): void;
  /**
   * Reads on for a slice of work. Empty text means there is more to read and work left of the total; otherwise the packed reading. `guardMs` ends a slice
   * that takes long for its work.
   */
  step(slice: number, total: number, guardMs: number): string;
  /** Begins to read one root anew, with elements of its lists up to there; `readStep` gives nothing while it is under way, then it or null as text. */
  beginRead(address: string, path: readonly string[], part: { from: number; limit: number }, budget: CaptureBudget): void;
  readStep(slice: number, guardMs: number): string;
  status(): PageStatus;
  /** Elements in the document. */
  size(): number;
  /** Names of globals that the browser itself provides. */
  builtinNames(): string[];
  /** Elements at which the page's scripts listen to being pressed. */
  hear(elements: readonly PageElement[], how: Pressing): void;
  /** The same, by their numbers in a document of so many elements. */
  hearAt(of: number, numbers: readonly number[], how: Pressing): void;
  readonly deeds: DomDeeds;
  /** The probe leaves the page. */
  leave(): void;
}

export function createDomAgent(kit: {
  document: PageDocument;
  meter: Meter;
  facts: Facts;
  reader: DomReader;
  actions: DomActions;
  deeds: DomDeeds;
  packer: Packer;
  stillness: Stillness;
  hand: Hand;
  controls: Controls;
}): DomAgent {
  const { document, meter, facts, reader, actions, deeds, packer, stillness, hand, controls } = kit;
  let walk: Generator<undefined, RawRoot[]> | undefined;
  /** What the last walk that came to its end brought beside roots, and under which limits. */
  let ended: { more: Record<string, unknown>; limits: string } | undefined;
  let still = false;
  /** Milliseconds of this reading, and the work that was done before it. */
  let spent = 0;
  let done = 0;
  let wanted: { address: string; path: readonly string[]; from: number; limit: number } | undefined;
  let failed = '';
  /** Of the last walk that came to its end. */
  let hints: DomReader['hints'] = {};
  let lost = 0;
  let told: readonly RawAction[] = [];
  /** What can be done is put into words, as far as a walk came that has no more time in this reading. */
  let telling: Generator<undefined, RawAction[]> | undefined;
  /** What was read is put into text. */
  let packing: Generator<undefined, string> | undefined;
  const clock = performance;
  /** A walk that came to its end is the same, however long it could have taken. */
  const limitsOf = (budget: CaptureBudget): string => JSON.stringify({ ...budget, hostMs: 0 });
  const status = (): PageStatus => ({
    title: document.title,
    url: (document.defaultView ?? { location: { href: '' } }).location.href,
    visible: document.visibilityState === 'visible',
    focused: document.hasFocus(),
    ...hand.seen(),
  });
  const hear: DomAgent['hear'] = (elements, how) => {
    // What is known of controls is another: the document is walked again.
    if (controls.hear(elements, how)) ended = undefined;
  };
  return {
    deeds,
    begin(budget, whole) {
      if (whole) packer.forget();
      failed = '';
      telling = undefined;
      packing = undefined;
      spent = 0;
      done = meter.work;
      // A walk that the reading before had no time to end goes on where it stopped; one on demand that was given up does not.
      if (wanted) walk = wanted = undefined;
      if (walk) return;
      still = !whole && ended?.limits === limitsOf(budget) && stillness.unchanged();
      if (still) return;
      actions.begin();
      meter.start(budget);
      done = 0;
      walk = (function* () {
        const roots = yield* reader.walk(document);
        // What was read is put into words in the next task, if this one took long.
        yield undefined;
        actions.finish(document);
        told = yield* actions.list(true);
        return roots;
      })();
    },
    step(slice, total, guardMs) {
      const begun = clock.now();
      if (still && ended) return packer.same({ ...ended.more, ms: clock.now() - begun, status: status() });
      const pack = (): string => {
        for (;;) {
          const next = packing?.next();
          if (next && !next.done && clock.now() - begun <= guardMs) continue;
          if (next?.done) packing = undefined;
          return next?.value ?? '';
        }
      };
      if (packing) return pack();
      const before = meter.work;
      meter.slice(slice, guardMs);
      let roots: readonly RawRoot[] = [];
      const pause = (): string => {
        spent += clock.now() - begun;
        return '';
      };
      try {
        while (!telling) {
          const next = walk?.next();
          if (!next || next.done) {
            roots = next?.value ?? [];
            break;
          }
          const isOver = meter.work - before > slice || clock.now() - begun > guardMs;
          if (!isOver) continue;
          if (meter.work - done < total) return pause();
          telling = actions.list(false);
        }
      } catch (error) {
        failed = String(error);
        actions.finish(document);
        telling = actions.list(false);
      }
      const unfinished = telling !== undefined && failed === '';
      while (telling) {
        const { done: all, value } = telling.next();
        if (all) {
          told = value;
          telling = undefined;
        } else if (clock.now() - begun > guardMs) return pause();
      }
      if (unfinished) roots = reader.sofar((address) => packer.knows(address));
      else {
        walk = undefined;
        hints = { ...reader.hints };
        lost = meter.lost;
      }
      const ms = spent + clock.now() - begun;
      const more = {
        looked: meter.looked,
        lost: Math.max(lost, meter.lost),
        ms,
        work: meter.work - done,
        hints: { ...hints, ...reader.hints },
        status: status(),
        frames: document.getElementsByTagName('iframe').length + document.getElementsByTagName('frame').length,
        elements: document.getElementsByTagName('*').length,
        failed,
      };
      ended = unfinished || failed ? undefined : { more, limits: limitsOf(meter.limits) };
      packing = packer.pack(roots, told, more, unfinished ? () => true : undefined);
      return pack();
    },
    beginRead(address, path, part, budget) {
      // The walk of the next reading begins anew: this one takes its place.
      ended = undefined;
      wanted = { address, path, ...part };
      actions.begin();
      const deepest = path.reduce((most, segment) => (/^\d+$/.test(segment) ? Math.max(most, Number(segment) + 1) : most), 0);
      meter.start({ ...budget, maxElements: Math.max(part.from + part.limit, deepest) });
      walk = reader.walk(document);
    },
    readStep(slice, guardMs) {
      const begun = clock.now();
      const before = meter.work;
      for (;;) {
        const next = walk?.next();
        if (next && !next.done) {
          if (meter.work - before > slice || clock.now() - begun > guardMs) return '';
          continue;
        }
        const { address, path = [], from = 0, limit = 0 } = wanted ?? {};
        walk = wanted = undefined;
        actions.finish(document);
        let node: RawNode | undefined = next?.value.find((root) => root.address === address);
        for (const segment of path) node = node?.children?.find((child) => (child.id ?? child.name) === segment);
        const listed = node?.kind === 'list' ? node : undefined;
        const all = listed?.children ?? [];
        const size = Math.max(listed?.size ?? 0, all.length);
        return packer.text(listed ? { ...listed, children: all.slice(from, from + limit), size } : (node ?? null));
      }
    },
    leave() {
      hand.leave();
      stillness.leave();
      facts.leave();
    },
    size: () => document.getElementsByTagName('*').length,
    status,
    builtinNames: () => Object.getOwnPropertyNames(globalThis),
    hear,
    hearAt(of, numbers, how) {
      const all = document.getElementsByTagName('*');
      // What was numbered is another document by now.
      if (all.length === of)
        hear(
          numbers.flatMap((i) => all[i] ?? []),
          how,
        );
    },
  };
}
