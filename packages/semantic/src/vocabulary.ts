/**
 * The words the engine knows. Every list is about programs in general: what abbreviations mean something, which names only wrap
 * others, which belong to a program's plumbing. No list names an application.
 */

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Short words and abbreviations that carry meaning although they look like minified names. */
export const shortWords = set(`
  i18n l10n a11y k8s s3 e2e p2p b2b b2c h264 mp3 mp4 sha1 sha256 x509 ipv4 ipv6 id no ok on up db ui os ip ap by to do is in at
  my us uk eu it hr qa pr tv cc kb mb gb ms ns px em qr vm pc pk sk go hz fn gc tz dx dy dz eq io md5 tx rx wx
`);

/** Single letters that mean something beside each other: points, sizes, colours. */
export const coordinateLetters = set('x y z w h r g b a');

/** Names that only wrap what they hold. They never make a key longer when the key is clear without them. */
export const wrapperWords = set(`
  state states store stores data root app application value values current props payload attributes attrs fields self this
  wrapper container content contents body inner delegate target impl implementation instance singleton holder proxy raw snapshot
  entity entities_by_id global globals window exports export module modules default main scope closure context_value memoized
  redux pinia vuex zustand mobx ngrx recoil jotai apollo valtio xstate effector backbone ember result results response
  companion object instance_value
`);

/** Lists that a wrapper object exists for: `orders.items[0]` says no more than `orders[0]` where there is nothing beside it. */
export const listWords = set('items list entries elements nodes edges rows records children array collection');

/** How a program works inside, not what it is about. A weak sign, among others: `Queue` or `Scanner` may be all there is. */
export const machineryWords = set(`
  listener listeners observer observers subscriber subscribers callback callbacks handler handlers emitter emitters watcher watchers
  dispatcher interceptor interceptors middleware resolver resolvers reducer reducers injector hook hooks
  factory factories builder parser lexer tokenizer serializer deserializer converter encoder decoder codec formatter renderer painter
  loader loaders introspection reflection descriptor descriptors
  cache caches pool pools buffer buffers lock locks mutex semaphore latch epoch executor iterator visitor comparator matcher matchers
  logger loggers tracer profiler telemetry
  token tokens opcode grammar ast bytecode literal literals prototype constructor internal internals impl proxy wrapper stub adapter binding bindings
  polyfill polyfills chunk chunks bundle bundler webpack vite translation translations i18n keymap shortcut shortcuts accelerator tooltip
  utils util helper helpers constants offset offsets mask hash flags bits pointer cursor capacity threshold padding margin insets stamp
`);

/** What people ask about, in whatever program. As weak. */
export const askedWords = set(`
  name title text label subject message status state error errors file path url uri address host port user username owner email version
  count total size length amount balance price quantity selected selection current active dirty modified saved read unread
  enabled visible mode theme language locale encoding zoom date time created updated started uptime connected connections query result
  progress percent level role roles category tags description note notes busy queued running paused threads sessions requests directory
`);

/** What somebody chose for this run. */
export const settingWords = set(`
  config configuration conf cfg settings setting options opts option argv args arguments params parameters preferences prefs properties
  environment
`);

/** Reserved at the start of an expression: words of the grammar and names that are always in scope. */
export const reservedRoots = set(`
  true false null undefined typeof in context this new void delete if else for while do return function var let const class
  import export default switch case break continue try catch finally throw with yield await async super enum instanceof
  NaN Infinity Math Number String Boolean Array Object parseInt parseFloat
`);

/** Names that say nothing about the thing that a field or a root holds. */
export const emptyNames = set('instance singleton default self this it obj object val value tmp temp o');
