import type { RawAction, Reversibility } from '@substrate/core';
import { withoutKeys } from './action-names.js';
import { isOnScreen } from './kinds.js';
import { inverseNames, isRead, isVerb, onlyAsks, onlyEdits, onlyOpens, reversibilityOfWords, switchOf } from './verbs.js';
import { splitWords } from './words.js';

/**
 * Whether an action can be taken back, from what is known of it before it ever ran. Only evidence makes an action look safe; without
 * any it is an irreversible write.
 */

export interface Neighbours {
  /** The action of that name that belongs to the same owner. */
  find(name: string): RawAction | undefined;
  /** Whether the application has an undo that a person can press. */
  readonly undo: boolean;
}

const safeMethods = /^(GET|HEAD|OPTIONS)$/i;

/** The words of an action's name, without the method of a route and the keys that do the same. */
export const actionWords = (action: RawAction): readonly string[] =>
  splitWords(withoutKeys(action.name).replace(/^[A-Z]+\s+(?=\/)/, ''));

export const inferReversibility = (action: RawAction, neighbours: Neighbours): Reversibility => {
  const words = actionWords(action);
  const first = words[0] ?? '';
  const says = reversibilityOfWords(action.name.replace(/^[A-Z]+\s+(?=\/)/, ''));
  // A method that only sets a field may be one that says what is done with it: `pay`, whose accessor pays.
  if (action.reversibility !== undefined)
    return action.kind === 'method' && says === 'irreversible_write' ? says : action.reversibility;
  const undoable = inverseNames(words).some((name) => {
    const inverse = neighbours.find(name);
    return inverse !== undefined && (!isVerb(first, 'final') || takesTheSame(action, inverse));
  });
  if (action.confirms) return 'irreversible_write';
  if (action.opens) return 'reversible_write';
  if (action.changes === false && !isOnScreen(action)) return 'reversible_read';
  switch (action.kind) {
    case 'setter':
      return action.reads !== undefined ? 'reversible_write' : 'irreversible_write';
    case 'text':
      return 'reversible_write';
    case 'toggle':
    case 'select':
      return says === 'irreversible_write' && action.reads === undefined ? says : 'reversible_write';
    case 'route':
      return overHttp(action.httpMethod ?? /^[A-Z]+(?=\s)/.exec(action.name)?.[0], words, says);
    case 'form':
      if (action.httpMethod !== undefined && safeMethods.test(action.httpMethod) && says !== 'irreversible_write')
        return 'reversible_write';
      return first === 'search' || first === 'filter' || first === 'find' ? 'reversible_write' : 'irreversible_write';
    case 'link':
      // Where nothing is told of where it leads, a script answers: it may do whatever a button does.
      if (action.leads === undefined) break;
      if ((says === 'irreversible_write' && !undoable) || leadsToDeed(action.leads)) return 'irreversible_write';
      return action.httpMethod === undefined || safeMethods.test(action.httpMethod) ? 'reversible_write' : 'irreversible_write';
  }
  if (undoable) return 'reversible_write';
  if (says === 'irreversible_write') return says;
  if (isRead(first)) {
    // A button that shows something changes what is on the screen; a method that takes no value and returns one does not.
    if (isOnScreen(action)) return 'reversible_write';
    if (!action.typed && action.returns === undefined)
      return action.kind === 'method' && onlyAsks(words) ? 'reversible_read' : 'irreversible_write';
    return action.returns === undefined || /^void$/i.test(action.returns) ? 'irreversible_write' : 'reversible_read';
  }
  if (isVerb(first, 'turns') || switchOf(first) !== undefined) return 'reversible_write';
  if (/^(?:\d+|first|last)$/i.test(action.name) && /\bpag(?:e|er|es|ination)\b/i.test(action.owner ?? ''))
    return 'reversible_write';
  if (isOnScreen(action) && onlyOpens(words)) return 'reversible_write';
  // By the convention of every desktop it asks for more, in a window, before anything is done.
  if (action.kind === 'menu_item' && /(?:…|\.\.\.)$/.test(withoutKeys(action.name).trim())) return 'reversible_write';
  if (/^(?:reset|clear)$/.test(first) && says === 'reversible_write') return says;
  // What only edits is taken back by the undo of the screen, or of the very object.
  const undo = isOnScreen(action) ? neighbours.undo : neighbours.find('undo') !== undefined;
  return undo && onlyEdits(words) ? 'reversible_write' : 'irreversible_write';
};

/** The addresses of deeds are mostly English, whatever language the page speaks: `/account/delete?id=3`, `logout.php`. */
const leadsToDeed = (leads: string): boolean =>
  reversibilityOfWords(leads.replace(/^\w+:\/\/[^/]*/, '').replace(/[?&=]\w*$/, '')) === 'irreversible_write';

/** What was taken away can be put back only if the one who took it had in hand all that putting it back needs. */
const takesTheSame = (action: RawAction, inverse: RawAction): boolean =>
  inverse.parameters.every(
    ({ name, required }) => name !== 'args' && (!required || action.parameters.some((parameter) => parameter.name === name)),
  );

const overHttp = (method: string | undefined, words: readonly string[], says: Reversibility): Reversibility => {
  if (method !== undefined && safeMethods.test(method)) return says === 'irreversible_write' ? says : 'reversible_read';
  return words.some((word) => /^(?:search|query|validate|preview)$/.test(word)) ? 'reversible_write' : 'irreversible_write';
};
