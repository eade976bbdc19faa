import type { PageDocument, PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/**
 * Whatever draws a page hangs something on its elements, and from there leads on to what each part of it is drawn from: vnodes, controllers, widgets, view
 * models. They are known by their shape, in a page where no other room knows anything: who refers to an element of the page, and who refers to one of those,
 * is a view; data that leads to neither is what the application keeps there.
 */
function createViews(kit: RoomKit): Finder {
  const { values, collector } = kit;
  const { own, names } = values;
  const { getPrototypeOf } = Object;
  /** Fields that are looked at in one reading: all of a page that has changed, so that it does not matter when it was looked at; what else comes is come upon by and by. */
  const mostAnew = 100_000;
  const mostLater = 1000;
  const mostFields = 60;
  const mostItems = 200;
  let looks = 0;

  const { Node: nodes } = globalThis as { Node?: new () => PageElement };
  const isNode = (value: unknown): value is PageElement => nodes !== undefined && value instanceof nodes;
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const elementsOf = (list: readonly unknown[], most: number): readonly unknown[] =>
    Array.from({ length: Math.min(list.length, most) }, (_, i) => own(list, String(i)));
  /** The objects that a field leads to: its own, or those in its list. */
  const itemsOf = (held: unknown, most: number): readonly object[] =>
    !isObject(held) || isNode(held) ? [] : Array.isArray(held) ? elementsOf(held, most).filter(isObject) : [held];

  interface Look {
    readonly fields: readonly (readonly [name: string, held: unknown])[];
    /** What of the page it refers to: what is to be seen, where there is such. */
    readonly node: PageElement | undefined;
  }
  const fresh = (object: object): Look => {
    const fields = (Array.isArray(object) ? [] : names(object).slice(0, mostFields)).map(
      (name) => [name, own(object, name)] as const,
    );
    const found = fields.map(([, held]) => held).filter(isNode);
    looks += fields.length + 1;
    return { fields, node: found.find(({ isConnected }) => isConnected) ?? found[0] };
  };
  /** What objects were like when the walk came by. */
  let looked = new WeakMap<object, Look>();
  const look = (object: object): Look => {
    const known = looked.get(object) ?? fresh(object);
    looked.set(object, known);
    return known;
  };
  const insideOf = (held: unknown, most: number): readonly unknown[] =>
    Array.isArray(held) ? elementsOf(held, most) : isObject(held) ? look(held).fields.map(([, one]) => one) : [];
  const isView = (object: object): boolean => {
    const { fields, node } = look(object);
    return node !== undefined || fields.some(([, held]) => itemsOf(held, 3).some((one) => look(one).node !== undefined));
  };

  const mostBelow = 400;
  let closed = new WeakMap<object, boolean>();
  const reaches = (held: object, levels: number, met: Set<object>): boolean => {
    if (isNode(held) || look(held).node) return true;
    if (levels === 0 || met.has(held) || met.size >= mostBelow) return false;
    met.add(held);
    return insideOf(held, 8).some((one) => isObject(one) && reaches(one, levels - 1, met));
  };
  /** No way leads from it back to what draws the page, as far as a glance can tell. */
  const isClosed = (held: object): boolean => {
    const known = closed.get(held) ?? !reaches(held, 4, new Set());
    closed.set(held, known);
    return known;
  };
  const isData = (held: unknown): held is object =>
    isObject(held) &&
    (Array.isArray(held) || [Object.prototype, Map.prototype, Set.prototype, null].includes(getPrototypeOf(held))) &&
    kit.kept.isKept(held) &&
    isClosed(held) &&
    !values.shapes.isTable(held);
  /** It has fields by words, or its elements do. */
  const isRich = (held: object): boolean => {
    if (held instanceof Map || held instanceof Set) return held.size > 0;
    const one = Array.isArray(held) ? held.find(isObject) : held;
    const all = one ? names(one).filter((name) => typeof own(one, name) !== 'function') : [];
    const words = all.filter((name) => name.length > 2);
    return words.length > 1 && words.length * 4 > all.length * 3;
  };

  /** What a part of a page is handed, looks like or is made of. */
  const given =
    /^_*(props|attrs|attributes|input|params|args|children|style|events|listeners|context|options|opts|settings|config|definition|template)_*$/i;
  /** What stands for all that it keeps. */
  const whole = /^_*(state|data|model|viewmodel|value)_*$/i;
  const speaks = (name: string): boolean => /^[a-z]\w\w/i.test(name) && !given.test(name) && !whole.test(name);
  const isLeaf = (held: unknown): boolean => held === null || /^(string|number|boolean)$/.test(typeof held);

  /** What a view keeps, but for what is `above` it. */
  const keptBy = (view: object, above: ReadonlySet<unknown>): Map<string, unknown> => {
    const { fields, node } = fresh(view);
    const kept = new Map<string, unknown>();
    const tag = node?.localName;
    // What says itself that it is an element is that one, drawn.
    if (node && (tag === undefined || !node.isConnected || values.shapes.isDrawn(view))) return kept;
    const own = fields.filter(([, held]) => !above.has(held));
    for (const [name, held] of own)
      if (whole.test(name) && isData(held) && !Array.isArray(held))
        for (const [inner, one] of fresh(held).fields)
          if (inner.length > 1 && typeof one !== 'function' && !above.has(one)) kept.set(inner, one);
    const inWhole = new Set(kept.keys());
    // What has the same names is how that was before, or will be.
    const isCopy = (held: object): boolean => inWhole.size > 0 && names(held).every((name) => inWhole.has(name));
    for (const [name, held] of own) if (speaks(name) && isData(held) && isRich(held) && !isCopy(held)) kept.set(name, held);
    if (kept.size > inWhole.size)
      for (const [name, held] of own) if (speaks(name) && !kept.has(name) && isLeaf(held)) kept.set(name, held);
    return kept;
  };

  const kinds = new WeakMap<object, string>();
  /** What is the same in the next document of a class whose name a build took: one that inherits from that of a library is of the application. */
  const kindOf = (view: object): string => {
    const proto = getPrototypeOf(view) as object | null;
    const base = proto && (getPrototypeOf(proto) as object | null);
    const maker = proto && base && base !== Object.prototype ? own(proto, 'constructor') : undefined;
    if (typeof maker !== 'function') {
      const { fields } = look(view);
      const inside = fields.flatMap(([name, held]) => (whole.test(name) && isObject(held) ? names(held) : []));
      return [...inside, ...fields.map(([name]) => name).filter(speaks)].sort().join();
    }
    let kind = kinds.get(maker);
    if (kind === undefined) {
      let hash = 0;
      for (const letter of values.sourceOf(maker).slice(0, 4000)) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
      kind = (hash >>> 0).toString(36);
      kinds.set(maker, kind);
    }
    return kind;
  };
  /** What the page says, and its words, looked at now and then. */
  let said: { readonly text: string; readonly words: ReadonlySet<string> } | undefined;
  const mostTexts = 4000;
  const mostSaid = 200_000;
  const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const saidIn = (document: PageDocument): typeof said => {
    // 4 is what says that texts are wanted.
    const walker = document.body && document.createTreeWalker(document.body, 4);
    let text = '';
    for (let i = 0; walker && i < mostTexts && text.length < mostSaid && walker.nextNode(); i++)
      if (!/^(script|style|noscript|template)$/.test(walker.currentNode.parentElement?.localName ?? ''))
        text += ` ${(walker.currentNode.nodeValue ?? '').slice(0, mostSaid)}`;
    return walker ? { text, words: new Set(wordsOf(text)) } : undefined;
  };
  /** Libraries have views, too; that of an application holds something that the page says: a text, or numbers. */
  const enoughSaid = 2;
  const mostAsked = 500;
  let asked = 0;
  const saidOf = (held: unknown, levels = 3): number => {
    if (said === undefined) return enoughSaid;
    if (asked++ >= mostAsked) return 0;
    if (typeof held === 'string') {
      const [first = ''] = held.length > 2 && held.length < 400 && /\p{L}/u.test(held) ? wordsOf(held) : [];
      return said.words.has(first) && said.text.includes(held.trim()) ? enoughSaid : 0;
    }
    // What is round was set by somebody, and stands on many pages.
    if (typeof held === 'number') return held > 9 && !/^\d0*$/.test(String(held)) && said.words.has(String(held)) ? 1 : 0;
    let sum = 0;
    for (const one of levels > 0 ? insideOf(held, 40) : []) if (sum < enoughSaid) sum += saidOf(one, levels - 1);
    return sum;
  };
  /** Those that were asked for in vain, of what the page said then. */
  const doubted = new WeakMap<object, unknown>();
  const isSaid = (view: object, kept: ReadonlyMap<string, unknown>): boolean => {
    if (proven.has(view)) return true;
    if (said && doubted.get(view) === said) return false;
    asked = 0;
    doubted.set(view, said);
    return [...kept.values()].reduce((sum: number, held) => sum + saidOf(held), 0) >= enoughSaid;
  };
  const proven = new WeakSet<object>();
  const mostAbove = 5000;
  const tell = (view: object, above: Set<unknown>): void => {
    const kept = keptBy(view, above);
    if (kept.size === 0 || !isSaid(view, kept)) return;
    proven.add(view);
    // Views below are handed what this one keeps, or something in it.
    const remember = (held: unknown, levels: number): void => {
      if (!isObject(held) || above.has(held) || above.size >= mostAbove) return;
      above.add(held);
      for (const one of levels > 0 ? insideOf(held, mostItems) : []) remember(one, levels - 1);
    };
    for (const held of kept.values()) remember(held, 3);
    const made = values.typeName(view);
    const tag = look(view).node?.localName;
    const name = made && made.length > 2 && made !== 'Object' ? made : tag?.includes('-') ? tag : undefined;
    const about = name ? { name } : { name: 'component', kind: kindOf(view) };
    collector.component({ library: 'views', ...about, fields: Object.fromEntries(kept), isOwn: true });
  };

  /** Kept weakly: reading must not keep alive what the page lets go. */
  let queue: WeakRef<object>[] = [];
  let at = 0;
  let seen = new WeakSet<object>();
  let found: WeakRef<object>[] = [];
  let known: WeakRef<object>[] = [];
  let readings = 0;
  const readingsPerText = 5;
  const meet = (object: object): void => {
    if (seen.has(object)) return;
    seen.add(object);
    queue.push(new WeakRef(object));
  };
  const begin = (document: PageDocument): void => {
    [queue, at, found, seen, looked, closed] = [[], 0, [], new WeakSet(), new WeakMap(), new WeakMap()];
    kit.mounts(document, (element) => {
      for (const key of Reflect.ownKeys(element)) for (const one of itemsOf(own(element, key), mostItems)) meet(one);
    });
  };
  /** Functions that views are given to be called: what they close over may be all that there is of a state. */
  let handlers: WeakRef<object>[] = [];
  const mostHandlers = 40;
  const hear = (name: string, held: unknown): void => {
    const isHandler = typeof held === 'function' && /^on[a-z]/i.test(name) && !values.isNative(held);
    if (!isHandler || handlers.length >= mostHandlers || collector.listening.has(held)) return;
    collector.listening.add(held);
    handlers.push(new WeakRef(held));
  };
  const mostViews = 300;
  const none: ReadonlySet<unknown> = new Set();
  const walk = function* (most: number): Generator<undefined, void> {
    for (looks = 0; at < queue.length && looks < most; at++) {
      if ((at & 7) === 7) yield undefined;
      const view = queue[at]?.deref();
      if (!view) continue;
      if ((values.observe(view) || keptBy(view, none).size > 0) && found.length < mostViews) found.push(new WeakRef(view));
      for (const [name, held] of look(view).fields) {
        hear(name, held);
        if (given.test(name) && isObject(held)) for (const [inner, one] of look(held).fields) hear(inner, one);
      }
      for (const [, held] of look(view).fields) for (const one of itemsOf(held, mostItems)) if (isView(one)) meet(one);
    }
  };

  /** How much hung on the elements of the page when all of it was walked, and at the last reading. */
  let [walked, hung] = [-1, -1];
  let walks = 0;
  const mostWalks = 20;
  /** A page on which something else hangs is another; one that is being put together is waited for. */
  const hasChanged = (document: PageDocument): boolean => {
    const before = hung;
    hung = 0;
    kit.mounts(document, (element) => {
      hung += Reflect.ownKeys(element).length;
    });
    if (hung === walked || (walks > 0 && hung !== before) || walks >= mostWalks) return false;
    walked = hung;
    walks++;
    return true;
  };

  return {
    *find(document) {
      if (collector.places.length > 0 || collector.components.some(({ library }) => library !== 'Web Components'))
        return undefined;
      const isNew = hasChanged(document);
      if (isNew || at >= queue.length) begin(document);
      if (isNew || readings++ % readingsPerText === 0) said = saidIn(document);
      yield undefined;
      yield* walk(isNew ? mostAnew : mostLater);
      if (isNew || at >= queue.length) known = found;
      const above = new Set<unknown>();
      for (const ref of known) {
        const view = ref.deref();
        if (view) tell(view, above);
        yield undefined;
      }
      handlers = handlers.filter((ref) => ref.deref());
      for (const ref of handlers) collector.functions.add(ref.deref());
      // Who only hands on what listens keeps nothing.
      return above.size > 0 ? undefined : 'listeners';
    },
  };
}

export const views: Room = { name: 'views', keeps: 'components', finder: createViews };
