import type {
  AppProcess,
  CaptureCounts,
  CaptureRequest,
  KnownRoots,
  ProbeSession,
  RawAction,
  RawCall,
  RawCapture,
  RawNode,
  RawResult,
  RawRoot,
  ReadRequest,
} from '@substrate/core';
import { shareTree } from '@substrate/core/probing';
import { clipTree } from '../clip.js';
import type { CallOptions, Connection } from '../connection.js';
import { createMarker } from '../literals.js';
import { isTable } from '../tables.js';
import { functionActions, routeActions, routeAddress, takenBy } from './actions.js';
import { discover } from './discover.js';
import { readFieldTypes, readRecords } from './field-types.js';
import { callRoute } from './http-call.js';
import type {
  Callable,
  CallablePlan,
  Operation,
  PrivateField,
  ProcessFacts,
  RouteEntry,
  ScopeView,
  TimerFacts,
} from './injected/kit.js';
import { type Binding, callFunction } from './invoke.js';
import { describeKnown, type Found, isBeyond, liesBeyond, restoreKnown } from './known.js';
import type { ModuleFiles } from './module-files.js';
import { createOperations, operationActions, operationAddress } from './operations.js';
import { type Drifting, processRoots } from './process-roots.js';
import { readRoutes } from './read-routes.js';
import { createReader, scopesOf } from './reader.js';
import { createScriptList } from './scripts.js';
import { type Setter, settersIn } from './setters.js';
import type { Target } from './target.js';
import { wordsOfProcess } from './words.js';
import type { Workers } from './workers.js';

/**
 * One attached Node.js process. A poll asks the inspector for the scopes of the functions that discovery found, reads their
 * variables in the target in slices, and takes over from the capture before whatever reads the same.
 */

interface NodeSessionOptions {
  readonly app: AppProcess;
  readonly connection: Connection;
  readonly target: Target;
  readonly files: ModuleFiles;
  readonly known: KnownRoots | undefined;
  readonly detach: () => Promise<void>;
  /** The worker threads; absent for a session that is one. */
  readonly workers?: Workers;
  /** Why the process is not talked to in private, where it is not. */
  readonly note?: string;
}

/** The last guard: what bounds a discovery is the number of functions and objects that it looks at, on a busy machine as on an idle one. */
const discoveryMs = 30_000;
/** A routine poll asks for the private fields and the like of every so manieth object. */
const privateShare = 4;
const everyOne = [0, 1] as const;
/** Closures whose objects are looked at for methods. */
const mostClosures = 150;
/** Readings that follow the first one, each with more known of the classes that it met. */
const mostRounds = 5;
const mostTurns = 6;
/** How soon visitors that came or left are a reason to look for what is kept of them: soon at first, and seldom where they always do. */
const visitorsMs = { first: 2000, last: 30_000 };
/** How soon what only the heap tells of is looked for again, where it was not there, or the process was at work. */
const heapMs = { first: 1000, last: 300_000 };
/** Routes are what can be done, and offered as that: as state their number is enough, and who asks for them gets them. */
const inShort = (root: RawRoot): RawRoot => (root.address === 'routes' ? { ...root, children: [] } : root);

/** A place of a tree that is all there is. */
const placeIn = (root: RawNode, { path, from, limit }: ReadRequest): RawNode | null => {
  let node: RawNode | undefined = root;
  for (const segment of path) node = node?.children?.find(({ id, name }) => (id ?? name) === segment);
  if (!node?.children) return node ?? null;
  return { ...node, size: node.size ?? node.children.length, children: node.children.slice(from, from + limit) };
};
const noContext = { url: null, location: null, view: null, window_title: null, window_id: null };

export const createNodeSession = (options: NodeSessionOptions): ProbeSession => {
  const { connection, target, files, known, workers } = options;
  let found: Found = { hops: [], modules: [], tables: [], instances: [], several: [], adopted: [], isHost: false };
  let isKnown = false;
  let trusted: readonly string[] = [];
  let lostBefore = 0;
  let usedHeap = false;
  let turn = 0;
  let leavesHeap = false;
  /** The heap alone tells of some of it, or did so in another run; whether that was found in this one. */
  let beyond = isBeyond(known);
  let isComplete = !beyond;
  let heapWait = heapMs.first;
  /** When it was last looked for what there is, and how many visitors there were. */
  let looked = { at: 0, visitors: 0 };
  let visitorsWait = visitorsMs.first;
  let roots: readonly RawRoot[] = [];
  /** Those that are made on this side, whole. */
  let ofProcess: readonly RawRoot[] = [];
  /** Says which texts are words of the code, and what libraries put into their objects. */
  let mark: ReturnType<typeof createMarker> | undefined;
  const reader = createReader(target, files);
  const scripts = createScriptList(connection);
  let routes: readonly RouteEntry[] = [];
  let operations: readonly Operation[] = [];
  let asks: ReturnType<typeof createOperations> | undefined;
  let timers: readonly TimerFacts[] = [];
  let facts: ProcessFacts | undefined;
  let actions: readonly RawAction[] = [];
  let bindings = new Map<string, Binding>();
  let setters: readonly Setter[] = [];
  const drifting: Drifting = {};
  let queue: Promise<unknown> = Promise.resolve();

  /** What the functions of a library's objects close over. Returns of how much it was learnt. */
  const readKept = async (part: readonly [nth: number, of: number], call: CallOptions): Promise<number> => {
    const handles = await target.list((kit, [nth, of]) => kit.keepers(nth, of), [part] as const, call);
    if (handles.length === 0) return 0;
    const facts = await Promise.all(handles.map((handle) => (handle === null ? null : target.factsOf(handle, call))));
    return await target.run(
      (kit, given: Parameters<typeof kit.tellKept>[0] = []) => kit.tellKept(given),
      [],
      facts.map((fact) => fact?.scopes ?? null),
      call,
    );
  };

  /** What was declared at a prompt, and belongs to no object. */
  const readTyped = async (call: CallOptions): Promise<void> => {
    const handles = await target.list((kit) => kit.witnesses(kit.prompts()), [], call);
    if (handles.length === 0) return;
    const facts = await Promise.all(handles.map((handle) => (handle === null ? null : target.factsOf(handle, call))));
    await target.run(
      (kit, given: Parameters<typeof kit.knowTyped>[0] = []) => kit.knowTyped(given),
      [],
      facts.map((fact) => fact?.scopes ?? null),
      call,
    );
  };

  /** Asks for the private fields of the objects that have some. Returns their number. */
  const readPrivates = async (part: readonly [nth: number, of: number], call: CallOptions): Promise<number> => {
    const handles = await target.list((kit, [nth, of]) => kit.veiled(nth, of), [part] as const, call);
    if (handles.length === 0) return 0;
    const fields: PrivateField[] = [];
    const values: string[] = [];
    for (const [veil, handle] of handles.entries()) {
      for (const { name, value, handle: held } of handle ? await target.privatesOf(handle, call) : []) {
        fields.push(held === undefined ? { veil, name, value } : { veil, name, handle: values.push(held) - 1 });
      }
    }
    await target.run((kit, list, given: readonly unknown[] = []) => kit.unveil(list, given), [fields] as const, values, call);
    return fields.length;
  };

  /** Asks what the proxies stand before that were read, and what promises were settled with. Returns of how many it was learnt. */
  const readShells = async (call: CallOptions): Promise<number> => {
    const handles = await target.list((kit) => kit.askShells(), [], call);
    if (handles.length === 0) return 0;
    const facts = await Promise.all(handles.map((handle) => (handle === null ? null : target.factsOf(handle, call))));
    await target.run(
      (kit, values, targets: readonly unknown[] = []) => kit.answerShells(targets.map((one, at) => one ?? values[at])),
      [facts.map((fact) => fact?.value ?? null)] as const,
      facts.map((fact) => fact?.target ?? null),
      call,
    );
    return facts.filter((fact) => fact?.target ?? fact?.value).length;
  };

  /**
   * Asks whose code the classes are that were met and that no crawl came to. What was restored knows of none, and how far an object is told must not
   * depend on how it was found.
   */
  const settleDoubts = async (call: CallOptions): Promise<number> => {
    const handles = await target.list((kit) => kit.doubts.map((fn) => fn.deref() ?? null), [], call);
    if (handles.length === 0) return 0;
    const facts = await Promise.all(handles.map((handle) => (handle === null ? null : target.factsOf(handle, call))));
    const list = await scripts.covering(
      facts.flatMap((fact) => fact?.scriptId ?? []),
      call,
    );
    const owners = facts.map((fact) => {
      const script = fact?.scriptId ? list.get(fact.scriptId) : undefined;
      const place = script ? files.place(script.url) : null;
      return place ? (place.library ?? (place.adopted ? '+' : '')) : null;
    });
    return await target.run((kit, given) => kit.judge(given), [owners] as const, [], call);
  };

  const readActions = async (roots: readonly RawRoot[], call: CallOptions): Promise<void> => {
    const { hops, modules } = found;
    const shown = hops.filter((hop) => hop.module !== undefined);
    const byName = new Set(shown.map((hop) => hop.module?.name));
    // A module without variables worth a scope still has its exports.
    const bare = modules.filter((module) => !byName.has(module.place.name));
    // Of closures that there are several of, nobody could say which one is meant.
    const closures = hops.flatMap(({ id, views }) =>
      views.flatMap((view) => (view.source === 'closure' && !/#\d+$/.test(view.prefix) ? [{ id, view }] : [])),
    );
    const repeated = new Set(
      hops.flatMap(({ views }) => views.flatMap(({ prefix }) => (/#\d+$/.test(prefix) ? [prefix.replace(/#\d+$/, '')] : []))),
    );
    /** The module of a function that ran once: a program's own start is often one. */
    const startOf = ({ prefix }: ScopeView): { within?: number } => {
      const within = repeated.has(prefix) ? -1 : shown.findIndex(({ module }) => prefix.startsWith(`closure:${module?.name}/`));
      return within < 0 ? {} : { within };
    };
    const held = [...shown.map((hop) => hop.id), ...closures.slice(0, mostClosures).map(({ id }) => id)];
    const scopes = await scopesOf(target, held, call);
    const plan: CallablePlan['modules'] = [
      ...shown.map((hop) => ({
        prefix: `scope:${hop.module?.name}`,
        address: `fn:${hop.module?.name}`,
        index: hop.module?.index ?? 0,
        skip: hop.module?.names?.imports ?? [],
        ...hop.views.flatMap(({ source, called }) => (source === 'module' && called ? [{ called }] : []))[0],
        ...(hop.module?.file === undefined ? {} : { file: hop.module.file }),
        ...(hop.module?.names === undefined ? {} : { exported: hop.module.names.exports }),
        handed: hops.flatMap(({ id, of, called = '' }) =>
          of !== undefined && of === hop.module?.name ? [{ hop: id, called }] : [],
        ),
      })),
      ...closures.slice(0, mostClosures).map(({ view }) => ({
        prefix: view.prefix,
        address: `fn:${view.prefix}`,
        index: view.index,
        skip: view.skip,
        ...startOf(view),
      })),
      ...bare.map(({ file, place }) => ({
        prefix: `scope:${place.name}`,
        address: `fn:${place.name}`,
        index: -1,
        skip: [],
        file,
      })),
    ];
    const readCallables = async (): Promise<Callable[]> => {
      let told = await target.run(
        (kit, given, own, chains: Parameters<typeof kit.callables>[1] = []) =>
          kit.callables({ modules: given, trusted: own }, chains),
        [plan, trusted] as const,
        [...scopes, ...bare.map(() => null)],
        call,
      );
      while (!told) told = await target.run((kit) => kit.callables(), [], [], call);
      return told;
    };
    let callables = await readCallables();
    // Whose functions they are that were met there is known from now on.
    if ((await settleDoubts(call)) > 0) callables = await readCallables();
    routes = await readRoutes(target, call);
    const { all: known, paths } = await target.run((kit) => kit.operations(), [], [], call);
    operations = known;
    asks = createOperations(paths);
    const fields = readFieldTypes(roots);
    const records = readRecords(roots);
    const next = new Map<string, RawAction>();
    const places = settersIn(roots);
    const isOpen = await reader.settable(
      places.map(({ place }) => place),
      call,
    );
    setters = places.filter((_, at) => isOpen[at]);
    const all = [
      ...functionActions(callables, fields, records),
      ...routeActions(routes, fields, records),
      ...operationActions(operations),
      ...setters.map(({ action }) => action),
    ];
    for (const action of all) if (!next.has(action.address)) next.set(action.address, action);
    actions = [...next.values()];
    bindings = new Map(
      callables.map((callable) => {
        const module = plan[callable.module];
        const hop = callable.hop ?? held[callable.module] ?? null;
        const { callback, ways, onto } = takenBy(callable, fields, records);
        return [
          callable.address,
          {
            hop,
            index: module?.index ?? 0,
            path: callable.path,
            ...(module?.file === undefined ? {} : { file: module.file }),
            ...(callable.instance === undefined ? {} : { instance: callable.instance }),
            ...(callable.within === undefined ? {} : { within: callable.within }),
            ...(callable.hop === undefined ? {} : { isItself: true }),
            ...(callback === undefined ? {} : { callback }),
            ways,
            ...(onto === undefined ? {} : { onto }),
            isLent: callable.strange === true,
            ...(callable.line ? { isLine: true } : {}),
          },
        ];
      }),
    );
  };

  /** Visitors came or left, what only the heap tells of is not there yet, or of what there were several when it was last looked nothing was found again. */
  const isDue = (visitors: number): boolean =>
    (looked.at === 0 && found.several.length > 0) ||
    (!isComplete && (looked.at === 0 || performance.now() - looked.at > heapWait)) ||
    (visitors !== looked.visitors && performance.now() - looked.at > visitorsWait);

  const capture = async (request: CaptureRequest, signal: AbortSignal): Promise<RawCapture> => {
    const call: CallOptions = { timeoutMs: 8000, signal };
    const discovers = request.mode !== 'poll';
    const restores = !discovers && !isKnown && known !== undefined;
    if (discovers) {
      // A thread is there to work: it is not stopped for that.
      const heap = !workers ? 'never' : request.mode === 'heap' ? 'asked' : 'idle';
      const discovery = await discover(
        target,
        files,
        scripts,
        { limitMs: discoveryMs, heap, beyond },
        { ...call, timeoutMs: 30_000 },
      );
      found = discovery;
      isKnown = true;
      lostBefore = 0;
      usedHeap = discovery.usedHeap;
      leavesHeap = discovery.leavesHeap;
      // It may not be there yet: a program that has just started has not been asked for anything.
      isComplete = discovery.onHeap || liesBeyond(discovery) || !beyond;
      beyond ||= discovery.onHeap || liesBeyond(discovery);
      heapWait = isComplete ? heapMs.first : Math.min(2 * heapWait, heapMs.last);
    } else if (restores) {
      const restored = await restoreKnown(target, files, known, call);
      if (restored) {
        found = restored;
        trusted = restored.functions;
        lostBefore = restored.lost;
        isKnown = true;
      }
    }
    const renews = discovers || restores;
    const process = await target.run((kit) => kit.facts(), [], [], call);
    if (discovers) {
      visitorsWait = process.visitors === looked.visitors ? visitorsMs.first : Math.min(2 * visitorsWait, visitorsMs.last);
      looked = { at: performance.now(), visitors: process.visitors };
    }
    if (renews) await reader.plan(found, Date.now() - process.uptime * 1000, call);
    turn++;
    /** A routine poll asks about a part of them. */
    const part = request.routine === true && !renews ? ([turn % privateShare, privateShare] as const) : everyOne;
    const readTasks = (): Promise<TimerFacts[]> => target.run((kit) => kit.tasks(), [], [], call);
    if (renews) await readTasks();
    let privates = await readPrivates(part, call);
    await readKept(part, call);
    await readTyped(call);
    let read = await reader.read(request, call);
    // The first reading tells which objects have private fields, and which classes were met; inside of those there may be more.
    for (let round = 0; round < mostRounds; round++) {
      let learnt = (await settleDoubts(call)) + (await readShells(call));
      if (!renews) break;
      // Whose code a function is has to be known before it is asked what it keeps, and that may be functions again.
      for (let turn = 0, more = 1; turn < mostTurns && more > 0; turn++) {
        more = (await readKept(everyOne, call)) + (await settleDoubts(call));
        learnt += more;
      }
      const fields = await readPrivates(everyOne, call);
      if (learnt === 0 && fields === privates) break;
      privates = fields;
      read = await reader.read(request, call, true);
    }
    facts = process;
    const before = new Map(roots.map((root) => [root.address, root]));
    if (renews) {
      timers = await readTasks();
      await readActions(read.roots, call);
    }
    target.endPass();
    const threads = process.usesThreads ? await workers?.read(request, signal) : undefined;
    const spent = { nodes: 0 };
    ofProcess = processRoots(process, routes, timers, threads?.count ?? 0, drifting);
    const own = ofProcess.map((root) => shareTree(before.get(root.address), clipTree(inShort(root), request.budget, spent)));
    if (!mark) {
      const { words, tables, isLent, isOwn } = await wordsOfProcess(target, files, scripts, call);
      mark = createMarker([words], isLent, (node, isVariable) => isTable(node, tables, isVariable), isOwn);
    }
    roots = [...own, ...read.roots.map(mark), ...(threads?.roots ?? [])];
    const reached = read.units - read.unread - read.lost;
    // What is told of the process and its threads, and what a unit holds beyond its first root, was read as well.
    const more = roots.length - read.roots.length + Math.max(0, read.roots.length - reached);
    const counts: CaptureCounts = {
      rootsKnown: read.units + lostBefore + more,
      rootsReached: reached + more,
      nodesRead: read.nodes + spent.nodes,
      nodesCut: read.cut,
      nodesFailed: read.failed,
    };
    return {
      runtime: 'v8',
      tier: discovers && usedHeap ? 'heap_snapshot' : 'aso_fast',
      context: noContext,
      hints: {},
      roots,
      actions: threads && threads.actions.length > 0 ? [...actions, ...threads.actions] : actions,
      discovered: discovers,
      moreRoutes: !isKnown,
      ...(!discovers && isDue(process.visitors) ? { lookAgain: true } : {}),
      domTierUsed: false,
      ...(discovers
        ? {
            known: describeKnown(
              found,
              [...bindings].flatMap(([address, { isLent }]) => (isLent ? [] : [address])),
              new Set([...bindings.values()].flatMap(({ hop, isItself }) => (isItself && hop !== null ? [hop] : []))),
              beyond,
            ),
          }
        : {}),
      rawObjectCount: read.objects + own.length,
      counts,
      ...(read.unreached.length > 0 ? { unreached: read.unreached } : {}),
      notes: [
        ...(read.lost + lostBefore > 0 ? [`${read.lost + lostBefore} of the places that held state are gone.`] : []),
        ...(leavesHeap ? ['Some of the program is held by nothing that leads there; a search of the heap might tell.'] : []),
        ...(threads?.notes ?? []),
      ],
    };
  };

  return {
    capture: (request, signal) => {
      const turn = queue.then(() => capture(request, signal));
      queue = turn.catch(() => undefined);
      return turn;
    },
    read: async (request, signal) => {
      const thread = workers?.place(request, signal);
      if (thread) return await thread;
      const own = ofProcess.find(({ address }) => address === request.root);
      if (own) return placeIn(own, request);
      // What a capture is at is not all known in between.
      const turn = queue.then(() => target.hold(async () => await reader.place(request, { timeoutMs: 8000, signal })));
      queue = turn.catch(() => undefined);
      return await turn;
    },
    invoke: async (call: RawCall, signal: AbortSignal): Promise<RawResult> => {
      reader.wake();
      const thread = workers?.invoke(call, signal);
      if (thread) return await thread;
      const action = actions.find((one) => one.address === call.address);
      if (!action) return { ok: false, dispatched: false, reason: 'no_target', message: `Nothing is known at ${call.address}.` };
      const servers = facts?.servers.filter((server) => server.protocol === 'http' || server.protocol === 'https') ?? [];
      const operation = operations.find((one) => operationAddress(one) === call.address);
      if (operation && asks) return await asks(operation, servers, call.parameters, call.timeoutMs, signal);
      const route = routes.find((one) => routeAddress(one) === call.address);
      if (route) {
        const server = servers.find((one) => one.at === route.server) ?? (servers.length === 1 ? servers[0] : undefined);
        if (!server)
          return { ok: false, dispatched: false, reason: 'no_target', message: 'The server of that route is not listening.' };
        return await callRoute(route, server, call.parameters, call.timeoutMs, signal);
      }
      const setter = setters.find((one) => one.action.address === call.address);
      if (setter) {
        const within: CallOptions = { timeoutMs: call.timeoutMs, signal };
        const turn = queue.then(() => target.hold(() => reader.put(setter.place, call.parameters.value, within)));
        queue = turn.catch(() => undefined);
        if (await turn) return { ok: true, value: null, message: `${action.name} is set.` };
        return { ok: false, dispatched: false, reason: 'no_target', message: `${action.name} takes no value any more.` };
      }
      const binding = bindings.get(call.address);
      if (!binding) return { ok: false, dispatched: false, reason: 'no_target', message: `Nothing is bound at ${call.address}.` };
      return await callFunction(target, action, binding, call, signal);
    },
    freshNeedsHeap: () => false,
    gone: connection.closed,
    ...(options.note === undefined ? {} : { notice: options.note }),
    [Symbol.asyncDispose]: options.detach,
  };
};
