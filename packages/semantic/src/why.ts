import type { NameOrigin as ToldOrigin } from '@substrate/core';
import { placesOf } from './evidence.js';
import { features, reasonsOf, weightsVersion, worthOf } from './features.js';
import { type Facts, isCount, isElement, type Leaf, type Slot, wayTo } from './labels.js';
import { leastWorth } from './select.js';
import { sourceOf } from './sources.js';
import { type Interpretation, type Reading, readingOf, traceOf } from './trace.js';

/** Why a key is called what it is, and why it is served where it is, or is not: what was looked at, how much each counted, in words. */

export type Reasons = NonNullable<ReturnType<typeof why>>;

/** Undefined for a key that was not read. */
export const why = (interpretation: Interpretation, key: string) => {
  const [trace, reading] = [traceOf(interpretation), readingOf(interpretation)];
  const found = trace && [...trace.served, ...trace.rest, ...trace.leaves].find((one) => one.key === key);
  const leaf = reading?.facts.leaves.find(({ slot, at }) => slot.pattern === found?.slot.pattern && at === found.at);
  if (!trace || !reading || !leaf) return undefined;
  const places = new Map(placesOf(reading.facts).map((place) => [place.slot, place]));
  // A fact that stands in several places is worth what the best of them is.
  const judged = [leaf.slot, ...(reading.copies.get(leaf.slot) ?? [])].flatMap((slot) => places.get(slot) ?? []);
  const place = judged.reduce((best, one) => (worthOf(one) > worthOf(best) ? one : best));
  const at = trace.served.findIndex((one) => one.key === key);
  const told = {
    served: at >= 0,
    /** Its place in the order served, from 1. */
    rank: at < 0 ? null : at + 1,
    servedKeys: trace.served.length,
    name: nameOf(leaf.slot, reading),
    /** Served from a little below 0 on. */
    worth: worthOf(place),
    /** Of the weights. */
    version: weightsVersion,
    reasons: reasonsOf(place).map(({ feature, share }) => ({ feature, share, explanation: features[feature][2] })),
  };
  return { ...told, explanation: [explain(told, leaf), ...knownOf(leaf, reading.facts)].join(' ') };
};

/** What the runtime knows of the variable and its object. No weight was found for it with which more of the recorded programs is told: worth has none of it. */
const knownOf = ({ node, slot }: Leaf, { holders }: Facts): string[] => {
  const way = new Set(wayTo(slot));
  const isFixed = node.fixed || holders.some((holder) => holder.node.fixed && way.has(holder.slot));
  return [
    ...(node.foreign ? ['A library made it, so it comes after what is the application’s.'] : []),
    ...(isFixed ? ['It lies in a variable that is set once, when its class is made.'] : []),
    ...(node.shared === undefined ? [] : [`At least ${node.shared} objects of one class hold the very same.`]),
    ...(node.recent ? ['It came after the program had started.'] : []),
  ];
};

const nameOf = (slot: Slot, { facts }: Reading) => {
  const way = wayTo(slot);
  const [rootSlot] = way;
  const spelled = way.map((step) => (isElement(step) ? '[*]' : isCount(step) ? '' : `.${step.sourceName}`)).join('');
  const file = rootSlot && facts.roots.get(rootSlot)?.file;
  const origin: ToldOrigin = slot.entry.confirmed ? 'correction' : isCount(slot) ? 'count' : slot.origin;
  const found = `It was found in ${sourceOf(slot.source).says}${file ? ` (${file})` : ''}.`;
  const own = slot.entry.key.split(/[.[]/).findLast((part) => part !== '' && part !== '*' && part !== '*]') ?? '';
  const says = origin === 'source' && isElement(slot) ? 'It is an element of “%”.' : originWords[origin];
  const sentences = [says.replace('%', () => (origin === 'type' ? (slot.type ?? '') : slot.sourceName)), found];
  if (origin !== 'correction' && origin !== 'none' && !isElement(slot)) {
    if (own !== slot.name && own.startsWith(`${slot.name}_`))
      sentences.push('Something else had that name, so this one got more words.');
    if (way.some((step) => step !== slot && step.entry.key === ''))
      sentences.push('Names on the way that say nothing are left out.');
  }
  return { origin, spelled: spelled.slice(1), confidence: slot.entry.confidence, explanation: sentences.join(' ') };
};

/** With `%` for what the program has. */
const originWords: Readonly<Record<ToldOrigin, string>> = {
  correction: 'A person said that it is called so; the program calls it “%”.',
  count: 'It is the number of elements, which every list and map has beside them.',
  source: 'The program itself calls it “%”.',
  label: 'The words beside it on the screen call it so; the program has “%”.',
  type: 'The program has no word for it; it is called after its type “%”.',
  spelling: "The program spells it “%”; whether that is a word can't be told.",
  none: 'Nothing says what it is: the program has “%”, and the name is made from the address.',
};

const explain = (
  { rank, servedKeys, worth }: { readonly rank: number | null; readonly servedKeys: number; readonly worth: number },
  { slot: { entry }, cut }: Leaf,
): string => {
  if (rank !== null) {
    const place = `It is number ${rank} of ${servedKeys} served keys.`;
    if (entry.confirmed) return `${place} A person named it, so it comes first.`;
    if (worth < leastWorth)
      return `${place} By itself it would not be served now: it was before, or it belongs to something that is.`;
    return `${place} The order is that of worth, and later elements of a list come later.`;
  }
  if (cut) return 'It is not served: it is far back in a long list. A read that names it gets it.';
  if (entry.sameAs !== undefined) return 'It is not served: the same fact is served under a better name.';
  if (worth < leastWorth) return 'It is not served: it is not worth it. Search finds it, and a read that names it gets it.';
  return 'It is not served: other keys are worth more, and there is no room for all. A read that names it gets it.';
};
