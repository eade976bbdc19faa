import type { Lore } from '../rooms/parts.js';
import type { Collector, Place } from './collector.js';
import type { PageDocument } from './dom-types.js';
import type { Holders } from './holders.js';
import type { Scopes } from './scopes.js';
import type { Stock } from './stock.js';
import type { Trails } from './trails.js';
import type { ValueReader } from './values.js';

/**
 * State that only a search of the heap led to. What an application keeps is told by shape, since builds take the names of classes away:
 * objects of a class that has one or two instances, with much data close to them. The best is taken first, then whatever adds most to
 * what is covered already, so that an editor, its document and its toolbar become one place or few.
 */
export interface Heap {
  /**
   * What a search adds to what was adopted before, or what there is beside all else: each counts what it found when it is `anew`. The last reading must
   * have been a `bare` one. Yields after every little piece of work, so that the page need not stand still for all of it.
   */
  adopt(objects: Iterable<unknown>, libraries: readonly string[], anew: boolean): Generator<undefined, void>;
  /** Puts what was adopted among the places, unless they are to be `bare` of it. */
  read(bare?: boolean): void;
  /** Goes the trails of another document as far as they lead. */
  lead(): void;
  /** Looks for trails to what was found. */
  mark(): Generator<undefined, void>;
  /** What the last search found, as it can be found again; `whole` when that is all of it. */
  trails(): { readonly found: readonly Found[]; readonly whole: boolean };
  /** What a search of another document found, and whether that is `whole`: looked for at each reading. */
  follow(found: readonly Found[], whole: boolean): void;
  /** Whether all of that was there at the last one. */
  led(): boolean;
}

/** An object that a search found, and the trail to it. A holder of state names itself: there the name is empty. */
export interface Found {
  readonly name: string;
  readonly instance: boolean;
  readonly trail: readonly string[];
}

export function createHeap(kit: {
  values: ValueReader;
  collector: Collector;
  holders: Holders;
  scopes: Scopes;
  stock: Stock;
  trails: Trails;
  lore: Lore;
  document: PageDocument;
}): Heap {
  const { values, collector, holders, scopes, stock, trails, lore, document } = kit;
  const { own } = values;
  /** Kept weakly: reading must not keep alive what the page lets go. */
  let found: { name: string; instance: boolean; ref: WeakRef<object> }[] = [];
  /** Holders of state among what searches came upon. */
  const stores: WeakRef<object>[] = [];
  let marked: readonly Found[] = [];
  let whole = true;
  let followed: readonly Found[] = [];
  let suffices = false;
  let led = false;

  const machinery =
    /^_|^(Store|Schema|Type|Token|State|Emitter|EventEmitter|EventBus|Promise|Deferred)$|Element$|Event$|Error$|Node$|Listener|Observer|Scheduler|Plugin$|Registry$|Parser|Loader|Handler$|Factory$|Globals$|Tokenizer|Lexer|Compiler|Grammar|Theme|Locale|Service$|Dispatcher/;
  const trivial =
    /^(x|y|z|left|top|right|bottom|width|height|el|elem|element|dom|node|container|uid|guid|cid|className|style|css|color|version|offset\w*|\w*(Width|Height|Index|Px|Color|Style|Class|Element|El|Timer|Timeout|Handle|Id))$|^[_$]?on[A-Z]|^\$\$/;

  const mostPlain = 200;

  interface Candidate {
    readonly object: object;
    readonly maker: unknown;
    readonly made: string;
    /** Instances of its class. */
    readonly count: number;
  }

  const isRecordList = (value: unknown[]): boolean => {
    const first = value[0];
    return typeof first === 'object' && first !== null && !stock.isElement(first);
  };

  const keyedOf = (value: object): unknown[] | undefined =>
    Object.getPrototypeOf(value) === Object.prototype && values.shapes.looksKeyed(value)
      ? values
          .names(value)
          .slice(0, 20)
          .map((name) => own(value, name))
      : undefined;

  /** How many classes hold an object in a field. */
  let holdersOf = new Map<unknown, Set<unknown>>();
  const countOf = (object: unknown): number => holdersOf.get(object)?.size ?? 0;

  const isAmong = (held: object, wanted: object): boolean => {
    if (Array.isArray(held)) return held.length <= 500 && held.includes(wanted);
    if (held instanceof Map) return held.size <= 500 && [...Map.prototype.values.call(held)].includes(wanted);
    if (Object.getPrototypeOf(held) !== Object.prototype) return false;
    return values
      .names(held)
      .slice(0, 200)
      .some((name) => own(held, name) === wanted);
  };

  /**
   * Whether one of two that refer to each other is the part and the other the whole: the whole has the part among others of its kind, or is
   * what more classes refer to. What lies behind its whole is no part of a part.
   */
  const isPartOf = (part: object, whole: object): boolean => {
    for (const name of values.names(whole).slice(0, 120)) {
      const held = own(whole, name);
      if (held === part) return countOf(whole) > countOf(part);
      if (typeof held !== 'object' || held === null || stock.isElement(held)) continue;
      if (isAmong(held, part)) return true;
      // Or a part of a part of it.
      if (
        countOf(whole) > countOf(part) * 2 &&
        values
          .names(held)
          .slice(0, 60)
          .some((inner) => own(held, inner) === part)
      )
        return true;
    }
    return false;
  };

  /** Texts that the page shows beside its controls: who holds some of them is what the page is about. */
  let shown = new Set<string>();
  /** With fewer, a page says nothing of itself in words. */
  const leastShown = 20;
  const mostTexts = 4000;
  const lookAtScreen = function* (): Generator<undefined, void> {
    shown = new Set();
    const body = document.body;
    if (!body) return;
    // 4 is what says that texts are wanted.
    const walker = document.createTreeWalker(body, 4);
    for (let looked = 0; looked < mostTexts && walker.nextNode(); looked++) {
      if ((looked & 63) === 0) yield;
      const { nodeValue, parentElement } = walker.currentNode;
      const text = nodeValue && nodeValue.length < 400 ? nodeValue.trim().toLowerCase() : '';
      if (text.length < 3 || !/\p{L}/u.test(text) || shown.has(text)) continue;
      if (
        !parentElement?.closest(
          'button,label,th,script,style,noscript,option,[role=button],[role=tab],[role=menuitem],[role=columnheader]',
        )
      )
        shown.add(text);
    }
  };

  /** What the controls and parts of the page are called by who wrote it. */
  let calls = new Set<string>();
  const lookAtNames = (): void => {
    const said: string[] = [];
    for (const element of Array.from(document.querySelectorAll('[id],[name],[aria-label],label')).slice(0, 500))
      for (const word of ['id', 'name', 'aria-label']) said.push(element.getAttribute(word) ?? '');
    calls = new Set([...shown, ...said].flatMap((text) => text.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []));
  };
  /** A variable that listeners of controls speak of, and some of whose fields are called as the page calls what it shows. */
  const isAbout = (value: object): boolean => scopes.isSpoken(value) && values.names(value).filter(isCalled).length > 1;
  /** `paused` is about what the page calls `pause`. */
  const isCalled = (name: string): boolean => {
    const word = name.toLowerCase();
    return (
      calls.has(word) ||
      [...calls].some((call) => call.length > 3 && word.length > 3 && (word.startsWith(call) || call.startsWith(word)))
    );
  };

  /** How much data lies close to an object that is neither covered nor told yet. What is further away counts less, and belongs less to it. */
  const weigh = (
    start: object,
    covered: ReadonlySet<unknown>,
    reached?: Set<unknown>,
    told: ReadonlySet<unknown> = values.met,
    said?: Set<string>,
  ): number => {
    const seen = new Set<unknown>([start]);
    const wholes = new Set<unknown>();
    let level: unknown[] = [start];
    // What nobody but itself can see is what it keeps, most of all.
    let sum = values.hidden.declared(start) * 3;
    let share = 1;
    for (let depth = 0; depth < 4 && level.length > 0 && seen.size < 400; depth++) {
      const next: unknown[] = [];
      for (const object of level) {
        const names = values.names(object as object).slice(0, 120);
        for (const name of names) {
          const held = values.unwrap(own(object, name));
          if (held === undefined || held === null || typeof held === 'function' || typeof held === 'symbol') continue;
          if (typeof held !== 'object') {
            const text = said && typeof held === 'string' && held.length < 400 ? held.trim().toLowerCase() : '';
            if (shown.has(text)) said?.add(text);
            sum += trivial.test(name) ? share * 0.1 : typeof held === 'string' && held.length > 2 ? share : share * 0.5;
            continue;
          }
          // What is told already is no reason to tell it from here.
          if (seen.has(held) || covered.has(held) || told.has(held)) continue;
          if (trivial.test(name) || stock.isElement(held) || values.isMachinery(held)) continue;
          const proto = Object.getPrototypeOf(held) as object | null;
          if (proto && proto !== Object.prototype && !Array.isArray(held) && isOfPlatform(proto)) continue;
          if ((depth === 0 || (depth === 1 && countOf(held) > 1)) && isPartOf(start, held)) wholes.add(held);
          if (wholes.has(held)) continue;
          if (values.shapes.isTable(held)) continue;
          seen.add(held);
          reached?.add(held);
          if (held instanceof Map) sum += share * Math.min(20, held.size) * 0.5;
          const items = Array.isArray(held) ? held : keyedOf(held);
          if (!items) next.push(held);
          else if (isRecordList(items)) {
            // A list is no step of its own, nor is what goes by ids: its elements lie as close as a field would.
            sum += share * 2;
            for (const item of items.slice(0, 20))
              if (typeof item === 'object' && item !== null && !seen.has(item) && !covered.has(item)) {
                seen.add(item);
                reached?.add(item);
                next.push(item);
              }
          } else sum += share;
        }
      }
      level = next;
      share *= 0.6;
    }
    return sum;
  };

  /** A first guess: how many fields hold something of their own. Some keep everything behind one. */
  const direct = (object: object): number => {
    let sum = values.hidden.declared(object) * 2;
    for (const name of values.names(object).slice(0, 60)) {
      const held = own(object, name);
      if (held === null || held === undefined || typeof held === 'function' || trivial.test(name)) continue;
      sum++;
      if (typeof held === 'object' && Object.getPrototypeOf(held) === Object.prototype)
        sum += Math.min(10, values.names(held).length / 2);
    }
    return sum;
  };

  const isOfPlatform = (proto: object): boolean => {
    const maker = own(proto, 'constructor');
    return typeof maker === 'function' && values.isNative(maker);
  };

  /** What all things of a class have in common is not one of them. */
  const isPrototype = (object: object): boolean => own(own(object, 'constructor'), 'prototype') === object;

  /** A component of a framework, whose state is read as such. */
  const isComponent = (object: object): boolean =>
    own(object, 'props') !== undefined && (own(object, 'state') !== undefined || own(object, 'context') !== undefined);

  /**
   * Counts the classes that hold each object in a field, or one literal deeper. Returns the word by which most hold it: what is left of a
   * name when a build has taken that of the class.
   */
  const countHolders = function* (candidates: readonly Candidate[]): Generator<undefined, Map<unknown, string>> {
    const wanted = new Set(candidates.map(({ object }) => object));
    const votes = new Map<unknown, Map<string, number>>();
    holdersOf = new Map();
    const look = (holder: object, maker: unknown, self: object, levels: number): void => {
      for (const name of values.names(holder).slice(0, 120)) {
        const held = own(holder, name);
        if (typeof held !== 'object' || held === null || held === self) continue;
        if (wanted.has(held)) {
          const by = holdersOf.get(held);
          if (by) by.add(maker);
          else holdersOf.set(held, new Set([maker]));
          const word = name.replace(/^_+|_+$/g, '');
          if (word.length < 3 || /^(parent|self|owner|root|this|that|data|target|context|prev|next|ctx|options)$/.test(word))
            continue;
          const cast = votes.get(held) ?? new Map<string, number>();
          votes.set(held, cast.set(word, (cast.get(word) ?? 0) + 1));
        } else if (levels > 0 && Object.getPrototypeOf(held) === Object.prototype) look(held, maker, self, levels - 1);
      }
    };
    for (const { object, maker } of candidates) {
      look(object, maker, object, 1);
      yield;
    }
    const names = new Map<unknown, string>();
    for (const [held, cast] of votes) names.set(held, ([...cast].sort((a, b) => b[1] - a[1])[0] as [string, number])[0]);
    return names;
  };

  /** What an object calls itself. */
  const selfNameOf = (object: object): string | undefined => {
    for (const name of values.names(object)) {
      const held = /^_?(name|\w+Name)$/.test(name) && !/^(class|tag|node|font|file)/.test(name) ? own(object, name) : undefined;
      if (typeof held === 'string' && /^[A-Za-z][\w-]{2,30}$/.test(held)) return held;
    }
    return undefined;
  };

  const gather = function* (
    objects: Iterable<unknown>,
    storesOnly: boolean,
  ): Generator<undefined, { instances: Candidate[]; plain: Candidate[] }> {
    const classes = new Map<unknown, { first: object[]; count: number; made: string }>();
    const plain: Candidate[] = [];
    let looked = 0;
    const sort = (object: unknown): void => {
      if (typeof object !== 'object' || object === null || collector.seen.has(object) || values.met.has(object)) return;
      if (holders.adopt(object)) {
        scopes.meet('store', object);
        stores.push(new WeakRef(object));
        return;
      }
      if (
        storesOnly ||
        values.isMachinery(object) ||
        isPrototype(object) ||
        values.shapes.isTable(object) ||
        values.shapes.isDrawn(object)
      )
        return;
      const proto = Object.getPrototypeOf(object) as object | null;
      // A prototype that was written by hand may have lost its constructor.
      const maker = proto ? (own(proto, 'constructor') ?? proto) : undefined;
      if (maker === Object) {
        if (plain.length < mostPlain && stock.isWide(object)) plain.push({ object, maker, made: '', count: 1 });
        return;
      }
      if (maker === undefined || maker === null || maker === Array) return;
      const known = classes.get(maker);
      if (known) {
        known.count++;
        if (known.count <= 8) known.first.push(object);
        return;
      }
      // Some compilers write the module behind the name.
      const named = own(maker, 'name');
      const made = typeof named === 'string' ? named.replace(/\$\$.*$|\d+$/, '') : '';
      if (machinery.test(made) || lore.classes.test(made) || isComponent(object) || isOfPlatform(proto as object)) return;
      // Fields that all end alike were spelled by a build of a library.
      const fields = values.names(object);
      if (fields.length > 2 && fields.filter((key) => key.endsWith('_')).length * 2 > fields.length) return;
      classes.set(maker, { first: [object], count: 1, made });
    };
    for (const object of objects) {
      try {
        sort(object);
      } catch {
        // Windows of other origins and the like let nobody look.
      }
      // To stop costs more than to look at one object.
      if ((++looked & 63) === 0) yield;
    }
    const instances: Candidate[] = [];
    for (const [maker, { first, count, made }] of classes)
      for (const object of first) if (instances.length < 4000) instances.push({ object, maker, made, count });
    return { instances: yield* inOrder(instances), plain: yield* inOrder(plain) };
  };

  /** A search comes upon objects in the order in which they happen to lie in memory; which is taken of two that weigh the same is told by what they are. */
  const inOrder = function* (candidates: readonly Candidate[]): Generator<undefined, Candidate[]> {
    const signed: { candidate: Candidate; sign: string }[] = [];
    for (const candidate of candidates) {
      const fields = values.names(candidate.object).slice(0, 60);
      const told = fields.map((name) => {
        const held = own(candidate.object, name);
        return `${name}:${typeof held === 'object' ? '' : String(typeof held === 'function' ? '' : held).slice(0, 20)}`;
      });
      signed.push({ candidate, sign: `${candidate.made} ${told.join()}` });
      yield;
    }
    return signed.sort((a, b) => (a.sign < b.sign ? -1 : a.sign > b.sign ? 1 : 0)).map(({ candidate }) => candidate);
  };

  /** What the trails of another document lead to now. */
  const ended = () => followed.map((one) => ({ ...one, object: trails.walk(one.trail) }));

  /** Notes how to find again what was found; what trails of another document led to is no news to a search, and stays noted. */
  const mark = function* (): Generator<undefined, void> {
    const ends = [...found, ...stores.map((ref) => ({ name: '', instance: false, ref }))].filter(({ ref }) => ref.deref());
    const ways = yield* trails.find(new Set(ends.flatMap(({ ref }) => ref.deref() ?? [])));
    const fresh = ends.flatMap(({ name, instance, ref }) => {
      const trail = ways.get(ref.deref() as object);
      return trail ? [{ name, instance, trail }] : [];
    });
    const objects = new Set(ends.map(({ ref }) => ref.deref()));
    const still = ended().flatMap(({ object, ...one }) => (object !== undefined && !objects.has(object) ? [one] : []));
    whole = fresh.length === ends.length;
    marked = [...fresh, ...still];
  };

  return {
    *adopt(objects, libraries, anew) {
      // Where a store keeps the state, the rest of the heap is machinery; where components do, little of it is not.
      const storesOnly = collector.places.some(({ source }) => source === 'store');
      const framed = libraries.some((name) => lore.frameworks.includes(name));
      const { instances, plain } = yield* gather(objects, storesOnly);
      // Where a container of the framework keeps what the application made, the rest is the framework's.
      if (collector.places.some(({ library }) => library !== undefined && lore.keepers.includes(library))) return yield* mark();
      yield* lookAtScreen();
      lookAtNames();
      const names = yield* countHolders(instances);
      // What a good part of all classes refers to is the application itself.
      const hubs = Math.max(3, new Set(instances.map(({ maker }) => maker)).size * 0.25);
      const singles: { candidate: Candidate; fields: number }[] = [];
      for (const candidate of instances) {
        if (candidate.count > 2 && countOf(candidate.object) < 4) continue;
        const fields = direct(candidate.object);
        if (fields > 2) singles.push({ candidate, fields });
        yield;
      }
      const covered = new Set<unknown>();
      /** What the variables of the application say of what the page shows, and what they call it. */
      const saidByOwn = new Set<string>();
      for (const { source, value } of collector.places) {
        if (!/^(closure|module)$/.test(source) || typeof value !== 'object' || value === null) continue;
        weigh(value, new Set(), undefined, new Set(), saidByOwn);
        for (const name of values.names(Array.isArray(value) && isRecordList(value) ? value[0] : value))
          saidByOwn.add(name.toLowerCase());
        yield;
      }
      // Who says hardly anything but that is one of its views.
      const isView = (said: ReadonlySet<string>): boolean =>
        said.size > 2 && [...said].filter((text) => saidByOwn.has(text)).length * 3 >= said.size * 2;
      // Weights only fall as more is covered: one that still leads when weighed again leads all.
      const weighed = function* (guesses: { candidate: Candidate; fields: number }[]) {
        const heavy: (Candidate & { weight: number; isView: boolean; news: number })[] = [];
        for (const { candidate } of guesses.sort((a, b) => b.fields - a.fields).slice(0, 120)) {
          const said = new Set<string>();
          const weight = weigh(candidate.object, covered, undefined, values.met, said);
          // Where the page shows in words what it is about, what holds none of them is machinery.
          const news = [...said].filter((text) => !saidByOwn.has(text)).length;
          if (shown.size < leastShown || said.size > 0) heavy.push({ ...candidate, weight, isView: isView(said), news });
          yield;
        }
        return heavy;
      };
      const all = yield* weighed(singles);
      // One of few, or one of several that outweighs most others.
      const heaviest = Math.max(0, ...all.map(({ weight }) => weight));
      const left = all.filter(({ object, count, weight }) => count <= 2 || countOf(object) >= hubs || weight > heaviest * 0.75);
      // Beside an object that holds much, wherever that was found, a literal of many fields is a table of what could be set.
      const isMuch = ({ value }: Place): boolean =>
        typeof value === 'object' &&
        value !== null &&
        (Object.getPrototypeOf(value) !== Object.prototype || isAbout(value)) &&
        !Array.isArray(value) &&
        weigh(value, new Set(), undefined, new Set()) > (isAbout(value) ? 6 : 15);
      let named = collector.components.some(({ isOwn, fields }) => isOwn && weigh(fields, new Set(), undefined, new Set()) > 6);
      let much = named;
      for (const place of collector.places) {
        // A library may have controls of its own, and speak of itself.
        if (!isMuch(place) || (place.isOwn && !isAbout(place.value as object))) continue;
        much = true;
        // Where a variable of the application holds much by its name, what only the heap has is machinery beside it, or a part of it that is asked for there.
        if (
          /^(closure|module)$/.test(place.source) ||
          (place.source === 'global' && !Object.getOwnPropertyDescriptor(globalThis, place.name))
        )
          named = true;
        yield;
      }
      // And where what holds most is a view of the variables, so is the rest, or a part of one: but for what the application speaks of, and the page shows.
      if (named || all.some(({ weight, isView }) => isView && weight === heaviest)) {
        const meant = left.filter(({ object, news }) => news > 2 && scopes.isSpoken(object));
        left.length = 0;
        left.push(...meant);
      }
      if (!framed && !left.some(({ weight }) => weight > 25) && !much)
        left.push(...(yield* weighed(plain.map((candidate) => ({ candidate, fields: direct(candidate.object) })))));
      const rank = ({ object, weight }: { object: object; weight: number }): number =>
        weight >= 15 && countOf(object) >= hubs ? weight + 1000 * countOf(object) : weight;
      // What is known of another document keeps its name, whoever finds it and in whichever order.
      const known = ended().flatMap(({ name, instance, object }) =>
        object && name !== '' ? [{ name, instance, ref: new WeakRef(object) }] : [],
      );
      const again = new Set(known.map(({ ref }) => ref.deref()));
      const chosen = [...known, ...(anew ? [] : found).filter(({ ref }) => ref.deref() && !again.has(ref.deref()))];
      const most = framed ? 3 : 8;
      const used = new Set(chosen.map(({ name }) => name));
      const taken = new Set<unknown>(chosen.map(({ ref }) => ref.deref()));
      for (const object of taken) {
        covered.add(object);
        weigh(object as object, new Set(), covered);
        yield;
      }
      for (let turn = 0; turn < 200 && chosen.length < most && left.length > 0; turn++) {
        yield;
        left.sort((a, b) => rank(b) - rank(a));
        const first = left[0] as (typeof left)[number];
        const { object, made, maker } = first;
        first.weight = covered.has(object) ? 0 : weigh(object, covered);
        if (left[1] && rank(first) < rank(left[1])) continue;
        if (first.weight < (framed ? 15 : 6)) break;
        left.shift();
        // What refers to something that was taken is a part of it: it must bring much of its own.
        if (first.weight < 15 && values.names(object).some((name) => taken.has(own(object, name)))) continue;
        taken.add(object);
        covered.add(object);
        weigh(object, new Set(), covered);
        const called = made.length > 2 ? made : (names.get(object) ?? selfNameOf(object));
        // Beside what has a name, what nothing has one for must bring much.
        if (called === undefined && first.weight < 15 && collector.places.length > 0) continue;
        const base = called ?? (maker === Object ? 'state' : 'app');
        let name = base;
        for (let i = 2; used.has(name); i++) name = `${base}${i}`;
        used.add(name);
        chosen.push({ name, instance: maker !== Object, ref: new WeakRef(object) });
      }
      found = chosen;
      if (anew) return;
      suffices = false;
      yield* mark();
    },
    lead() {
      ended();
    },
    mark,
    read(bare = false) {
      if (bare) return;
      const put = (name: string, instance: boolean, object: object | undefined): void => {
        if (object && !holders.adopt(object, name) && name !== '')
          collector.place({ address: `heap:${name}`, name, source: instance ? 'component' : 'instance', value: object });
      };
      const ends = ended();
      led = ends.length > 0 && ends.every(({ object }) => object !== undefined);
      // What else was near while the document was put together is not what a search finds.
      if (led && suffices) found = [];
      for (const { name, instance, object } of ends) put(name, instance, object);
      for (const { name, instance, ref } of found) put(name, instance, ref.deref());
    },
    led: () => led,
    trails: () => ({ found: marked, whole }),
    follow(known, all) {
      followed = known;
      suffices = all;
    },
  };
}
