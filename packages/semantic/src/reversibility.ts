import type { RawAction, Reversibility } from '@substrate/core';
import { isOnScreen } from './kinds.js';
import { addTo } from './memo.js';
import { wordSet } from './vocabulary.js';
import { clipName, splitWords } from './words.js';

/**
 * Whether an action can be taken back, from what is known of it before it ever ran. Only evidence makes an action look safe; without
 * any it is an irreversible write. Words decide only what they clearly say.
 */

// ── What words say ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Every verb in the one class that says most about undoing it; the first that lists it has it. */
const classes = {
  /** What can't be taken back by the one who did it. */
  final: `
    delete destroy purge wipe reset erase drop truncate terminate shutdown kill remove clear discard expire revoke uninstall format
    pay buy purchase order checkout charge refund transfer withdraw donate bid subscribe unsubscribe book
    send submit post publish deploy release broadcast notify email mail share invite reply forward upload
    approve reject accept decline sign confirm agree commit finalize finalise complete resign quit exit logout signout
    ban block report archive evict flush overwrite replace merge migrate restore rollback import execute run invoke eject
    restart reboot stop abort`,
  /** Nothing happens but an answer, in any language. */
  asks: `
    get list find count is has can contains exists equals compare lookup search query describe inspect peek calculate compute estimate`,
  /** As a rule nothing happens; a function may do more: load, sort. */
  reads:
    'read fetch load look show view check validate verify test are preview print dump export filter sort render browse to as',
  /** Undone by doing it again, or by doing the same with the value of before. */
  turns: `
    toggle switch select choose focus scroll zoom expand collapse hide open minimize maximize next previous prev back go goto
    navigate undo redo move resize pan rotate swap play pause resume`,
  /** Changes a document and nothing outside it. */
  edits: `
    set add insert append change update rename paste cut copy fill draw paint increase decrease increment decrement align flip group
    ungroup split apply duplicate edit mark unmark adjust write`,
  /** Changes more than that. */
  writes: 'save create put patch push pop assign enable disable register install sync connect start begin lock unlock join leave',
  /** Of use to the program alone, as a rule. */
  makes:
    'make new build generate convert translate encode decode parse prepare init initialize setup configure use process handle emit',
  does: `
    download login log continue proceed refresh reload type enter press click tap attach detach activate deactivate dispatch trigger
    fire schedule vote rate learn try retry skip finish`,
} as const;

type VerbClass = keyof typeof classes;

const verbs = new Map<string, VerbClass>();
for (const kind of Object.keys(classes) as VerbClass[])
  for (const word of wordSet(classes[kind])) if (!verbs.has(word)) verbs.set(word, kind);

const isVerb = (word: string, ...kinds: readonly VerbClass[]): boolean => kinds.includes(verbs.get(word) as VerbClass);
/** Whether a word only asks or shows. */
export const isRead = (word: string): boolean => isVerb(word, 'asks', 'reads');

/** One control that says what it would do next: `Mute` while it sounds, `Unmute` while it does not. */
const switches = [...wordSet('mute follow like star pin bookmark favorite favourite')];

/** The word of a switch whichever of its two states it tells. */
export const switchOf = (word: string): string | undefined => switches.find((verb) => word === verb || word === `un${verb}`);

/** Two of a kind undo each other; one alone does not, unless the other is there too. */
const pairs = `
  add:remove,delete create:delete,remove insert:delete,remove append:remove push:pop open:close start:stop pause:resume
  enable:disable activate:deactivate show:hide expand:collapse select:deselect,unselect check:uncheck lock:unlock
  connect:disconnect attach:detach mount:unmount increment:decrement increase:decrease undo:redo subscribe:unsubscribe
  register:unregister archive:unarchive block:unblock ban:unban assign:unassign link:unlink minimize:maximize
  acquire:release
`;

const opposites = new Map<string, string[]>();
for (const pair of [...wordSet(pairs), ...switches.map((verb) => `${verb}:un${verb}`)]) {
  const [one = '', others = ''] = pair.split(':');
  for (const other of others.split(',')) {
    addTo(opposites, one, other);
    addTo(opposites, other, one);
  }
}

/** The actions, by their words, that would undo an action of these words. */
export const inverseNames = (words: readonly string[]): string[] => {
  const rest = words.slice(1).join('_');
  return (opposites.get(words[0] ?? '') ?? []).map((verb) => (rest === '' ? verb : `${verb}_${rest}`));
};

/** Everyday phrases whose first word alone says something else. */
const finalPhrases =
  /\b(cancel|close|end|leave|discontinue) (my |your |the |this |an? )?(account|order|subscription|booking|reservation|membership|plan|contract|issue|ticket|case|game|session|meeting|auction|position|poll)\b|\b(log|sign) ?(out|off)\b|\bplace (an |the |your )?order\b|\bshut ?down\b|\bempty (trash|bin|cart|basket)\b/;

/**
 * What can't be taken back, in other languages: the stems of "delete", "pay", "buy", "order", "send" and "cancel" as they stand on buttons, without
 * accents. What none of the lists knows is left to the evidence, as in English.
 */
const finalStems = new RegExp(
  [
    // German, Dutch, Swedish, Danish, Norwegian
    '\\b(?:losch|entfern|bezahl|zahlungspflichtig|kauf|bestell|absend|senden|verschick|kundig|abmeld|stornier|verwijder|betal|koop|verzend|opzeg|radera|ta bort|kop\\b|skicka|slet|fjern|kjop|sende\\b)',
    // French, Spanish, Portuguese, Italian
    '\\b(?:supprim|effac|payer|achet|command(?:er|ez)|envoy|resili|elimin|borrar|pagar|comprar|enviar|cancelar|exclu|apagar|cancell|acquist|paga\\b|compra\\b|invia|ordina\\b)',
    // Polish, Czech, Turkish
    '\\b(?:usun|zaplac|kup(?:uj)?\\b|wyslij|zamow|smaz|odstran|koupit|zaplatit|odeslat|sil\\b|kaldir|satin al|gonder|ode\\b)',
    // Russian, Ukrainian, Greek
    'удал|видал|оплат|сплат|купи|отправ|надісл|заказ|διαγραφ|πληρωμ|αγορα|αποστολ',
    // Chinese, Japanese, Korean, Arabic, Hebrew, Hindi
    '删除|刪除|支付|付款|购买|購買|发送|發送|提交|削除|購入|支払|送信|注文|삭제|결제|구매|전송|주문|حذف|دفع|شراء|ارسال|מחק|שלם|קנה|שלח|हटा|भुगतान|खरीद|भेज',
  ]
    .join('|')
    .normalize('NFKD'),
);

/** How something is looked at can be set back and set again. */
const ofTheView =
  /^(?:reset|clear) (?:the |all )?(?:zoom|view|filters?|layout|scale|position|scroll|sort|sorting|selection|search|highlights?)$/;

/**
 * What words on a screen say: `Delete account` can't be undone, `Show details` reads, `Home` says neither and counts as a write that
 * can be undone, as a click in general does.
 */
export const reversibilityOfWords = (words: string): Reversibility => {
  const parts = splitWords(words);
  if (finalPhrases.test(parts.join(' ')) || finalStems.test(parts.join(' '))) return 'irreversible_write';
  if (ofTheView.test(parts.join(' '))) return 'reversible_write';
  // A label is read as a whole: "Yes, delete it", "Continue and pay".
  if (tellsOf(parts.slice(0, 8), (word) => isVerb(word, 'final'))) return 'irreversible_write';
  return isRead(parts[0] ?? '') ? 'reversible_read' : 'reversible_write';
};

/** Words that name things as often as deeds: "Order history", "View report", "Post details", "Search mail". */
const nounToo = wordSet(
  'order post mail email report book share block format release transfer charge bid sign run import stop reply',
);
const nounFollowers = wordSet(
  'history list details status number id date page settings overview info name type title count total summary address',
);
const beforeNoun = wordSet('my all your the this open go see new recent past last next previous of for in by');

const isNoun = (word: string, words: readonly string[], at: number): boolean => {
  if (!nounToo.has(word)) return false;
  const next = words[at + 1];
  // How many there are is told of things, not of deeds: a tab, a filter.
  if (next !== undefined && (nounFollowers.has(next) || /^\d+$/.test(next))) return true;
  const before = words[at - 1];
  return before !== undefined && (beforeNoun.has(before) || isRead(before));
};

/** Whether a word says that something is done. */
export const doesSomething = (word: string): boolean =>
  isVerb(word, 'final', 'turns', 'edits', 'writes', 'does') || opposites.has(word);

/** Whether the first word says what is done, so that no verb has to be put before it. */
export const beginsWithVerb = ([first = '']: readonly string[]): boolean => verbs.has(first) || opposites.has(first);

/** Whether one of the words is such a verb, and no noun. */
const tellsOf = (words: readonly string[], isSuch: (word: string) => boolean): boolean =>
  words.some((word, at) => isSuch(word) && !isNoun(word, words, at));

/** Whether words only ask: `getBalance`, `listUsers`; not `getOrCreate` and not `isDone_reset`. */
const onlyAsks = (words: readonly string[]): boolean =>
  isVerb(words[0] ?? '', 'asks') &&
  !tellsOf(words, (word) => /^(?:and|or)$/.test(word) || isVerb(word, 'final', 'edits', 'writes'));

/** Whether words tell of an edit: `Insert row`. */
export const onlyEdits = (words: readonly string[]): boolean =>
  isVerb(words[0] ?? '', 'edits', 'turns') && !tellsOf(words, (word) => doesSomething(word) && !isVerb(word, 'edits', 'turns'));

/** What a button is called that only brings something into view. */
const openingWords = wordSet(
  'menu main help about info settings preferences options more details profile notifications filters home dashboard overview panel sidebar fullscreen shortcuts advanced',
);

/** Whether words name a place or a tool and nothing that is done there: `Help`, `Main menu`, `More options`, `Pencil tool`. */
const onlyOpens = (words: readonly string[]): boolean =>
  words.length > 0 &&
  (words.every((word) => openingWords.has(word)) || (words.at(-1) === 'tool' && !words.some((word) => isVerb(word, 'final'))));

// ── What is known of an action ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The keys that a label tells beside its words: “Bold (Ctrl+B)”, “Panning [Space / mouse wheel]”, “Hand — H”. */
const keyHint =
  /(?<!\s)\s*[([](?:[^)\]]*(?:ctrl|cmd|alt|shift|meta|space|[⌘⇧⌥⌃])[^)\]]*|[ACSM]\+[^)\]]*|[A-Z]|F\d+|del(?:ete)?|esc|enter)[)\]]\s*$|(?<!\s)\s+—\s+\S{1,10}$/i;

/** A label without the keys that do the same. */
export const withoutKeys = (label: string): string => clipName(label).replace(keyHint, '') || clipName(label);

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
      if (safeMethods.test(action.httpMethod ?? /^[A-Z]+(?=\s)/.exec(action.name)?.[0] ?? ''))
        return says === 'irreversible_write' ? says : 'reversible_read';
      return words.some((word) => /^(?:search|query|validate|preview)$/.test(word)) ? 'reversible_write' : 'irreversible_write';
    case 'form':
      if (safeMethods.test(action.httpMethod ?? '') && says !== 'irreversible_write') return 'reversible_write';
      return /^(?:search|filter|find)$/.test(first) ? 'reversible_write' : 'irreversible_write';
    case 'link':
      // Where nothing is told of where it leads, a script answers: it may do whatever a button does.
      if (action.leads === undefined) break;
      if (says === 'irreversible_write' && !undoable) return says;
      // The addresses of deeds are mostly English, whatever language the page speaks: `/account/delete?id=3`, `logout.php`.
      if (reversibilityOfWords(action.leads.replace(/^\w+:\/\/[^/]*/, '').replace(/[?&=]\w*$/, '')) === 'irreversible_write')
        return 'irreversible_write';
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

/** What was taken away can be put back only if the one who took it had in hand all that putting it back needs. */
const takesTheSame = (action: RawAction, inverse: RawAction): boolean =>
  inverse.parameters.every(
    ({ name, required }) => name !== 'args' && (!required || action.parameters.some((parameter) => parameter.name === name)),
  );
