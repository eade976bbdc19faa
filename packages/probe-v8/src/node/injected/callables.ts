import type {
  Base,
  Callable,
  CallablePlan,
  Callables,
  Crawling,
  Dict,
  Fn,
  Hidden,
  Instances,
  Keeps,
  Owners,
  Platform,
  Reading,
  Registers,
  Routing,
  Seeds,
  Shells,
  Veils,
} from './kit.js';

/**
 * Lists the functions worth calling: what modules export, of those that export nothing what changes their own data, the methods of the objects
 * they keep, those of libraries too, and of the objects of the application's classes, whoever holds them. Closed.
 */
export const createCallables = (
  kit: Base & Shells & Owners & Hidden & Veils & Keeps & Routing & Registers & Platform & Crawling & Seeds & Instances & Reading,
): Callables => {
  const headLength = 1500;
  const isClass = (fn: Fn): boolean => /^class\b/.test(kit.sourceOf(fn));
  /** What every list or map can do is no deed of the application. */
  const isFunction = (value: unknown): value is Fn => typeof value === 'function' && !kit.isProxy(value) && !kit.isNative(value);
  const isPublic = (name: string): boolean => !/^[_#]|^constructor$/.test(name);
  const asks = /^(get|is|has|find|all|list|count|exists)(?![a-z])/;
  const does = /^(set|add|remove|delete|del|insert|update|create|save|put|clear|start|stop|push|pop|register|reset)(?![a-z])/;
  /** What else says that something is done to what it is asked of. */
  const acts =
    /^(lock|unlock|pause|resume|cancel|enable|disable|open|close|send|publish|enqueue|flush|drain|append|move|rename|kick|leave|schedule|run)(?![a-z])/;
  const isDeed = (name: string): boolean => does.test(name) || acts.test(name);
  /** Where there are many, those that put something in or take it out come first. */
  const deedsFirst = <T extends { readonly name: string }>(all: readonly T[]): T[] => [
    ...all.filter(({ name }) => isDeed(name)),
    ...all.filter(({ name }) => !isDeed(name)),
  ];
  /** A factory of a library made it: its functions keep its data between them. */
  const isMade = (value: object): boolean => kit.keptFields(value, []).length > 0;
  /** A constructor of a library gave it its functions, one by one. */
  const isEquipped = (value: object, slots: readonly string[]): boolean =>
    kit.isForeign(value) !== false && slots.some((name) => kit.foreign.has(kit.slot(value, name) as object));
  /** A collection of Immutable: all that it can do is to make another one. */
  const isPersistent = (value: object): boolean => !kit.isProxy(value) && kit.has(value, '__ownerID');
  /** Functions side by side that keep nothing: no data beside them, and not the face of something that can be asked and told. */
  const isToolbox = (value: object, slots: readonly string[]): boolean =>
    slots.every((name) => typeof kit.slot(value, name) === 'function') &&
    !isMade(value) &&
    !(slots.some((name) => asks.test(name)) && slots.filter((name) => does.test(name)).length > 1);
  const levels = /^(?:log|trace|debug|verbose|info|warn|warning|error|fatal)$/;
  /** It says what goes on, louder or less: nobody operates a program by that. */
  const isLogger = (value: object): boolean =>
    ['info', 'warn', 'error'].every((name) => typeof (kit.slot(value, name) ?? kit.follow(value, [`^${name}`])) === 'function');
  /** What a function writes, or puts something into: `rooms.get(name).topic = topic`, `alarms.length = 0`, `served += 1`, `jobs.push(job)`. */
  const written =
    /(?<![\w$.])([A-Za-z_$][\w$]*)(?:(?:\s*\??\.\s*[\w$]+|\s*\[[^[\]]*\]|\s*\([^()]*\))*?\s*(?:(?:[-+*/%&|^]|\*\*|&&|\|\||\?\?|<<|>>>?)?=(?![=>])|\+\+|--|\??\.\s*(?:push|unshift|splice|pop|shift|set|add|put|insert|update|remove|delete|clear)\s*\())/g;
  /** What it gets from another to work on: `const boat = boats.get(id)`, `for (const boat of boats)`. */
  const gotten = /(?<![\w$.])(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?:=\s*(?:await\s+)?|of\s+)([A-Za-z_$][\w$]*)/g;
  const writesOf = (fn: Fn): string[] => {
    const text = kit.sourceOf(fn).slice(0, mostText);
    const from = new Map(Array.from(text.matchAll(gotten), ([, name = '', other = '']) => [name, other]));
    const assigned = Array.from(text.matchAll(/(?<![\w$.])Object\.assign\(\s*([A-Za-z_$][\w$]*)/g), ([, name = '']) => [
      `${name}.`,
      name,
    ]);
    return [...assigned, ...text.matchAll(written)].flatMap(([all = '', name = '']) => {
      // A number that was gotten is written for oneself; a field of what was gotten is a field there.
      const other = /^[\w$]+\s*(?:\??\.|\[)/.test(all) ? from.get(name) : undefined;
      return other === undefined ? [name] : [name, other];
    });
  };
  /** Whom it is called on, who holds it knows. */
  const hasReceiver = (fn: Fn): boolean => /^(async\s+)?function\b/.test(kit.sourceOf(fn)) && /\bthis\b/.test(kit.sourceOf(fn));
  const isData = (value: unknown): boolean =>
    typeof value !== 'function' && (value === null || typeof value !== 'object' || !kit.isOpaque(value));
  const mostText = 4000;
  const mostOfInstances = 120;
  const mostOfOne = 30;
  /** Of a class that there are several objects of: so many of them, so many methods of each, and so many of all. */
  const mostAlike = 20;
  const mostOfEach = 24;
  const mostOfSeveral = 240;
  /** Fields that are looked at for a library's objects, and what is offered of each of those, of one where there is room for it, and of all. */
  const mostFields = 100;
  const mostOfHeld = { each: 8, one: 24, all: 80 };
  /** Of an object of a library, and of all of them. */
  const mostOfLibrary = { one: 24, all: 80 };
  const ofObjects = /^(toString|toJSON|toLocaleString|valueOf|inspect|then|catch|finally)$/;
  /** What is in the scope of every module. */
  const ofModules = new Set(['arguments', 'module', 'exports', 'require', '__filename', '__dirname']);
  /** What every emitter of events has. */
  const ofEmitters = new Set(
    'on once off emit addListener removeListener removeAllListeners prependListener prependOnceListener setMaxListeners getMaxListeners listeners rawListeners listenerCount eventNames'.split(
      ' ',
    ),
  );

  interface Method {
    readonly name: string;
    readonly method: Fn;
  }
  const methodsOf = (prototype: object): Method[] =>
    Object.getOwnPropertyNames(prototype)
      .filter((name) => isPublic(name) && !ofObjects.test(name))
      .flatMap((name) => {
        const method = kit.slot(prototype, name);
        return isFunction(method) ? [{ name, method }] : [];
      });

  /** What a class has from those that it is made from, but for what every emitter has. */
  const inheritedBy = (prototype: object): Method[] => {
    const seen = new Set([...ofEmitters, ...Object.getOwnPropertyNames(prototype)]);
    const found: Method[] = [];
    for (let at = kit.prototypeOf(prototype); at && at !== Object.prototype; at = kit.prototypeOf(at))
      for (const one of methodsOf(at)) {
        if (seen.has(one.name)) continue;
        seen.add(one.name);
        found.push(one);
      }
    return found;
  };

  /** The objects that are called on, put in the place of those of before when all is listed: somebody may call meanwhile. */
  let chosen: Map<string, WeakRef<object>> = new Map();
  const list = function* (
    plan: CallablePlan,
    scopes: Parameters<Callables['callables']>[1] & object,
  ): Generator<undefined, Callable[]> {
    const found: Callable[] = [];
    const told = new Set<unknown>();
    const holders = new Map<object, string>();
    const variables: (readonly [name: string, value: unknown])[] = [];
    const starts: (readonly [name: string, value: unknown])[] = [];
    const later: (() => void)[] = [];
    chosen = new Map();
    const trusted = new Set(plan.trusted);
    let strange = 0;
    const announced = kit.announced();
    /** Who exports nothing is not for others: it is the program itself. */
    const exportsNothing = (module?: CallablePlan['modules'][number]): boolean => {
      if (module?.exported) return module.exported.length === 0;
      const exports = module?.file === undefined ? undefined : kit.start(`module:${module.file}`);
      return exports !== null && typeof exports === 'object' && kit.names(exports).length === 0;
    };
    for (const [at, module] of plan.modules.entries()) {
      yield;
      const addressOf = (path: readonly string[]): string =>
        `${module.address}/${path.map((step) => step.replace(/^\^/, '')).join('.')}`;
      const isOwn = (fn: Fn, path: readonly string[]): boolean => kit.own.has(fn) || trusted.has(addressOf(path));
      const calledIn = (variable: string): string => module.called?.[variable] ?? variable;
      const isProgram = exportsNothing(module.within === undefined ? module : plan.modules[module.within]);
      const view = module.prefix.startsWith('scope:') || (module.within !== undefined && isProgram) ? 'module' : 'closure';
      const put = (path: string[], name: string, fn: Fn, owner?: string, target?: string, more: Partial<Callable> = {}): void => {
        if (told.has(fn) && owner === undefined) return;
        told.add(fn);
        const address = addressOf(path);
        const text = kit.sourceOf(fn);
        found.push({
          address,
          name,
          path,
          module: at,
          head: text.slice(0, headLength),
          whole: text.length <= headLength,
          ...(kit.adopted.has(fn) ? { foreign: true as const } : {}),
          ...(owner === undefined ? {} : { owner }),
          ...(target === undefined ? {} : { target }),
          ...more,
        });
      };
      /** The methods of an object that a variable holds. */
      const members = (variable: string, value: object): void => {
        if (told.has(value) || kit.isProxy(value) || kit.isOpaque(value) || kit.isModule(value) || kit.routing.has(value)) return;
        if (isPersistent(value)) return;
        // Minifiers rename variables and classes; what methods are called stays.
        const called = calledIn(variable);
        const isNamed = kit.isTelling(called);
        if (!isNamed && view !== 'module') return;
        told.add(value);
        const type = isNamed ? kit.typeName(value) : '';
        const names = kit.names(value).slice(0, 100);
        const isKeeper = isNamed || names.some((name) => typeof kit.slot(value, name) === 'object');
        const slots = isKeeper ? names.filter((name) => isNamed || kit.isTelling(name)) : [];
        const isTools = type === 'Object' && isToolbox(value, slots);
        const target = isTools ? undefined : `${module.prefix}/${called}`;
        const isLent = isMade(value);
        const logs = isLogger(value);
        const isMany = isLent || (type !== 'Object' && isEquipped(value, slots));
        for (const { name } of isMany
          ? deedsFirst(slots.map((name) => ({ name }))).slice(0, mostOfLibrary.one)
          : slots.map((name) => ({ name }))) {
          const member = kit.slot(value, name);
          if (!isPublic(name) || !isFunction(member) || isClass(member) || (logs && levels.test(name))) continue;
          const owner = type === 'Object' ? called : type;
          if (isOwn(member, [variable, name])) put([variable, name], name, member, owner, target);
          else if (
            !isTools &&
            !logs &&
            view === 'module' &&
            (type === 'Object' ? isLent || kit.foreign.has(member) : isEquipped(value, slots))
          )
            lend([variable, name], name, member, called, target);
        }
        const prototype = kit.prototypeOf(value);
        if (prototype === Object.prototype && isNamed && view === 'module' && !isTools) holders.set(value, called);
        if (!prototype || prototype === Object.prototype || Array.isArray(value)) return;
        const all = methodsOf(prototype).filter(({ name }) => isNamed || kit.isTelling(name));
        const methods = logs ? all.filter(({ name }) => !levels.test(name)) : all;
        if (all.some(({ name, method }) => isOwn(method, [variable, name]))) {
          if (isNamed) holders.set(value, called);
          for (const { name, method } of isNamed ? methods : methods.slice(0, mostOfOne))
            put([variable, `^${name}`], name, method, type, target);
          const isMine = ({ method }: Method): boolean => kit.own.has(method) && !kit.adopted.has(method);
          const inherited = isNamed ? inheritedBy(prototype) : [];
          for (const { name, method } of inherited.filter(isMine)) put([variable, `^${name}`], name, method, type, target);
          for (const { name, method } of deedsFirst(inherited.filter((one) => !isMine(one))).slice(0, mostOfLibrary.one))
            put([variable, `^${name}`], name, method, type, target, { strange: true });
        } else if (!logs && view === 'module' && isNamed && kit.libraryOf(value) !== undefined) {
          for (const { name, method } of deedsFirst([...methods, ...inheritedBy(prototype)]).slice(0, mostOfLibrary.one))
            lend([variable, `^${name}`], name, method, called, target);
        }
      };
      /** What a library's object can do, which the application has a variable for. */
      const lend = (path: string[], name: string, fn: Fn, owner: string, target?: string): void => {
        if (ofEmitters.has(name) || strange >= mostOfLibrary.all) return;
        strange++;
        put(path, name, fn, owner, target, { strange: true, foreign: true });
      };

      const exports = module.file === undefined ? undefined : kit.start(`module:${module.file}`);
      if (isFunction(exports)) {
        const name = kit.slot(exports, 'name');
        if (isOwn(exports, ['exports']) && !isClass(exports))
          put(['exports'], typeof name === 'string' && name !== '' ? name : 'default', exports);
      }
      if (exports !== null && (typeof exports === 'object' || typeof exports === 'function') && !kit.isProxy(exports)) {
        const logs = isLogger(exports);
        for (const name of kit.names(exports).slice(0, 200)) {
          const member = kit.slot(exports, name);
          if (
            (logs && levels.test(name)) ||
            !isPublic(name) ||
            !isFunction(member) ||
            !isOwn(member, ['exports', name]) ||
            isClass(member)
          )
            continue;
          // What asks itself for more than is beside it is for others to have as a method.
          if (!hasReceiver(member) || kit.isAtHome(member, exports)) put(['exports', name], name, member);
        }
        const prototype = typeof exports === 'object' ? kit.prototypeOf(exports as object) : null;
        if (prototype && prototype !== Object.prototype) {
          for (const name of Object.getOwnPropertyNames(prototype)) {
            const method = kit.slot(prototype, name);
            if (isPublic(name) && isFunction(method)) put(['exports', `^${name}`], name, method, kit.typeName(exports as object));
          }
        }
      }
      const scope = scopes[at]?.[module.index]?.object as Dict | undefined;
      if (!scope) continue;
      const names = kit.variables(scope).filter((name) => !module.skip.includes(name) && !ofModules.has(name));
      const targetOf = (variable?: string): string | undefined =>
        variable === undefined ? undefined : `${module.prefix}/${calledIn(variable)}`;
      const data = new Set(isProgram ? names.filter((name) => isData(kit.slot(scope, name))) : []);
      for (const name of names) {
        yield;
        const value = kit.slot(scope, name);
        if (isFunction(value)) {
          const changed = data.size > 0 ? writesOf(value).find((one) => data.has(one)) : undefined;
          const isOffered = module.exported?.includes(name) || changed !== undefined;
          if (isOffered && isOwn(value, [name]) && !isClass(value)) put([name], name, value, undefined, targetOf(changed));
        } else if (value !== null && typeof value === 'object') {
          starts.push([calledIn(name), value]);
          members(name, value);
          if (view !== 'module') continue;
          const called = calledIn(name);
          variables.push([called, value]);
          for (const [key, one] of lentIn(called, value)) if (key !== called) holders.set(one, `${called} ${key}`);
        }
      }
      // A function that only the program's own start refers to has no variable: who was handed it has it still. What was put down by name is told as that.
      later.push(() => {
        for (const { hop, called } of module.handed ?? []) {
          const fn = kit.hops.get(hop)?.deref();
          if (!isFunction(fn) || isClass(fn)) continue;
          const own = kit.slot(fn, 'name');
          const changed = writesOf(fn).find((one) => (own === '' ? names.includes(one) : data.has(one)));
          if (typeof own === 'string' && /^[A-Za-z]\w+$/.test(own)) {
            if (changed !== undefined) put([own], own, fn, undefined, targetOf(changed), { hop });
            // Several words may as well describe: a test, a step.
          } else if (
            own === '' &&
            called !== '' &&
            !announced.has(called) &&
            !hasReceiver(fn) &&
            (changed !== undefined || !called.includes(' '))
          )
            put([called], called, fn, undefined, targetOf(changed), { hop, handed: true });
        }
      });
    }
    for (const [type, refs] of kit.instances) for (const ref of refs) starts.push([type, ref.deref()]);
    const ofRegisters = yield* registeredIn(starts, told);
    for (const put of later) {
      yield;
      put();
    }
    const ofInstances = [...methodsOfInput(), ...(yield* instanceMethods(told, trusted, holders))];
    const ofHeld: Callable[][] = [];
    for (const one of variables) {
      yield;
      ofHeld.push(...methodsOfHeld('', [one], told));
    }
    for (const [value, label] of holders) {
      yield;
      ofHeld.push(...methodsOfHeld(label, fieldsOf(value), told));
    }
    kit.chosen.clear();
    for (const [instance, ref] of chosen) kit.chosen.set(instance, ref);
    const { each, one, all } = mostOfHeld;
    const held = [...ofHeld.flatMap((some) => some.slice(0, each)), ...ofHeld.flatMap((some) => some.slice(each, one))];
    return [...found, ...ofInstances, ...ofRegisters, ...held.slice(0, all)];
  };
  const sliceMs = 6;
  let listing: ReturnType<typeof list> | undefined;
  const callables: Callables['callables'] = (plan, scopes = []) => {
    if (plan) listing = list(plan, scopes);
    const end = performance.now() + sliceMs;
    for (let step = listing?.next(); step; step = listing?.next()) {
      if (step.done) {
        listing = undefined;
        return step.value;
      }
      if (performance.now() > end) return null;
    }
    return [];
  };

  const keptBy = (of: object): Pick<Callable, 'record'> => {
    const record = kit.recordIn(of);
    return record && record.length > 0 ? { record } : {};
  };

  /** What was put down by name, unless a variable leads to it. */
  const registeredIn = function* (
    starts: Parameters<Registers['registered']>[0],
    told: Set<unknown>,
  ): Generator<undefined, Callable[]> {
    const all = yield* kit.registered(starts);
    return all.flatMap(({ of, on, step, name, label, inner, declared }): Callable[] => {
      if (told.has(inner) || (kit.kindOf(of) === 'Map' && hasReceiver(inner))) return [];
      told.add(inner);
      const instance = `registered ${label}.${name}`;
      const within = on === of ? undefined : `within ${label}.${name}`;
      const text = kit.sourceOf(inner);
      chosen.set(instance, new WeakRef(on));
      if (within !== undefined) chosen.set(within, new WeakRef(of));
      return [
        {
          address: `fn:registered/${label}.${name.replaceAll('/', '|')}`,
          name: name.replace(/^\//, '').replace(/[._:/-]+/g, '_'),
          path: [step.startsWith('=') ? step : `.${step}`],
          module: -1,
          instance,
          ...(within === undefined ? {} : { within }),
          handed: true,
          ...(label === '' ? {} : { owner: label }),
          ...keptBy(of),
          ...(declared ? { declared } : {}),
          head: text.slice(0, headLength),
          whole: text.length <= headLength,
        },
      ];
    });
  };

  /** A word or two, or a small number: what a machine made up is another one in the next run. */
  const isWord = (value: unknown): value is string | number =>
    typeof value === 'number'
      ? Number.isInteger(value) && value >= 0 && value < 1e6
      : typeof value === 'string' && spoken.test(value);
  const spoken = /^(?=.{1,40}$)\p{L}\p{Ll}*(?:[ _-]\p{L}\p{Ll}*)*(?:[ _-]?\d{1,4})?$/u;
  /** Several objects of one class by what tells them apart: what each calls itself, else its number. */
  const apart = (all: readonly object[]): (readonly [label: string, value: object])[] => {
    for (const name of ['name', 'title', 'label', 'key', 'id']) {
      const called = all.map(
        (value) => kit.slot(value, name) ?? kit.privateFields(value).find(([one]) => one.replace(/^#/, '') === name)?.[1],
      );
      if (called.every(isWord) && new Set(called).size === all.length) return all.map((value, at) => [String(called[at]), value]);
    }
    return all.map((value, at) => [String(at + 1), value]);
  };

  /** What an object of the application can do: first what its own classes say, then what they inherit from a library's. */
  const methodsOfOne = (
    type: string,
    label: string | undefined,
    value: object,
    trusted: ReadonlySet<string>,
    told: ReadonlySet<unknown>,
  ): Callable[] => {
    const owner = `fn:instance/${type}`;
    const isTrusted = [...trusted].some((address) => address.startsWith(`${owner}.`));
    // What the application listens to is the library's work for it.
    const isLent = kit.libraryOf(value) !== undefined && kit.isHeard(value);
    const first = kit.prototypeOf(value);
    if (!first || !(isTrusted || isLent || kit.isOwnClass(first))) return [];
    const logs = isLogger(value);
    const methods = new Map<string, Method & { readonly path: string; readonly strange: boolean; readonly lent: boolean }>();
    // What the application gave it as a field is its method as well.
    for (const name of kit.names(value).slice(0, mostFields)) {
      const method = kit.slot(value, name);
      if (!isPublic(name) || !isFunction(method) || isClass(method) || told.has(method)) continue;
      if (kit.own.has(method) && !kit.adopted.has(method))
        methods.set(name, { name, method, path: `.${name}`, strange: false, lent: false });
    }
    for (let at: object | null = first; at && at !== Object.prototype; at = kit.prototypeOf(at)) {
      const isOwn = !isLent && kit.isOwnClass(at);
      for (const { name, method } of methodsOf(at)) {
        if (ofEmitters.has(name) || methods.has(name) || told.has(method) || (logs && (!isOwn || levels.test(name)))) continue;
        const strange = !isOwn && !trusted.has(`${owner}.${name}`);
        methods.set(name, { name, method, path: `^${name}`, strange, lent: strange || kit.adopted.has(method) });
      }
    }
    const own = deedsFirst([...methods.values()].filter(({ lent }) => !lent)).slice(0, mostOfOne);
    const deeds = deedsFirst([...methods.values()].filter(({ lent }) => lent));
    const instance = label === undefined ? type : `${type} ${label}`;
    const found = label === undefined ? [...own, ...deeds.slice(0, mostOfLibrary.one)] : [...own, ...deeds].slice(0, mostOfEach);
    const isForeign = kit.isForeign(value) === true && !isLent;
    const kept = keptBy(value);
    chosen.set(instance, new WeakRef(value));
    return found.map(({ name, method, path, strange }) => {
      const text = kit.sourceOf(method);
      return {
        address: `fn:instance/${instance}.${name}`,
        name,
        path: [path],
        module: -1,
        instance,
        owner: instance,
        ...(strange ? { strange: true as const } : {}),
        ...(isForeign ? { foreign: true as const } : {}),
        ...kept,
        // Whoever holds it, it is there to be changed.
        ...(strange ? {} : { target: `instance/${instance}` }),
        head: text.slice(0, headLength),
        whole: text.length <= headLength,
      };
    });
  };

  /** The fields of an object, private ones too, by the words of their names. */
  const fieldsOf = (value: object): (readonly [name: string, held: unknown])[] =>
    [
      ...kit.names(value).map((name) => [name, kit.slot(value, name)] as const),
      ...kit.privateFields(value),
      ...kit.hiddenFields(value),
    ]
      .slice(0, mostFields)
      .map(([name, held]) => [name.replace(/^[#_$]+/, ''), kit.bare(held)]);
  /** The entries of a map, or of an object that is used as one, where there are few of them. */
  const entriesIn = (held: object): (readonly [key: unknown, value: unknown])[] => {
    if (kit.kindOf(held) === 'Map')
      return (kit.sizeOf(held) ?? 0) > mostAlike ? [] : [...kit.entriesOf(held, 0, mostAlike, false)];
    const prototype = kit.prototypeOf(held);
    const names = prototype === null || prototype === Object.prototype ? kit.names(held) : [];
    return names.length > mostAlike ? [] : names.map((name) => [name, kit.slot(held, name)] as const);
  };
  const isLent = (one: object): boolean => (kit.isForeign(one) === true || isMade(one)) && !isPersistent(one);
  /** What there is of a library's in a field: itself, or by their keys those in a map. */
  const lentIn = (name: string, held: unknown): (readonly [name: string, value: object])[] => {
    if (!kit.isThing(held) || !kit.isTelling(name)) return [];
    if (isLent(held)) return [[name, held]];
    return entriesIn(held).flatMap(([key, one]) =>
      isWord(key) && kit.isThing(one) && isLent(one) ? [[String(key), one] as const] : [],
    );
  };
  /** The same, and what each of them has in maps of its own: jobs of a scheduler, parts of a document. */
  const allLentIn = (name: string, held: unknown): (readonly [name: string, value: object])[] =>
    lentIn(name, held).flatMap(([key, one]) => [
      [key, one] as const,
      ...fieldsOf(one).flatMap(([field, inner]) =>
        kit.isThing(inner) && !isLent(inner)
          ? lentIn(field, inner).map(([part, value]) => [`${key} ${part}`, value] as const)
          : [],
      ),
    ]);
  /** What changes the libraries' objects that an object of the application, or a variable, holds. */
  const methodsOfHeld = (label: string, fields: ReturnType<typeof fieldsOf>, told: Set<unknown>): Callable[][] =>
    fields.flatMap(([field, held]) =>
      allLentIn(field, held).flatMap(([name, one]) => {
        if (told.has(one) || isLogger(one)) return [];
        told.add(one);
        const instance = label === '' ? name : `${label}.${name}`;
        const prototype = kit.prototypeOf(one) ?? one;
        const methods = isMade(one) ? methodsOf(one) : [...methodsOf(prototype), ...inheritedBy(prototype)];
        const changing = methods.filter(
          ({ name: method, method: fn }) => !ofEmitters.has(method) && (isDeed(method) || writesOf(fn).includes('this')),
        );
        const kept = keptBy(one);
        chosen.set(instance, new WeakRef(one));
        const deeds = deedsFirst(changing).map(({ name: method, method: fn }): Callable => {
          const text = kit.sourceOf(fn);
          return {
            address: `fn:held/${instance}.${method}`,
            name: method,
            path: [isMade(one) ? method : `^${method}`],
            module: -1,
            instance,
            owner: `${label} ${name}`.trim(),
            strange: true,
            foreign: true,
            ...kept,
            head: text.slice(0, headLength),
            whole: text.length <= headLength,
          };
        });
        return [deeds];
      }),
    );

  /** A line can be typed at what reads lines: a method takes what comes in. */
  const typing = (type: string, value: object, method: string): Callable => {
    chosen.set(type, new WeakRef(value));
    return {
      module: -1,
      instance: type,
      owner: type,
      address: `fn:instance/${type}.writeLine`,
      name: 'writeLine',
      path: [method],
      line: true,
      head: 'writeLine(line) {}',
      whole: false,
    };
  };
  /** A program that listens to its standard input itself is typed at like one with a prompt. */
  const methodsOfInput = (): Callable[] => {
    const input = kit.input();
    return input && kit.isHeard(input) ? [typing('stdin', input, '^push')] : [];
  };

  /** What lines may call can be called. */
  const methodsOfPrompt = (type: string, value: object): Callable[] => {
    const base = { module: -1, instance: type, owner: type };
    const context = kit.slot(value, 'context');
    const functions =
      context !== null && typeof context === 'object' && context !== globalThis
        ? kit.globals(context).flatMap((name) => {
            const fn = kit.slot(context, name);
            return isFunction(fn) && !isClass(fn) ? [{ name, fn }] : [];
          })
        : [];
    return [
      typing(type, value, '^write'),
      ...functions.slice(0, mostOfOne).map(({ name, fn }) => ({
        ...base,
        address: `fn:instance/${type}.context.${name}`,
        name,
        path: ['context', name],
        head: kit.sourceOf(fn).slice(0, headLength),
        whole: kit.sourceOf(fn).length <= headLength,
      })),
    ];
  };

  /** The objects of the application's classes, unless their methods are known by a variable; those that there is one of first. */
  const instanceMethods = function* (
    told: ReadonlySet<unknown>,
    trusted: ReadonlySet<string>,
    holders: Map<object, string>,
  ): Generator<undefined, Callable[]> {
    const found: Callable[] = [];
    const several: (readonly [type: string, all: readonly object[]])[] = [];
    const kinds = new Map<string, readonly WeakRef<object>[]>();
    for (const [prototype, refs] of kit.kindsRead) {
      const one = kit.isOwnClass(prototype) ? refs.find((ref) => ref.deref())?.deref() : undefined;
      const type = one && kit.typeName(one);
      if (type !== undefined && !kinds.has(type)) kinds.set(type, refs);
    }
    // What was read comes first, in its order: it is the same however it was found.
    for (const [type, refs] of kit.instances) kinds.set(type, [...(kinds.get(type) ?? []), ...refs]);
    for (const [type, refs] of kinds) {
      yield;
      const all = [...new Set(refs.flatMap((ref) => ref.deref() ?? []))].filter((one) => !kit.isOpaque(one));
      const [one] = all;
      if (!one || !isPublic(type) || !kit.isTelling(type)) continue;
      if (kit.isPrompt(one)) found.push(...methodsOfPrompt(type, one));
      else if (all.length > 1) several.push([type, all]);
      else {
        if (kit.isOwnClass(kit.prototypeOf(one) ?? one) && !holders.has(one)) holders.set(one, type);
        if (!told.has(one) && found.length < mostOfInstances) found.push(...methodsOfOne(type, undefined, one, trusted, told));
      }
    }
    const more: Callable[] = [];
    for (const [type, all] of several) {
      const prototype = kit.prototypeOf(all[0] as object);
      if (!prototype || !kit.isOwnClass(prototype) || all.length > mostAlike || more.length >= mostOfSeveral) continue;
      for (const [label, value] of apart(all)) {
        yield;
        if (!holders.has(value)) holders.set(value, `${type} ${label}`);
        if (!told.has(value)) more.push(...methodsOfOne(type, label, value, trusted, told));
      }
    }
    return [...found.slice(0, mostOfInstances), ...more.slice(0, mostOfSeveral)];
  };

  return { callables };
};
