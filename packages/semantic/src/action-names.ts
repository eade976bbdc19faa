import { type RawAction, type RawParameter, unknownName } from '@substrate/core';
import { isOnScreen, kinds } from './kinds.js';
import { beginsWithVerb, switchOf, withoutKeys } from './reversibility.js';
import { clipName, isMeaningful, normalizeLabel, simpleTypeName, splitWords } from './words.js';

/** What an action is called: `verb_object` in the words of the application, whatever kind of thing it is. */

const routeName = (name: string, method: string | undefined): string => {
  const [, verb, path] = /^([A-Z]+)\s+(\S.*)$/.exec(name) ?? [undefined, method ?? '', name];
  const words = (path as string).split('/').flatMap((part) => {
    const parameter = /^(?::|\{)([\w-]+)/.exec(part);
    return parameter ? ['by', ...splitWords(parameter[1] as string)] : part === '*' ? [] : splitWords(part);
  });
  return [...splitWords(verb as string), ...(words.length === 0 ? ['root'] : words)].join('_');
};

const plainName = (action: RawAction): string => {
  const name = clipName(action.name);
  if (action.kind === 'route') return routeName(name, action.httpMethod);
  const last = name.split(/[▸›»>]|->/).at(-1) as string;
  if (isOnScreen(action)) return normalizeLabel(withoutKeys(last.trim()));
  const own = name
    .replace(/\(.*$/, '')
    .replace(/^.*[.#$](?=\w)/, '')
    .replace(/(?<=[a-z])Async$/, '');
  return splitWords(own).slice(0, 8).join('_');
};

/** What it belongs to, the nearest alone and the whole way to it. */
const ownerNames = ({ owner }: RawAction): { near: string; whole: string } => {
  // The page as a whole tells nothing apart.
  if (owner === undefined || owner === 'page') return { near: '', whole: '' };
  const own = /[.$/]/.test(owner) && !/\s/.test(owner) ? simpleTypeName(owner) : owner;
  const words = (text: string): string => (isMeaningful(text) ? normalizeLabel(splitWords(text).join(' ')) : '');
  // With blanks around them: `Log<Key>` is no way.
  return { near: words(own.split(/\s+(?:[▸›»>]|->)\s+/).at(-1) as string), whole: words(own) };
};

/** An owner before a name, nothing said twice; a single word may be a thing in one and a verb in the other. */
const ofOwner = (owner: string, name: string): string => {
  if (`_${name}_`.includes(`_${owner}_`)) return name;
  const words = name.split('_');
  for (let shared = words.length; shared > 1; shared--) {
    const said = words.slice(0, shared).join('_');
    if (owner.endsWith(`_${said}`)) return `${owner}_${words.slice(shared).join('_')}`.replace(/_$/, '');
  }
  return `${owner}_${name}`;
};

/** What it may be called, best first, and how well the best says what the action does. */
export const nameAction = (action: RawAction): { readonly candidates: readonly string[]; readonly quality: number } => {
  if (action.kind === 'builtin') return { candidates: [action.name], quality: 1 };
  const plain = plainName(action);
  const { near: owner, whole } = ownerNames(action);
  const { verb, led: always, switches } = kinds[action.kind];
  // A short word of a method is clear with its owner: the `of` of a price list.
  if (verb === undefined && owner !== '' && /^[a-z]{2,3}$/.test(plain) && !isMeaningful(plain)) {
    return { candidates: [`${owner}_${plain}`], quality: 0.8 };
  }
  // A number, or a measure, is clear with what it is one of: the pages of a list, the 2 KHz of a clock.
  const numbered = verb !== undefined && owner !== '' && !isMeaningful(plain) && /^_?\d{1,4}(?:_[a-z\d]{1,4}){0,3}$/.test(plain);
  const named = numbered || (plain !== '' && isMeaningful(plain));
  const subject = numbered ? `${owner}_${plain.replace('_', '')}` : named ? plain : unknownName(action.address);
  const words = subject.split('_');
  // What a switch says changes with its state; what it is called does not.
  const switched = switches && action.leads === undefined ? switchOf(words[0] ?? '') : undefined;
  const candidates: string[] = switched === undefined ? [] : [['toggle', switched, ...words.slice(1)].join('_')];
  // An area of text is written, where other fields are set.
  const isWritten = action.kind === 'text' && words[0] === 'write';
  const led = verb !== undefined && words[0] !== verb && !isWritten && (always || !named || !beginsWithVerb(words));
  const name = led ? `${verb}_${subject.replace(/^_+/, '')}` : subject;
  // An item goes on with what its menu says: Zoom > In, Sort > By height. One bare word says little without it, as the owner does for a method.
  const goesOn = action.kind === 'menu_item' && owner !== '' && (words.length === 1 || beginsWithVerb(owner.split('_')));
  if (led && named && !numbered && goesOn) candidates.push(ofOwner(owner, subject));
  // One bare word of a method says little: the clear of what?
  if (!led && words.length === 1 && owner !== '' && action.kind !== 'route' && !subject.includes(owner))
    candidates.push(ofOwner(owner, name));
  candidates.push(name);
  if (owner !== '') candidates.push(ofOwner(owner, name), ofOwner(whole, name));
  if (verb !== undefined && !led && words[0] !== verb) candidates.push(`${verb}_${name}`);
  const apart = (word: string, textOf: (parameter: RawParameter) => string): void => {
    const told = action.parameters.map((one) => splitWords(textOf(one)).join('_')).filter((text) => text !== '');
    if (told.length > 0) candidates.push(`${name}_${word}_${told.slice(0, 4).join('_and_')}`);
  };
  apart('with', (parameter) => parameter.name);
  apart('of', ({ sourceType, type }) => simpleTypeName(sourceType ?? type));
  return { candidates, quality: named ? 1 : 0.4 };
};
