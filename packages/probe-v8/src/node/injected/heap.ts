import type { Base, Crawling, Expanding, Fn, Instances, Origin, Owners, Platform, Routing, Selves } from './kit.js';

/** Sifts the heap's objects for what no path led to: instances of the application's classes, functions of its modules, routers. Closed. */
export const createInstances = (kit: Base & Owners & Routing & Platform & Crawling & Selves & Expanding): Instances => {
  /** Of one class: more than are told, since how many there are is told too. */
  const most = 2000;
  const instances: Instances['instances'] = new Map();
  const served: Instances['served'] = new Set();
  const chosen: Instances['chosen'] = new Map();

  const classOf = (value: object): object | undefined => {
    let prototype = kit.prototypeOf(value);
    for (let depth = 0; prototype && depth < 4; depth++) {
      if (kit.classes.has(prototype)) return prototype;
      prototype = kit.prototypeOf(prototype);
    }
    return undefined;
  };

  const mostFields = 20;
  const mostEntries = 3;
  /** Of so many objects their fields are looked at, and of a class that there are few of. */
  const mostStores = { all: 1000, ofKind: 3 };
  const isRecordText = (value: unknown): boolean => typeof value === 'string' && /^\{"[\s\S]*\}$/.test(value);
  const isRecord = (value: unknown): boolean =>
    kit.isHeld(value) &&
    kit.prototypeOf(value) === Object.prototype &&
    kit.names(value).filter((name) => typeof kit.slot(value, name) !== 'function').length > 1;
  /** It has entries that are records: as texts nothing that was written into the code, but what came in; `isNear`: or as they are, in a map or a list. */
  const keepsRecords = (value: object, isNear: boolean): boolean =>
    kit
      .names(value)
      .slice(0, mostFields)
      .some((name) => {
        const held = kit.slot(value, name);
        if (!kit.isHeld(held) || kit.isProxy(held) || typeof held === 'function') return false;
        const isMap = kit.kindOf(held) === 'Map';
        const entries = isMap
          ? Array.from(kit.entriesOf(held, 0, mostEntries, false), ([, one]) => one)
          : kit
              .names(held)
              .slice(0, mostEntries)
              .map((key) => kit.slot(held, key));
        const told = Array.isArray(held)
          ? Array.from({ length: Math.min(held.length, mostEntries) }, (_, at) => kit.slot(held, String(at)))
          : entries;
        if (told.length === 0) return false;
        return told.every(isRecordText) || (isNear && (isMap || Array.isArray(held)) && told.every(isRecord));
      });
  /** A server calls it: what listens there is bound to it, or a library's function that closes over it. It is what the program is, where it asked for that library. */
  const isServing = ({ from, path: [first = '', ...rest], server, strange = 0 }: Origin): boolean =>
    server !== undefined && from.startsWith('hop:') && rest.length === 0 && (first === '~this' ? strange < 1 : strange === 1);
  let direct: ReadonlySet<string> = new Set();
  const gather: Instances['gather'] = () => {
    const met: { type: string; origin: Origin }[] = [];
    const several: string[] = [];
    const told = new Set<string>();
    let looked = 0;
    const isNear = (value: object): boolean => direct.has(kit.libraryOf(value) ?? '');
    const isAtWork = (value: object, of: number, origin: Origin): boolean =>
      kit.isHeard(value) ||
      kit.isPrompt(value) ||
      (isServing(origin) && isNear(value)) ||
      (of <= mostStores.ofKind && looked++ < mostStores.all && keepsRecords(value, isNear(value)));
    for (const [prototype, kind] of kit.kinds) {
      // Of a library's class those that the application listens to, that servers call, and stores of records: they are its parts at work.
      const known = kit.isOwnClass(prototype)
        ? kind
        : kind.filter(({ ref, origin }) => isAtWork(ref.deref() ?? kind, kind.length, origin));
      const first = known.find(({ ref }) => ref.deref());
      const value = first?.ref.deref();
      const type = value && kit.typeName(value);
      if (!first || type === undefined || told.has(type)) continue;
      told.add(type);
      // What the heap gave is more than what was met on the way, and no reason to forget the way.
      const all = instances.get(type) ?? known.map(({ ref }) => ref);
      instances.set(type, all);
      if (known.some(({ origin }) => origin.server !== undefined)) served.add(type);
      // One of a kind can be found again; of many, it is not known which ones there will be.
      if (all.length === 1) met.push({ type, origin: first.origin });
      else several.push(type);
    }
    kit.kinds.clear();
    return { met, several };
  };

  const mostSaid = 6;
  /** What the fields say that hold no objects; where none does, what those say that they hold. */
  const saysOf = (value: object, levels = 1): string => {
    const held = kit
      .names(value)
      .slice(0, mostFields)
      .map((name) => kit.slot(value, name));
    const said = held.filter((one) => /^(string|number|boolean)$/.test(typeof one));
    if (said.length === 0 && levels > 0)
      return held
        .filter((one) => kit.isHeld(one) && typeof one === 'object' && !kit.isProxy(one))
        .slice(0, mostEntries)
        .map((one) => saysOf(one as object, levels - 1))
        .join('\n');
    return said
      .slice(0, mostSaid)
      .map((one) => String(one).slice(0, 40))
      .join('\n');
  };
  /** The heap has no order that lasts: by what they say, the same come first each time. */
  const arrange = (): void => {
    for (const [type, refs] of instances) {
      if (refs.length < 2) continue;
      const said = refs.flatMap((ref) => {
        const value = ref.deref();
        return value ? [[saysOf(value), ref] as const] : [];
      });
      said.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      instances.set(
        type,
        said.map(([, ref]) => ref),
      );
    }
  };

  const unmet: Instances['unmet'] = () => {
    let count = 0;
    for (const prototype of kit.classes.keys()) {
      const isError = Object.prototype.isPrototypeOf.call(Error.prototype, prototype);
      if (!isError && !kit.met.has(prototype) && kit.isOwnClass(prototype)) count++;
    }
    return count;
  };

  const siftSelves: Instances['siftSelves'] = (objects) => {
    for (let at = 0; at < objects.length; at++) {
      const value = objects[at];
      const self = value !== null && typeof value === 'object' && !kit.isProxy(value) ? kit.selfOf(value) : undefined;
      if (self) kit.scan(value, { ...self, from: 'heap', path: [] });
    }
    kit.endSeeking();
  };

  const sift: Instances['sift'] = (objects, names, seeksRoutes) => {
    const wanted = new Set(names);
    instances.clear();
    let found = 0;
    for (let at = 0; at < objects.length; at++) {
      const value = objects[at];
      if (value === null || kit.isProxy(value)) continue;
      if (seeksRoutes && typeof value === 'object' && kit.noticeRoutes(value, { from: 'heap', path: [] })) {
        // Its handlers lead on.
        kit.scan(value, { from: 'heap', path: [] });
      }
      if (typeof value === 'function') {
        const name = wanted.size > 0 ? kit.slot(value, 'name') : undefined;
        if (typeof name !== 'string' || !wanted.has(name)) continue;
        kit.scan(value as Fn, { from: 'heap', path: [] }, 1);
      } else if (typeof value === 'object') {
        const self = kit.selfOf(value);
        const type = self && kit.typeName(value);
        if (self && type !== undefined) {
          found++;
          kit.scan(value, { ...self, from: 'heap', path: [] });
          instances.set(type, [...(instances.get(type) ?? []), new WeakRef(value)]);
          if (self.server !== undefined) served.add(type);
          continue;
        }
        const prototype = classOf(value);
        // A prototype is no instance of its own class.
        if (!prototype || kit.classes.has(value) || kit.has(value, 'constructor')) continue;
        if (!kit.met.has(prototype)) found++;
        kit.scan(value, { from: 'heap', path: [] });
        if (!kit.isOwnClass(prototype)) continue;
        const name = kit.classes.get(prototype) ?? '';
        const known = instances.get(name) ?? [];
        if (known.length < most) known.push(new WeakRef(value));
        instances.set(name, known);
      }
    }
    kit.endSeeking();
    arrange();
    return found;
  };

  const nearby: Instances['nearby'] = (libraries) => {
    direct = new Set(libraries);
  };

  const prompts: Instances['prompts'] = () =>
    [...instances.values()].flatMap((refs) => refs.flatMap((ref) => ref.deref() ?? [])).filter(kit.isPrompt);

  return { instances, served, chosen, prompts, nearby, gather, unmet, sift, siftSelves };
};
