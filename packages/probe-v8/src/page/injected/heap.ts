import type { Collector } from './collector.js';
import type { Holders } from './holders.js';
import type { Scopes } from './scopes.js';
import type { ValueReader } from './values.js';

/**
 * State that only a search of the heap led to. What an application keeps is told by shape, since builds take the names of classes away:
 * objects of a class that has one or two instances, with much data close to them. The best is taken first, then whatever adds most to
 * what is covered already, so that an editor, its document and its toolbar become one place or few.
 */
export interface Heap {
  adopt(objects: readonly unknown[], libraries: readonly string[]): number;
  /** Puts what was adopted among the places. */
  read(): void;
}

export function createHeap(kit: { values: ValueReader; collector: Collector; holders: Holders; scopes: Scopes }): Heap {
  const { values, collector, holders, scopes } = kit;
  const { own } = values;
  /** Kept weakly: reading must not keep alive what the page lets go. */
  let found: { name: string; instance: boolean; ref: WeakRef<object> }[] = [];

  const machinery =
    /^_|^(Component|PureComponent|Immer|Query|QueryCache|MutationCache|FiberRootNode|FiberNode|Subscription|Dep|ReactiveEffect|EffectScope|Link|Zone|ZoneDelegate|Injector|NgZone|ApplicationRef|Scope|Store|Listening|Schema|Type|Token|State|Emitter|EventEmitter|EventBus|Promise|Deferred)$|Injector$|Element$|Event$|Error$|Node$|Listener|Observer|Scheduler|Plugin$|Registry$|Parser|Loader|Handler$|Factory$|Globals$|Tokenizer|Lexer|Compiler|Grammar|Theme|Locale|Service$|Dispatcher/;
  const trivial =
    /^(x|y|z|left|top|right|bottom|width|height|el|elem|element|dom|node|container|uid|guid|cid|className|style|css|color|version|offset\w*|\w*(Width|Height|Index|Px|Color|Style|Class|Element|El|Timer|Timeout|Handle|Id))$|^[_$]?on[A-Z]|^\$\$/;

  interface Candidate {
    readonly object: object;
    readonly maker: unknown;
    readonly made: string;
  }

  const isRecordList = (value: unknown[]): boolean => {
    const first = value[0];
    return typeof first === 'object' && first !== null && !scopes.isElement(first);
  };

  /** How much data lies close to an object that is not covered yet. What is further away counts less, and belongs less to it. */
  const weigh = (start: object, covered: ReadonlySet<unknown>, reached?: Set<unknown>): number => {
    const seen = new Set<unknown>([start]);
    let level: unknown[] = [start];
    let sum = 0;
    let share = 1;
    for (let depth = 0; depth < 4 && level.length > 0 && seen.size < 400; depth++) {
      const next: unknown[] = [];
      for (const object of level) {
        const names = values.names(object as object).slice(0, 120);
        for (const name of names) {
          const held = values.unwrap(own(object, name));
          if (held === undefined || held === null || typeof held === 'function' || typeof held === 'symbol') continue;
          if (typeof held !== 'object') {
            sum += trivial.test(name) ? share * 0.1 : typeof held === 'string' && held.length > 2 ? share : share * 0.5;
            continue;
          }
          if (seen.has(held) || covered.has(held) || trivial.test(name) || scopes.isElement(held) || values.isMachinery(held))
            continue;
          const proto = Object.getPrototypeOf(held) as object | null;
          if (proto && proto !== Object.prototype && !Array.isArray(held) && isNative(proto)) continue;
          seen.add(held);
          reached?.add(held);
          if (!Array.isArray(held)) next.push(held);
          else if (isRecordList(held)) {
            // A list is no step of its own: its elements lie as close as a field would.
            sum += share * 2;
            for (const item of held.slice(0, 20))
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

  /** A first guess: how many fields hold something of their own. */
  const direct = (object: object): number =>
    values
      .names(object)
      .slice(0, 60)
      .filter((name) => {
        const held = own(object, name);
        return held !== null && held !== undefined && typeof held !== 'function' && !trivial.test(name);
      }).length;

  const isNative = (proto: object): boolean => {
    const maker = own(proto, 'constructor');
    return typeof maker === 'function' && /\[native code\]/.test(Function.prototype.toString.call(maker));
  };

  /** A component of a framework, whose state is read as such. */
  const isComponent = (object: object): boolean =>
    own(object, 'props') !== undefined && (own(object, 'state') !== undefined || own(object, 'context') !== undefined);

  /** The words by which others hold an object: what is left of a name when a build has taken that of the class. */
  const namesOf = (candidates: readonly Candidate[]): Map<unknown, string> => {
    const wanted = new Set(candidates.map(({ object }) => object));
    const names = new Map<unknown, string>();
    for (const { object } of candidates)
      for (const name of values.names(object)) {
        const held = own(object, name);
        if (!wanted.has(held as object) || names.has(held) || name.length < 3) continue;
        if (!/^_|^(parent|self|owner|root|this|that|data|target|context|prev|next|ctx|options)$/.test(name))
          names.set(held, name);
      }
    return names;
  };

  const gather = (objects: readonly unknown[], storesOnly: boolean): { singles: Candidate[]; plain: Candidate[] } => {
    const classes = new Map<unknown, { first: object[]; count: number; made: string }>();
    const plain: Candidate[] = [];
    const sort = (object: unknown): void => {
      if (typeof object !== 'object' || object === null || collector.seen.has(object) || values.met.has(object)) return;
      if (holders.adopt(object)) {
        scopes.meet('store', object);
        return;
      }
      if (storesOnly || values.isMachinery(object)) return;
      const proto = Object.getPrototypeOf(object) as object | null;
      const maker = proto ? own(proto, 'constructor') : undefined;
      if (maker === Object) {
        if (plain.length < 40 && scopes.isWide(object)) plain.push({ object, maker, made: '' });
        return;
      }
      if (typeof maker !== 'function' || maker === Array) return;
      const known = classes.get(maker);
      if (known) {
        known.count++;
        if (known.count <= 2) known.first.push(object);
        return;
      }
      const made = String(own(maker, 'name') ?? '').replace(/\d+$/, '');
      if (machinery.test(made) || isComponent(object) || /\[native code\]/.test(Function.prototype.toString.call(maker))) return;
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
    }
    const singles: Candidate[] = [];
    for (const [maker, { first, count, made }] of classes)
      if (count <= 2) for (const object of first) if (direct(object) > 2) singles.push({ object, maker, made });
    return { singles, plain };
  };

  return {
    adopt(objects, libraries) {
      // Where a store keeps the state, the rest of the heap is machinery; where components do, little of it is not.
      const storesOnly = collector.places.some(({ source }) => source === 'store');
      const framed = libraries.some((name) => /^(React|Vue|Angular|AngularJS|Preact|Ember)$/.test(name));
      const { singles, plain } = gather(objects, storesOnly);
      const names = namesOf(singles);
      const covered = new Set<unknown>();
      // Weights only fall as more is covered: one that still leads when weighed again leads all.
      const left = [...singles, ...(framed ? [] : plain)]
        .map((candidate) => ({ ...candidate, weight: direct(candidate.object) }))
        .sort((a, b) => b.weight - a.weight)
        .slice(0, 120)
        .map((candidate) => ({ ...candidate, weight: weigh(candidate.object, covered) }));
      const most = framed ? 3 : 8;
      found = [];
      const used = new Set<string>();
      for (let turn = 0; turn < 200 && found.length < most && left.length > 0; turn++) {
        left.sort((a, b) => b.weight - a.weight);
        const first = left[0] as (typeof left)[number];
        const { object, made, maker } = first;
        first.weight = covered.has(object) ? 0 : weigh(object, covered);
        if (first.weight < (left[1]?.weight ?? 0)) continue;
        if (first.weight < (framed ? 15 : 6)) break;
        left.shift();
        covered.add(object);
        weigh(object, new Set(), covered);
        const base = made.length > 2 ? made : (names.get(object) ?? (maker === Object ? 'state' : 'app'));
        let name = base;
        for (let i = 2; used.has(name); i++) name = `${base}${i}`;
        used.add(name);
        found.push({ name, instance: maker !== Object, ref: new WeakRef(object) });
      }
      return found.length;
    },
    read() {
      for (const { name, instance, ref } of found) {
        const object = ref.deref();
        if (object && !holders.adopt(object, name))
          collector.place({ address: `heap:${name}`, name, source: instance ? 'component' : 'instance', value: object });
      }
    },
  };
}
