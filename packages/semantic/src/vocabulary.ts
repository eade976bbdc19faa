/**
 * The words the engine knows. Every list is about programs in general: what abbreviations mean something, which names only wrap
 * others, which belong to a program's plumbing. No list names an application.
 */

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Short words and abbreviations that carry meaning although they look like minified names. */
export const shortWords = wordSet(`
  id no ok on up db ui os ip by to do is in at my us uk eu it hr kb mb gb ms ns px em qr vm pc pk sk go hz fn gc tz dx dy eq io tx rx
  ipv6 x509 i18n sha256
`);

/** Names that only wrap what they hold. They never make a key longer when the key is clear without them. */
export const wrapperWords = wordSet(`
  state states store stores data root app application value values current props payload attributes attrs fields container content
  contents body instance singleton snapshot global globals window module default main result response object self this
`);

/** How a program works inside, not what it is about. A weak sign, among others: `Queue` or `Scanner` may be all there is. */
export const machineryWords = wordSet(`
  listener listeners observer observers subscribers callback callbacks handler handlers emitter watcher watchers dispatcher
  resolver reducer reducers hook hooks factory factories builder parser tokenizer serializer converter encoder formatter
  renderer painter loader descriptor descriptors cache caches pool buffer buffers lock locks mutex epoch executor iterator
  comparator matchers logger token tokens literal literals constructor internal impl proxy wrapper adapter binding bindings
  chunk chunks translation keymap shortcut shortcuts tooltip utils util helper helpers offset offsets mask hash flags bits
  pointer cursor capacity threshold padding margin stamp
`);

/** What somebody chose for this run. */
export const settingWords = wordSet(
  'config configuration settings options opts argv args arguments params parameters preferences prefs properties environment',
);

/** Reserved at the start of an expression: words of the grammar and names that are always in scope. */
export const reservedRoots = wordSet(`
  true false null undefined typeof in context this new void delete if else for while do return function var let const class
  import export default switch case break continue try catch finally throw with yield await async super enum instanceof
  NaN Infinity Math Number String Boolean Array Object parseInt parseFloat
`);
