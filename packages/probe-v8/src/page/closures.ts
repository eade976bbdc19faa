import type { Protocol } from 'devtools-protocol';
import { CallError, type CdpSession } from '../connection.js';
import { allObjects, elementsOf, internalsOf, privateFieldsOf } from '../handles.js';
import { type CallLimits, callAgent, type Handle, isStale } from './agents.js';
import type { Pressing } from './injected/dom-controls.js';
import type { StateAgent } from './injected/state-agent.js';

/**
 * The way to variables that only closures hold: a function's `[[Scopes]]`, which the debugger hands out and page code can't see.
 * Handles made on the way are in a group of their own and released at once.
 */
const passing = 'substrate-passing';

export const releasePassing = async (session: CdpSession): Promise<void> => {
  await session.send('Runtime.releaseObjectGroup', { objectGroup: passing }, { timeoutMs: 1000 }).catch(() => undefined);
};

/** The objects in an array of the page, as handles. */
const objectsIn = async (session: CdpSession, objectId: string, limits: CallLimits): Promise<string[]> =>
  (await elementsOf(session, objectId, limits)).filter((id) => id !== null);

/** The handles of what a call on the agent returns as an array. */
const listOf = async (agent: Handle, body: string, limits: CallLimits, objectGroup = passing): Promise<string[]> => {
  const list = await callAgent(agent, body, [], limits, { returnByValue: false, objectGroup });
  return list.objectId ? await objectsIn(agent.session, list.objectId, limits) : [];
};

const internalOf = async (
  session: CdpSession,
  objectId: string,
  name: string,
  limits: CallLimits,
): Promise<string | undefined> => {
  const internal = await internalsOf(session, objectId, limits);
  return internal(name)?.objectId;
};

/** Handles of the functions that discovery kept hold on to them, so they are let go and asked for again every so often. */
const keptGroup = 'substrate-kept';
const keptFor = 20;

/** The scope lists of the functions that discovery kept, read anew each time. */
export const createKeptScopes = (agent: Handle) => {
  const { session } = agent;
  let functions: string[] | undefined;
  let reads = 0;
  const forget = (): void => {
    if (!functions) return;
    functions = undefined;
    // Nothing waits for it: calls of one session are carried out in order.
    void session.send('Runtime.releaseObjectGroup', { objectGroup: keptGroup }, { timeoutMs: 1000 }).catch(() => undefined);
  };
  return {
    forget,
    read: async (limits: CallLimits): Promise<string[]> => {
      if (++reads % keptFor === 0) forget();
      functions ??= await listOf(agent, 'function() { return this.kept(); }', limits, keptGroup);
      const lists = await Promise.all(functions.map((id) => internalOf(session, id, '[[Scopes]]', limits)));
      return lists.filter((id) => id !== undefined);
    },
  };
};

/** Hands functions to the agent, and the scopes of each. */
const tellScopes = async (
  agent: Handle,
  functions: readonly string[],
  to: 'unmask' | 'learn',
  limits: CallLimits,
): Promise<void> => {
  const lists = await Promise.all(
    functions.map((fn) => internalOf(agent.session, fn, '[[Scopes]]', limits).catch(() => undefined)),
  );
  const given = [
    ...functions.map((objectId) => ({ objectId })),
    ...lists.map((objectId) => (objectId ? { objectId } : { value: null })),
  ];
  const body = `function(n, ...rest) { this.${to}(rest.slice(0, n), rest.slice(n)); }`;
  await callAgent(agent, body, [{ value: functions.length }, ...given], limits);
};

/** Tells the agent what the functions keep to themselves of which it noted that they are all that an object is made of. */
const tellFaces = async (agent: Handle, limits: CallLimits): Promise<void> => {
  const functions = await listOf(agent, 'function() { return this.faces(); }', limits);
  if (functions.length > 0) await tellScopes(agent, functions, 'unmask', limits);
};

/** Tells the agent the private fields of objects, as they are now. */
const tellPrivate = async (
  agent: Handle,
  bearers: readonly string[],
  to: 'tell' | 'openPrivate',
  limits: CallLimits,
): Promise<void> => {
  if (bearers.length === 0) return;
  const all = await Promise.all(bearers.map((objectId) => privateFieldsOf(agent.session, objectId, limits)));
  const names = all.map((some) => some.map(({ name }) => name));
  const given = [...bearers.map((objectId) => ({ objectId })), ...all.flat().map(({ held }) => held)];
  const body = `function(n, names, ...rest) { this.${to}(rest.slice(0, n), names, rest.slice(n)); }`;
  await callAgent(agent, body, [{ value: bearers.length }, { value: names }, ...given], limits);
};

/** Tells the agent the private fields of the objects that it noted for having some. */
export const tellPrivateFields = async (agent: Handle, limits: CallLimits): Promise<void> => {
  await tellFaces(agent, limits);
  await tellPrivate(agent, await listOf(agent, 'function() { return this.bearers(); }', limits), 'tell', limits);
};

/** So many at once, and so long at most; and how often they are asked in vain in one reading: one among them would have changed something, or takes too long. */
const askedAtOnce = 200;
const askMs = 50;
const mostInVain = 64;

/** Tells the agent what the accessors answer that it noted. The engine ends a call that would change anything, or lasts: then they are asked by halves. */
export const askAccessors = async (agent: Handle, limits: CallLimits): Promise<void> => {
  const { session } = agent;
  const count = Number((await callAgent(agent, 'function() { return this.answers.begin(); }', [], limits)).value);
  // Only an evaluation can be given a time, and what a call answered to the console is all that one can be handed.
  await callAgent(agent, 'function() { return this.answers; }', [], limits, { returnByValue: false, objectGroup: 'console' });
  const safely = { includeCommandLineAPI: true, throwOnSideEffect: true, timeout: askMs, silent: true, objectGroup: passing };
  const parts = Array.from({ length: Math.ceil(count / askedAtOnce) }, (_, i): readonly [from: number, to: number] => [
    i * askedAtOnce,
    Math.min(count, (i + 1) * askedAtOnce),
  ]);
  for (let inVain = 0; inVain < mostInVain; ) {
    const [from, to] = parts.shift() ?? [0, 0];
    if (from >= to) break;
    const ask = { expression: `$_.ask(${from}, ${to})`, ...safely };
    const answered = await session.send('Runtime.evaluate', ask, limits).catch((error: unknown) => {
      if (error instanceof CallError && error.failure === 'protocol' && !isStale(error)) return undefined;
      throw error;
    });
    const answers = answered?.exceptionDetails ? undefined : answered?.result.objectId;
    if (!answers) inVain++;
    const half = Math.ceil((from + to) / 2);
    if (!answers && to - from > 1) {
      parts.push([from, half], [half, to]);
      continue;
    }
    const args = [{ value: from }, { value: !answered }, ...(answers ? [{ objectId: answers }] : [])];
    const body = 'function(from, late, answers) { return this.answers.tell(from, late, answers); }';
    const next = from + Number((await callAgent(agent, body, args, limits)).value);
    if (next < to) parts.unshift([next, to]);
  }
  await callAgent(agent, 'function() { this.answers.end(); }', [], limits);
};

/** The agent that sees the document, and the world that it is in. */
export interface Sight {
  readonly agent: Handle;
  readonly contextId: number | undefined;
}

const handed = /^(click|submit|change|input)$/;
const press = /^(click|mousedown|mouseup|pointerdown|pointerup)$/;
/** What hands do where a page has nothing to be pressed: games and drawings. */
const byHand = /^(key(down|up|press)|click|(mouse|pointer)(down|up)|touch(start|end))$/;
const pressings: readonly Pressing[] = ['click', 'dblclick', 'contextmenu', 'keydown'];
const mostPressed = 200;
/** Who listens to so many kinds of events does so in the place of others. */
const mostTypes = 25;
/** Objects that listen by one method and are asked what they do. */
const mostAlike = 15;

/** Tells the agent that sees the document which elements listen to being pressed. */
const tellPressed = async (
  nodes: readonly number[],
  how: Pressing,
  { agent, contextId }: Sight,
  limits: CallLimits,
): Promise<void> => {
  const world = contextId === undefined ? {} : { executionContextId: contextId };
  const resolve = (backendNodeId: number) =>
    agent.session.send('DOM.resolveNode', { backendNodeId, objectGroup: passing, ...world }, limits).then(
      ({ object }) => object.objectId,
      // It is gone, or in another document.
      () => undefined,
    );
  const elements = (await Promise.all(nodes.slice(0, mostPressed).map(resolve))).flatMap((id) => id ?? []);
  if (elements.length === 0) return;
  const given = elements.map((objectId) => ({ objectId }));
  await callAgent(agent, 'function(how, ...elements) { this.hear(elements, how); }', [{ value: how }, ...given], limits);
};

/** The same of those for whom a library listens. */
const tellHeard = async (agent: Handle, sight: Sight, limits: CallLimits): Promise<void> => {
  const { value } = await callAgent(agent, 'function(types) { return this.heard(types); }', [{ value: pressings }], limits);
  const { of, found } = value as ReturnType<StateAgent['heard']>;
  for (const how of pressings)
    if (found[how]?.length) {
      const args = [of, found[how], how].map((one) => ({ value: one }));
      await callAgent(sight.agent, 'function(...args) { this.hearAt(...args); }', args, limits);
    }
};

/** Whether somebody presses or fills in what a function listens at: who listens there is the application, where libraries listen at what they drew and at all of the page. */
const isOfControl = async (session: CdpSession, backendNodeId: number | undefined, limits: CallLimits): Promise<boolean> => {
  if (backendNodeId === undefined) return false;
  const told = await session.send('DOM.describeNode', { backendNodeId }, limits).catch(() => undefined);
  return /^(button|a|input|select|textarea|form)$/.test(told?.node.localName ?? '');
};

/** Asks who listens to the events of the page, and tells on the way which elements do. What is left is a function for each place in a script, and the node that it listens at. */
const heardOf = async (agent: Handle, sight: Sight, limits: CallLimits) => {
  const { session } = agent;
  const found = new Map<string, string>();
  const nodes = new Map<string, number>();
  const hands = new Set<string>();
  const typesOf = new Map<number, Set<string>>();
  const all: { listener: Protocol.DOMDebugger.EventListener; below: boolean }[] = [];
  for (const [expression, depth] of [
    ['window', 1],
    ['document', -1],
  ] as const) {
    const { result } = await session.send('Runtime.evaluate', { expression, objectGroup: passing, silent: true }, limits);
    if (!result.objectId) continue;
    const answer = await session
      .send('DOMDebugger.getEventListeners', { objectId: result.objectId, depth, pierce: true }, limits)
      .catch(() => undefined);
    for (const listener of answer?.listeners ?? []) all.push({ listener, below: depth < 0 });
  }
  // Objects of a library that listen share the place of one method: what is to be done is in their fields.
  const alike = new Map<string, number>();
  const placeOf = (place: string, isObject: boolean): string => {
    const nth = isObject ? Math.min((alike.get(place) ?? 0) + 1, mostAlike) : 0;
    alike.set(place, nth);
    return nth > 1 ? `${place}:${nth}` : place;
  };
  // Who drives a page talks to himself by such names, in a script that is none of the page's.
  const drivers = new Set(all.filter(({ listener }) => listener.type.startsWith('__')).map(({ listener }) => listener.scriptId));
  for (const { listener, below } of all) {
    if (drivers.has(listener.scriptId)) continue;
    const handler = listener.originalHandler ?? listener.handler;
    const id = handler?.objectId;
    // Where one function of a library listens for all, each that it calls is in a closure of its own: who hears what hands do is asked beside who hears the rest.
    const place = placeOf(
      `${listener.scriptId}:${listener.lineNumber}:${listener.columnNumber}:${handed.test(listener.type)}`,
      handler?.type === 'object',
    );
    if (id && !found.has(place) && found.size < 60) {
      found.set(place, id);
      if (listener.backendNodeId) nodes.set(id, listener.backendNodeId);
    }
    if (byHand.test(listener.type)) hands.add(found.get(place) ?? '');
    if (!below || !listener.backendNodeId) continue;
    const types = typesOf.get(listener.backendNodeId) ?? new Set();
    typesOf.set(listener.backendNodeId, types.add(press.test(listener.type) ? 'click' : listener.type));
  }
  for (const how of pressings) {
    const heard = [...typesOf].flatMap(([node, types]) => (types.has(how) && types.size < mostTypes ? node : []));
    await tellPressed(heard, how, sight, limits);
  }
  await tellHeard(agent, sight, limits);
  return [...found.values()].map((objectId) => ({ objectId, node: nodes.get(objectId), isByHand: hands.has(objectId) }));
};

/** Functions of the page that listen to its events. */
const listeners = async (agent: Handle, sight: Sight, limits: CallLimits): Promise<string[]> => {
  const { session } = agent;
  const found = await heardOf(agent, sight, limits);
  const ofControls = await Promise.all(found.map(({ node }) => isOfControl(session, node, limits)));
  const body = 'function(ofControls, byHand, ...listeners) { return this.ofPage(listeners, ofControls, byHand); }';
  const byHand = found.map(({ isByHand }) => isByHand);
  const given = found.map(({ objectId }) => ({ objectId }));
  const own = await callAgent(agent, body, [{ value: ofControls }, { value: byHand }, ...given], limits, {
    returnByValue: false,
    objectGroup: passing,
  });
  return own.objectId ? await objectsIn(session, own.objectId, limits) : [];
};

/** Tells the agent that sees the document once more which elements listen to being pressed. */
export const hearAgain = async (agent: Handle, sight: Sight, limits: CallLimits): Promise<void> => {
  try {
    await heardOf(agent, sight, limits);
  } finally {
    await releasePassing(agent.session);
  }
};

/** A function, its scopes and the script that it is from. */
interface Pair {
  readonly fn: string;
  readonly list: string;
  readonly script: string;
}

interface Location {
  readonly scriptId: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}
const locationIn = (internal: Awaited<ReturnType<typeof internalsOf>> | (() => undefined)): Location | undefined =>
  internal('[[FunctionLocation]]')?.value as Location | undefined;

const locationsOf = (session: CdpSession, functions: readonly string[], limits: CallLimits) =>
  Promise.all(functions.map((id) => internalsOf(session, id, limits).then(locationIn, () => undefined)));

/** Tells the agent which scripts use what others made, before it weighs what they declare. */
const survey = async (agent: Handle, pairs: readonly Pair[], limits: CallLimits): Promise<void> => {
  const body = 'function(n, scripts, ...rest) { this.survey(rest.slice(0, n), rest.slice(n), scripts); }';
  for (let at = 0; at < pairs.length; at += atOnce) {
    const some = pairs.slice(at, at + atOnce);
    const given = [...some.map(({ fn }) => ({ objectId: fn })), ...some.map(({ list }) => ({ objectId: list }))];
    await callAgent(agent, body, [{ value: some.length }, { value: some.map(({ script }) => script) }, ...given], limits);
  }
  const makers = await listOf(agent, 'function() { return this.makers(); }', limits);
  if (makers.length === 0) return;
  const scripts = (await locationsOf(agent.session, makers, limits)).map((place) => place?.scriptId ?? '');
  const located = 'function(scripts, ...makers) { this.locate(makers, scripts); }';
  await callAgent(agent, located, [{ value: scripts }, ...makers.map((objectId) => ({ objectId }))], limits);
};

/** A function that a thing keeps, who makes such things, and its scopes. */
interface Kept {
  readonly maker: string;
  readonly fn: string;
  readonly list: string | undefined;
}

/** The functions that wrappers were given, with their makers as `handed` tells them: some in a task of the page. */
const wrappedIn = async (agent: Handle, wrappers: readonly Kept[], limits: CallLimits): Promise<(string | null)[]> => {
  const body = 'function(n, ...rest) { return this.wrapped(rest.slice(0, n), rest.slice(n, 2 * n), rest.slice(2 * n)); }';
  const found: (string | null)[] = [];
  for (let at = 0; at < wrappers.length; at += wrappersAtOnce) {
    const some = wrappers.slice(at, at + wrappersAtOnce);
    const given = [some.map(({ maker }) => maker), some.map(({ fn }) => fn), some.map(({ list }) => list)].flat();
    const args = [{ value: some.length }, ...given.map((objectId) => (objectId ? { objectId } : { value: null }))];
    const inside = await callAgent(agent, body, args, limits, { returnByValue: false, objectGroup: passing });
    if (inside.objectId) found.push(...(await elementsOf(agent.session, inside.objectId, limits)));
  }
  return found;
};

/** Functions that were handed to things of a class from another script: the script that they are from is who uses it. */
const handedOver = async (agent: Handle, limits: CallLimits): Promise<string[]> => {
  const { session } = agent;
  await callAgent(agent, 'function() { this.adoptHanded(); }', [], limits);
  await adoptAll(agent, limits);
  const found = new Map<string, string>();
  const asked = { returnByValue: false, objectGroup: passing };
  const handed = await callAgent(agent, 'function() { return this.handed(); }', [], limits, asked);
  let all = handed.objectId ? await elementsOf(session, handed.objectId, limits) : [];
  for (let hop = 0; hop <= mostWraps && all.length > 0; hop++) {
    const internals = await Promise.all(all.map((id) => id && internalsOf(session, id, limits).catch(() => null)));
    const wrappers: Kept[] = [];
    let maker = 0;
    for (const [i, fn] of all.entries()) {
      const [making, keeping] = [internals[maker], internals[i]];
      if (fn === null) maker = i + 1;
      if (!fn || i === maker || !making || !keeping) continue;
      const [made, own] = [locationIn(making), locationIn(keeping)];
      if (!made || !own) continue;
      if (made.scriptId === own.scriptId) {
        wrappers.push({ maker: all[maker] as string, fn, list: keeping('[[Scopes]]')?.objectId });
        continue;
      }
      const place = `${own.scriptId}:${own.lineNumber}:${own.columnNumber}`;
      if (!found.has(place) && found.size < mostHanded) found.set(place, fn);
    }
    all = hop === mostWraps ? [] : await wrappedIn(agent, wrappers.slice(0, mostWrappers), limits);
  }
  const own = [...found.values()].map((objectId) => ({ objectId }));
  if (own.length > 0) await callAgent(agent, 'function(...functions) { this.handedOver(functions); }', own, limits);
  return [...found.values()];
};

/** Looks into the closures of event listeners and of the functions that rooms pointed at. */
export const harvestClosures = async (agent: Handle, sight: Sight, elements: number, limits: CallLimits): Promise<void> => {
  const { session } = agent;
  try {
    const pointed = await listOf(agent, 'function() { return this.functions(); }', limits);
    // The protocol makes a handle for every listener below the document; a flood of them is left alone.
    let asked = false;
    let functions = [...pointed, ...(elements < 20_000 ? await listeners(agent, sight, limits) : [])];
    for (let round = 0; round < mostRounds && functions.length > 0; round++) {
      const pairs: Pair[] = [];
      const bearers: string[] = [];
      await Promise.all(
        functions.map(async (fn) => {
          const internal = await internalsOf(session, fn, limits).catch(() => () => undefined);
          const list = internal('[[Scopes]]')?.objectId;
          if (list) pairs.push({ fn, list, script: locationIn(internal)?.scriptId ?? '' });
          // A function that is bound has no closure, but an object that it works on; and a listener may be an object itself.
          if (!list) bearers.push(internal('[[BoundThis]]')?.objectId ?? fn);
        }),
      );
      if (bearers.length > 0) {
        const objects = bearers.map((objectId) => ({ objectId }));
        await callAgent(agent, 'function(...objects) { this.follow(objects); }', objects, limits);
      }
      functions = [];
      await survey(agent, pairs, limits);
      for (let at = 0; at < pairs.length; at += atOnce)
        functions.push(...(await harvestSome(agent, pairs.slice(at, at + atOnce), limits)));
      functions = functions.slice(0, mostDeeper);
      if (functions.length === 0 && !asked) {
        asked = true;
        functions = await handedOver(agent, limits);
      }
    }
  } finally {
    await releasePassing(session);
  }
};

const mostRounds = 5;
const mostHanded = 40;
/** How often what was handed over may be wrapped, and wrappers that are looked into. */
const mostWraps = 2;
const mostWrappers = 60;
const wrappersAtOnce = 12;
/** Closures that are looked into in one task of the page, and functions that a round may lead on to. */
const atOnce = 4;
const mostDeeper = 60;

/** Returns the functions that these lead on to. */
const harvestSome = async (agent: Handle, pairs: readonly Pair[], limits: CallLimits): Promise<string[]> => {
  const { session } = agent;
  const given = [...pairs.map(({ fn }) => ({ objectId: fn })), ...pairs.map(({ list }) => ({ objectId: list }))];
  const call = (body: string, args: Parameters<typeof callAgent>[2]) =>
    callAgent(agent, body, [{ value: adoptMs }, ...args], limits, { returnByValue: false, objectGroup: passing });
  const begin = 'function(ms, n, ...rest) { this.harvest(rest.slice(0, n), rest.slice(n)); return this.harvested(ms); }';
  let harvest = await call(begin, [{ value: pairs.length }, ...given]);
  while (!harvest.objectId) {
    limits.signal.throwIfAborted();
    harvest = await call('function(ms) { return this.harvested(ms); }', []);
  }
  const [deeper, bound, names] = await objectsIn(session, harvest.objectId, limits);
  if (bound && names) await resolveBound(agent, bound, names, limits);
  return deeper ? await objectsIn(session, deeper, limits) : [];
};

/** Looks into the closures of accessors and constructors, for what they keep there. */
export const liftVeils = async (agent: Handle, limits: CallLimits): Promise<void> => {
  const { session } = agent;
  try {
    // An accessor leads to a function, and that to what is kept.
    for (let hop = 0; hop < 2; hop++) {
      const functions = await listOf(agent, 'function() { return this.veiled(); }', limits);
      if (functions.length === 0) return;
      await tellScopes(agent, functions, 'learn', limits);
    }
  } finally {
    await releasePassing(session);
  }
};

/** Solid hands out accessors bound to their signal: what they are bound to is the state. */
const resolveBound = async (agent: Handle, functions: string, names: string, limits: CallLimits): Promise<void> => {
  const { session } = agent;
  const ids = await objectsIn(session, functions, limits);
  const bound = await Promise.all(ids.map((id) => internalOf(session, id, '[[BoundThis]]', limits).catch(() => undefined)));
  const pairs = bound.flatMap((id, i) => (id ? [{ id, i }] : []));
  if (pairs.length === 0) return;
  await callAgent(
    agent,
    'function(names, at, ...nodes) { nodes.forEach((node, i) => this.adoptSignal(names[at[i]], node)); }',
    [{ objectId: names }, { value: pairs.map(({ i }) => i) }, ...pairs.map(({ id }) => ({ objectId: id }))],
    limits,
  );
};

/** The garbage of a larger heap is not collected to see how much of it is in use. */
const heapLimit = 120 * 1024 * 1024;
/** A piece of the way through what a search found. */
const adoptMs = 8;
/** No task of ours takes longer on a page that somebody may be using; and on one where no hand was seen, unless that was long ago. */
const noticeableMs = 50;
const blinkMs = 250;
/** What a search takes of the main thread for each megabyte, until one was measured. */
const usualMsPerMb = 25;

/** How long the page would stand still for a search of its heap: as much as searches before took, for each megabyte. */
export const createHeapForecast = () => {
  let msPerMb = usualMsPerMb;
  return {
    of: (bytes: number): 'unnoticed' | 'blink' | 'long' => {
      const ms = (bytes / 1e6) * msPerMb;
      return ms < noticeableMs ? 'unnoticed' : ms < blinkMs ? 'blink' : 'long';
    },
    learn: (ms: number, bytes: number): void => {
      if (ms > 0 && bytes > 0) msPerMb = ms / (bytes / 1e6);
    },
  };
};
export type HeapForecast = ReturnType<typeof createHeapForecast>;

export const heapSize = async (session: CdpSession, signal: AbortSignal): Promise<number> =>
  await session.send('Runtime.getHeapUsage', undefined, { timeoutMs: 1500, signal }).then(
    (usage) => usage.usedSize,
    () => Number.POSITIVE_INFINITY,
  );

/** Milliseconds of processor that the main thread of the page has used; what else the machine does is no part of it. */
const taskMs = async (session: CdpSession, limits: CallLimits): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics', undefined, limits);
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
};

const adoptAll = async (agent: Handle, limits: CallLimits): Promise<void> => {
  const step = 'function(ms) { return this.adoptStep(ms); }';
  while ((await callAgent(agent, step, [{ value: adoptMs }], limits)).value !== true) limits.signal.throwIfAborted();
};

/** How often what closures brought is looked into for trails that go on; and for whatever there is a way to, in a document that is new and in one that was looked at before. */
const mostOpenings = 4;
const mostWanderings = { first: 7, again: 2 };

/** Opens what only the debugger can, and trails end at: closures of functions, and private fields of objects. Returns whether there was any. */
const openClosed = async (agent: Handle, limits: CallLimits): Promise<boolean> => {
  const { session } = agent;
  const closed = await listOf(agent, 'function() { return this.closed(); }', limits);
  for (let at = 0; at < closed.length; at += atOnce) {
    const some = closed.slice(at, at + atOnce);
    const lists = await Promise.all(some.map((id) => internalOf(session, id, '[[Scopes]]', limits).catch(() => undefined)));
    const given = lists.map((objectId) => (objectId ? { objectId } : { value: null }));
    const args = [{ value: some.length }, ...some.map((objectId) => ({ objectId })), ...given];
    await callAgent(agent, 'function(n, ...rest) { this.open(rest.slice(0, n), rest.slice(n)); }', args, limits);
    const bearers = some.filter((_, i) => lists[i] === undefined);
    await tellPrivate(agent, bearers, 'openPrivate', limits);
  }
  await releasePassing(session);
  return closed.length > 0;
};

/** Opens what trails lead through; with `mark` that too which might lead to what no trail leads to yet. */
export const openClosures = async (agent: Handle, mark: boolean, limits: CallLimits): Promise<void> => {
  for (let round = 0; round < mostOpenings && (await openClosed(agent, limits)); round++) {
    if (!mark) continue;
    await callAgent(agent, 'function() { this.mark(); }', [], limits);
    await adoptAll(agent, limits);
  }
};

/** A last guard: on a machine that is so busy that it takes longer, the rest of the way is gone another time. */
const nearMs = 10_000;

/**
 * Finds state that there is a way to from what is known: most of what a search of the heap would find, and the page does not stand still for it. Goes on at the
 * round that it returned before; returns none when it is through.
 */
export const harvestNear = async (
  agent: Handle,
  time: 'first' | 'again',
  from: number,
  limits: CallLimits,
): Promise<number | undefined> => {
  const ends = performance.now() + nearMs;
  for (let round = from; round < mostWanderings[time]; round++) {
    if (performance.now() > ends) return round;
    await callAgent(agent, 'function(anew) { this.wander(anew); }', [{ value: round === 0 }], limits);
    await adoptAll(agent, limits);
    if (!(await openClosed(agent, limits))) break;
  }
  await callAgent(agent, 'function() { this.adoptNear(); }', [], limits);
  await adoptAll(agent, limits);
  return undefined;
};

/**
 * Finds state on the heap that nothing else led to. The page stands still for the search itself, which can't be done in parts: whether that is all right, the
 * caller has decided. Returns false, and does nothing, above the limit.
 */
export const harvestHeap = async (agent: Handle, forecast: HeapForecast, signal: AbortSignal): Promise<boolean> => {
  const { session } = agent;
  const limits = { timeoutMs: 20_000, signal };
  const size = await heapSize(session, signal);
  if (size > heapLimit) return false;
  try {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' }, limits).catch(() => undefined);
    const before = await taskMs(session, limits).catch(() => 0);
    const objects = await allObjects(session, passing, limits);
    forecast.learn(before > 0 ? (await taskMs(session, limits).catch(() => 0)) - before : 0, size);
    if (!objects.objectId) return false;
    await callAgent(agent, 'function(objects) { this.adoptHeap(objects); }', [{ objectId: objects.objectId }], limits);
    await adoptAll(agent, limits);
    await releasePassing(session);
    await openClosures(agent, true, limits);
    return true;
  } finally {
    void session.send('Performance.disable', undefined, { timeoutMs: 1000 }).catch(() => undefined);
    await releasePassing(session);
  }
};

/** Names of top-level `let` and `const` of classic scripts, which are no properties of the global object. The scripts of the program itself come after those that it uses. */
const lexicalNames = async (session: CdpSession, limits: CallLimits): Promise<string[]> => {
  const { names } = await session.send('Runtime.globalLexicalScopeNames', {}, limits).catch(() => ({ names: [] as string[] }));
  return names
    .filter((name) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
    .slice(-300)
    .sort();
};

/** Scripts declare more now and then: those who read often need not ask each time. */
const lexicalMs = 500;

/**
 * Hands the agent a function that reads those variables, so that a reading needs no call of its own for them. It is made anew when a script
 * has declared more.
 */
export const createLexical = (agent: Handle) => {
  let known = '';
  let asked = Number.NEGATIVE_INFINITY;
  return async (limits: CallLimits): Promise<void> => {
    if (performance.now() - asked < lexicalMs) return;
    asked = performance.now();
    const names = await lexicalNames(agent.session, limits);
    if (names.join() === known) return;
    // A name that is not initialised yet throws when it is read.
    const read = names.map((name) => `(() => { try { return ${name}; } catch { return undefined; } })()`).join(',');
    const expression = `() => [${read}]`;
    const { result } = await agent.session.send('Runtime.evaluate', { expression, objectGroup: passing, silent: true }, limits);
    if (!result.objectId) return;
    const args = [{ value: names }, { objectId: result.objectId }];
    await callAgent(agent, 'function(names, read) { this.adoptLexical(names, read); }', args, limits);
    known = names.join();
    void releasePassing(agent.session);
  };
};
