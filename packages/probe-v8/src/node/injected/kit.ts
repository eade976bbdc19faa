import type { CaptureBudget, RawNode, ReadRequest, RootSource, Secrecy, Secrets } from '@substrate/core';
import type { Collections } from '../../injected/collections.js';
import type { Leaves } from '../../injected/leaves.js';
import type { Sight } from '../../injected/sight.js';
import type { WeakFields } from '../../injected/weak-fields.js';

/**
 * What parts of the kit can do, part by part. The kit is one object that lives in the target while we are attached, held by our object group alone, so
 * that it goes when the connection goes. Each part is a closed function that takes what the parts before it can do and returns what it can do itself;
 * the parts together (`parts.ts`) are the text that is sent.
 */

export type Fn = (...args: unknown[]) => unknown;
export type Dict = Record<PropertyKey, unknown>;

/** A scope as V8 hands it out: a copy of the variables at that moment. */
export interface Scope {
  readonly description: string;
  readonly object: Dict;
}

/** Where a function was found, so that it can be found again: a seed or a holder, then the way from there. */
export interface Origin {
  readonly from: string;
  readonly path: readonly string[];
  /** The server by whose listeners it was reached. */
  readonly server?: number;
  /** How many library functions it was reached through, since the last one of the application. */
  readonly strange?: number;
}

export interface Queued {
  readonly fn: Fn;
  readonly origin: Origin;
}

/** One scope of a holder that is read: which one of the chain, and what its variables are addressed below. */
export interface ScopeView {
  readonly index: number;
  readonly prefix: string;
  readonly source: RootSource;
  readonly library?: string;
  /** It is of a library that counts as the application. */
  readonly foreign?: true;
  /** Variables that are another module's: imports. */
  readonly skip: readonly string[];
  /** What variables were called that a minifier renamed. */
  readonly called?: Readonly<Record<string, string>>;
  /** Of a library's module: its variables that began as an empty collection. They are told while they keep things, and nothing else of it is. */
  readonly stores?: readonly string[];
}

export interface ReadRoot {
  readonly address: string;
  readonly source: RootSource;
  readonly library?: string;
  /** Absent when it reads the same as the last time. */
  readonly node?: RawNode;
}

interface ReadPart {
  readonly roots: readonly ReadRoot[];
  /** In the pass so far: objects looked at, nodes read, what was met and left out for want of budget, and what could not be read. */
  readonly objects: number;
  readonly nodes: number;
  readonly cut: number;
  readonly failed: number;
  /** Milliseconds of processor time. */
  readonly ms: number;
  /** Units that were not reached yet. */
  readonly left: number;
  readonly done: boolean;
  /** Of the units whose scopes were given: whether they can't change any more, and whether they did. */
  readonly asked: readonly { readonly unit: number; readonly settled: boolean; readonly changed: boolean }[];
  /** Units whose function is gone, in the pass so far. */
  readonly gone: number;
}

export interface Callable {
  readonly address: string;
  readonly name: string;
  /** From the module's variables, or from `exports`. */
  readonly path: readonly string[];
  /** Which module of the plan; -1 for none. */
  readonly module: number;
  /** The object that it is called on, among those that were chosen; and another that it is found in. */
  readonly instance?: string;
  readonly within?: string;
  /** The hop that it is itself, where no variable holds it; and whether it is called by what it was handed over for. */
  readonly hop?: number;
  readonly handed?: true;
  /** It is a library's, on an object that the application holds. */
  readonly strange?: true;
  /** It is the code of a library that counts as the application, on nothing of the application's own. */
  readonly foreign?: true;
  /** What it is given is a line. */
  readonly line?: true;
  readonly owner?: string;
  readonly target?: string;
  /** The fields of the records that its object keeps: what it is given as one has those. */
  readonly record?: readonly BodyField[];
  /** The fields that are declared beside it. */
  readonly declared?: readonly BodyField[];
  /** The beginning of its source, and whether that is all of it. */
  readonly head: string;
  readonly whole: boolean;
}

export interface RouteEntry {
  /** The server it answers on, by its place among the handles; null when that is not known. */
  readonly server: number | null;
  readonly method: string;
  readonly path: string;
  readonly handler: string;
  /** The beginning of the handler's source, and of the functions that the whole body is handed on to, with the place at which they take it. */
  readonly head: string;
  readonly onward?: readonly { readonly source: string; readonly at: number }[];
  /** The fields of the body and of the query, where the route declares them. */
  readonly body?: readonly BodyField[];
  readonly query?: readonly BodyField[];
}

/** A function that requests of a server are handed to, and at which place. */
export interface Handler {
  readonly server: number;
  readonly source: string;
  readonly at: number;
}

/** A query or a mutation that a GraphQL schema knows. */
export interface Operation {
  readonly kind: 'query' | 'mutation';
  readonly name: string;
  readonly takes: readonly {
    readonly name: string;
    readonly type: BodyField['type'];
    /** As the schema spells it: `[ID!]!`. */
    readonly spelled: string;
    readonly required: boolean;
    /** It may be more than its type says: an id, a date. */
    readonly isAny: boolean;
    readonly choices?: readonly string[];
    /** The fields of what is given as one. */
    readonly parts: readonly BodyField[];
  }[];
  readonly returns: string;
  /** What is asked back: `{ id name }`. */
  readonly selects: string;
}

export interface BodyField {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  readonly required: boolean;
}

export interface ServerFacts {
  readonly at: number;
  readonly protocol: 'http' | 'https' | 'http2' | 'tcp' | 'udp';
  readonly host: string | null;
  readonly port: number | null;
  readonly pipe: string | null;
  readonly connections: number;
}

export interface TimerFacts {
  readonly callback: string;
  readonly ms: number;
  readonly repeats: boolean;
}

export interface ProcessFacts {
  readonly version: string;
  readonly title: string;
  readonly uptime: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly servers: readonly ServerFacts[];
  /** Connections that servers have taken and that last. */
  readonly visitors: number;
  /** The module for worker threads is loaded: there may be some. */
  readonly usesThreads: boolean;
  /** What it was told to do by whoever started it: `--port 8080`. */
  readonly options: readonly RawNode[];
}

/** Something that maps paths to handlers, in one of the shapes that the frameworks use. */
interface RouteTable {
  readonly table: WeakRef<object>;
  readonly origin: Origin;
}

/** The ground: looking at values without running any of the application's code, and telling its own from the platform's. */
export interface Base extends Omit<Sight, 'own'>, Leaves, Collections, WeakFields {
  /** What a library wraps around data, a shared document or a signal for one, as what it holds. */
  unshare(value: unknown): unknown;
  /** An answer as the text that crosses the wire. */
  pack(made: unknown): string | undefined | Promise<string | undefined>;
  builtin(name: string): Dict | undefined;
  /** A module of the platform that may be asked for without loading it: the program has, or nobody can tell. */
  isLoaded(name: string): boolean;
  /** One that the program is known to have loaded. */
  hasLoaded(name: string): boolean;
  /** The value of an own data property: `own` of what pages look with. */
  slot: Sight['own'];
  isPromise(value: unknown): boolean;
  /** Things of the platform that hold no application state: sockets, streams, modules. */
  isOpaque(value: object): boolean;
  /** Exports of modules: what a variable holds that was assigned from `require`. */
  isModule(value: unknown): boolean;
  cache(): Dict;
  /** Looks again which modules there are; called before a pass, since it is too dear for every value. */
  renew(): void;
  /** Whether a name says anything: what a minifier leaves does not. */
  isTelling(name: string): boolean;
  readonly secrets: Secrets;
  /** A secret by its shape, or since a variable of the environment holds it that is a secret by name. */
  isSecretText(text: string): boolean;
}

/** Proxies and promises: what they stand before, or were settled with, only the inspector tells. */
export interface Shells {
  /** What the inspector told; the value itself when it is neither, or that is not known. */
  bare(value: unknown): unknown;
  /** Takes what the inspector told of proxies and promises: what each stands before. */
  unshell(shells: readonly unknown[], targets: readonly unknown[]): void;
  /** Whether it is one; then the inspector is to be asked about it. */
  noteShell(value: object): boolean;
  /** Those to ask about now, and what to do with the answers. */
  askShells(): (object | null)[];
  answerShells(targets: readonly unknown[]): void;
}

/** What is noted of functions; it keeps none of them alive. */
export interface Notes<V> {
  has(fn: object): boolean;
  get(fn: object): V | undefined;
  set(fn: object, note: V): void;
  delete(fn: object): void;
}

/** Whose code functions and classes are, by what was learnt of their scripts. */
export interface Owners {
  /** Application functions. */
  readonly own: Notes<true>;
  /** Functions that a module declares at its top: they close over nothing but the module, so nobody need ask what. */
  readonly declared: Notes<true>;
  /** Those of libraries that count as the application. */
  readonly adopted: Notes<true>;
  /** Functions of libraries. */
  readonly foreign: Notes<string>;
  /** Functions that nobody has asked about yet, one of each class that was met, and listeners: whose they are decides how far an object is told. */
  readonly doubts: WeakRef<Fn>[];
  /** Whose code a function is: a library's, '' for the application's, '+' for a library's that counts as the application's. */
  claim(fn: object, library: string): void;
  /** Has it asked whose code that is. */
  doubt(fn: Fn): void;
  /** Whose code is whose may have changed: what was asked is asked again. */
  forgetDoubts(): void;
  /** Takes up whose code the first doubts are, as above, null for nobody's. Returns of how many it was learnt. */
  judge(owners: readonly (string | null)[]): number;
  /** More is known of functions from here on. */
  rejudge(): void;
  /** Whether it is the prototype of a class of the application. */
  isOwnClass(prototype: object): boolean;
  /** The library whose class an object is an instance of. */
  libraryOf(value: object): string | undefined;
  /** Whether its class is a library's, also of one that counts as the application; undefined for what is of neither or not known. */
  isForeign(value: object): boolean | undefined;
  /** Of an object of the application whose class is made from a library's: which of its fields are that one's alone. Undefined for others. */
  lentFields(value: object): ((name: string) => boolean) | undefined;
  /** The application listens to it: whoever made its class, it is a part of the application at work. */
  isHeard(value: object): boolean;
}

/** Fields that are no plain properties. */
export interface Hidden {
  /** What a symbol of a property that is worth telling is called. */
  symbolName(symbol: symbol): string | undefined;
  /** Remembers a variable that may hold private fields of a class: a WeakMap. True when it was not known. */
  noteHidden(name: string, value: unknown): boolean;
  /** What such variables hold of an object, by their names; and the same as fields, by names for people. */
  hidden(value: object): readonly (readonly [name: string, value: unknown])[];
  hiddenFields(value: object): readonly (readonly [name: string, value: unknown])[];
  forgetHidden(): void;
}

/** Private fields, which only the inspector tells. */
export interface Veils {
  /** As it told them last. Objects that have some are remembered, so that it is asked next time. */
  privateFields(value: object): readonly (readonly [name: string, value: unknown])[];
  /** Objects to ask about: every one when there are few, otherwise the nth of so many parts. */
  veiled(nth: number, of: number): (object | null | undefined)[];
  unveil(fields: readonly PrivateField[], handles: readonly unknown[]): void;
}

/** Variables that the functions of a library's object close over: its fields, which only the inspector tells. */
export interface Keeps {
  /** As it told them last, of an object with these functions. Objects that may have some are remembered, so that it is asked next time. */
  keptFields(value: object, functions: readonly Fn[]): readonly (readonly [name: string, value: unknown])[];
  /** A whole reading begins. */
  renewKeepers(): void;
  /** Functions of such objects, to be asked about: of every one when there are few, otherwise of the nth of so many parts. */
  keepers(nth: number, of: number): (Fn | undefined)[];
  /** Takes up their scopes. Returns how many fields and functions were not known before. */
  tellKept(chains: readonly (readonly Scope[] | null)[]): number;
  /** Whether variables of these names are those of a function around all of a module, as bundlers write it: called for the module and not for anybody's object. */
  isOfModule(variables: object, names: readonly string[]): boolean;
}

/** What a schema of GraphQL knows of itself. */
export interface Schemas {
  isSchema(value: object): boolean;
  operationsOf(schema: object): Operation[];
}

/** What maps paths to handlers. */
export interface Routing {
  readonly tables: RouteTable[];
  /** The same, and the routers that hold them: told as routes, not as state. */
  readonly routing: WeakSet<object>;
  /** Whether it maps paths to handlers; then it is remembered. */
  noticeRoutes(value: object, origin: Origin): boolean;
  routes(): RouteEntry[];
  /** What can be asked of the schemas that were noticed, and the paths at which somebody listens who may know them. Routes were asked for before. */
  operations(): { readonly all: readonly Operation[]; readonly paths: readonly string[] };
  /** Functions of which routes can't tell enough: what they close over, or are bound to, is for the inspector to say. */
  readonly riddles: Set<Fn>;
  /** Takes the answers: for each of them its scopes and what it is bound to. */
  solve(riddles: readonly Fn[], told: readonly unknown[]): void;
  /** The functions that one hands a request on to that it is given first, itself before them, as far as the answers tell. */
  handing(listener: Fn): readonly { readonly fn: Fn; readonly at: number }[];
  /** The fields that are declared beside a handler. */
  declaredBeside(of: object): readonly BodyField[];
}

/** A function of the application that was put down by name. */
export interface Registered {
  /** What holds it, and the step from there. */
  readonly of: object;
  readonly step: string;
  readonly name: string;
  /** What it is put down among. */
  readonly label: string;
  /** The application's own, inside of what a framework wrapped around it. */
  readonly inner: Fn;
  /** What it is called on. */
  readonly on: object;
  readonly declared?: readonly BodyField[];
}
export interface Registers {
  /** What is found from variables and objects, in their order. It can be interrupted after each of them. */
  registered(starts: readonly (readonly [label: string, value: unknown])[]): Generator<undefined, readonly Registered[]>;
  /** What may hold something of the application's: neither the platform's, nor a module, nor what leads requests on their way. */
  isThing(value: unknown): value is object;
  /** The fields of the records that something keeps, where it keeps some. */
  recordIn(of: object): readonly BodyField[] | undefined;
  /** Whether something has all that a function asks itself for: that can be what it is called on. */
  isAtHome(fn: Fn, of: object): boolean;
}

export interface Platform {
  /** Names of what was put on a stream or a socket, by the application or by its class. */
  added(value: object): readonly string[];
  /** Whether it reads lines for the program: a prompt, whoever sits before it. */
  isPrompt(value: object): boolean;
  /** Whether it is a function of the application that holds data: a class with static fields. */
  hasStatics(value: object): boolean;
  /** The same, or it holds data and whose it is has still to be asked. */
  mayHaveStatics(value: object): boolean;
}

export interface Chains {
  /** What a library keeps in objects of one class that lead to each other, a tree or a list of links, in order; undefined for what is none. */
  chained(value: object): readonly (readonly [name: string | undefined, value: unknown, node: object])[] | undefined;
}

export interface Walking {
  walk(name: string, value: unknown, budget: CaptureBudget, spent: Spent): RawNode | undefined;
  beginWalk(name: string, value: unknown, budget: CaptureBudget, spent: Spent): Walk;
  /**
   * Reads what lies on a path below a value: of a list or map, the elements asked for. Undefined when nothing is told there. `meet` is given what is there, or the proxy
   * before it.
   */
  walkTo(name: string, value: unknown, request: ReadRequest, meet?: (value: unknown) => void): RawNode | undefined;
}

/** Finding functions, and finding them again. */
export interface Crawling {
  /** Queues the functions that are found from a value, so many levels deep; `whole` takes all functions of the value itself. */
  scan(value: unknown, origin: Origin, level?: number, whole?: boolean): void;
  /** Goes on with scans that took too long to end at once; false when there is still more. */
  lookOn(): boolean;
  /** Goes on from what was met before it was known to have hidden fields. */
  rescan(): void;
  take(count: number): readonly Queued[];
  /** What the probe was given to ask the inspector about. */
  readonly batch: Queued[];
  follow(start: unknown, path: readonly string[]): unknown;
  forget(): void;
  /** The functions whose scopes are used, by the number of their hop. Weak: we keep nothing alive. */
  readonly hops: Map<number, WeakRef<Fn>>;
  /** Closures that are known, by label: which objects they hold tells one from another. */
  readonly contexts: Map<string, Map<string, WeakRef<object>>[]>;
  /** What chains of known places lead to, while they are followed. */
  readonly trail: Map<string, WeakRef<Fn>>;
  /** Prototypes of which an instance was met. */
  readonly met: WeakSet<object>;
  /** Objects that were met, by their prototype, and how to find them again. */
  readonly kinds: Map<object, { readonly ref: WeakRef<object>; readonly origin: Origin }[]>;
}

/** What arrow functions of libraries call `this`. */
export interface Selves {
  /** Remembers a function whose `this` is to be found. */
  noteSelf(fn: Fn, origin: Origin): void;
  /** How many are left that none of what was met is, and that the heap was not gone through for. */
  seekSelves(): number;
  /** Of an object that is one of them, where its function was found. */
  selfOf(value: object): Origin | undefined;
  /** The heap was gone through for all of them. */
  endSeeking(): void;
  forgetSelves(): void;
}

/** Where a crawl starts. */
export interface Seeds {
  seed(files: readonly string[]): void;
  start(from: string): unknown;
  /** Names that the program, or who typed into it, has made global. */
  globals(of?: object): string[];
  /** Of each prompt that code is typed at a function of that code's world: its scopes have the variables that belong to no object. */
  witnesses(prompts: readonly object[]): Fn[];
  /** Takes those scopes, and with them what lines declared with `let`, `const` and `class`. */
  knowTyped(chains: readonly (readonly Scope[] | null)[]): void;
  typed(): readonly (readonly [name: string, value: unknown])[];
  /** Takes what Node.js keeps all timers in, by their durations. */
  knowTimers(rings: object): void;
  timers(): object[];
  servers(): { at: number; server: object }[];
  /** What a server of HTTP hands its requests to. */
  listeners(server: object): Fn[];
  /** The application's own among those, and whom they hand requests on to. */
  handlers(): Handler[];
  /** The standard input, where the program waits for it. */
  input(): object | undefined;
  /** The events that the process itself, its servers and its connections are listened to for. */
  announced(): ReadonlySet<string>;
  /** Connections that servers have taken and that last, HTTP aside. */
  visitors(): object[];
  /** Sockets for datagrams. */
  datagrams(): object[];
}

export interface Expanding {
  expand(functions: readonly ExpandRequest[], scopes: readonly (readonly Scope[])[]): Expanded[];
  /** Prototypes of the classes that the application's modules name. */
  readonly classes: Map<object, string>;
}

/** Objects of the application's classes. */
export interface Instances {
  /** Instances of those that only the heap told of. */
  readonly instances: Map<string, WeakRef<object>[]>;
  /** Those that actions are offered of: by their class, and where there are several by what tells them apart. */
  readonly chosen: Map<string, WeakRef<object>>;
  /** Takes the libraries that the application's own code asks for. */
  nearby(libraries: readonly string[]): void;
  /** Takes those of the application's own classes, and what it listens to, for instances. Returns where they were met, by the name of the class. */
  gather(): { readonly met: { readonly type: string; readonly origin: Origin }[]; readonly several: string[] };
  /** Classes of which a server's handlers hold an object. */
  readonly served: Set<string>;
  /** Those of them that read lines. */
  prompts(): object[];
  /** How many of the application's own classes have no instance that was met. */
  unmet(): number;
  sift(objects: readonly unknown[], names: readonly string[], seeksRoutes: boolean): number;
  /** Goes on from those whose arrow functions were met since: they are a library's, and lead on to the application. */
  siftSelves(objects: readonly unknown[]): void;
}

/** What the scopes of units held when they were last given. */
export interface Pins {
  /** Takes up a new plan: nothing is known of its units. */
  planUnits(units: readonly ReadUnit[]): void;
  units(): readonly ReadUnit[];
  /** Takes the scopes of a unit: whether they can't change any more, by the names that are assigned to, and whether they did. */
  pin(
    unit: number,
    assigned: readonly ReadonlySet<string>[],
    chain: readonly Scope[],
  ): { readonly settled: boolean; readonly changed: boolean };
  /** The variables of a unit's scope. */
  pinned(unit: number, index: number): [name: string, value: unknown][];
}

export interface Reading {
  /** What each root read as the last time. */
  readonly last: ReadonlyMap<string, RawNode>;
  /** Objects that were read since there is a plan, by their prototype: also those that only private fields lead to. */
  readonly kindsRead: ReadonlyMap<object, readonly WeakRef<object>[]>;
  read(plan: ReadPlan, scopes: readonly (readonly Scope[] | undefined)[]): ReadPart;
  /** The unit that a root was read from, and the function whose scopes it shows; null when no such root was read. */
  originOf(address: string): { readonly unit: number; readonly hop: number | null } | null;
  /** Reads one place as it is now. The scopes are those of its unit. */
  readPlace(request: ReadRequest, scopes: readonly Scope[] | undefined): RawNode | null;
  /** Gives the field at a place a value; without one, only tells whether it could be given one. */
  putPlace(request: ReadRequest, scopes: readonly Scope[] | undefined, put: readonly unknown[]): boolean;
}

export interface Callables {
  /** Null when it takes longer than a moment: without a plan it is gone on with. */
  callables(plan?: CallablePlan, scopes?: readonly (readonly Scope[] | undefined)[]): Callable[] | null;
}

export interface Calls {
  call(target: CallTarget, scopes: readonly Scope[] | undefined): CallOutcome;
  settled(ticket: number): Promise<CallOutcome>;
}

export interface Facts {
  facts(): ProcessFacts;
  /** Timers that call the application's own functions. Whose the others are is in doubt, until somebody said so. */
  tasks(): TimerFacts[];
  /** Milliseconds of processor time that the process has used: on a crowded machine the clock would say nothing of it. */
  worked(): number;
}

export interface Kit
  extends Base,
    Shells,
    Owners,
    Hidden,
    Veils,
    Keeps,
    Schemas,
    Routing,
    Registers,
    Platform,
    Chains,
    Walking,
    Crawling,
    Seeds,
    Selves,
    Expanding,
    Instances,
    Pins,
    Reading,
    Callables,
    Calls,
    Facts {}

/** A private field: its value, or the place of its handle. */
export interface PrivateField {
  readonly veil: number;
  readonly name: string;
  readonly value?: unknown;
  readonly handle?: number;
}

/** A function of the batch that the inspector told the scopes of. */
interface ExpandRequest {
  readonly hop: number;
  readonly at: number;
  /** The application's own code: all its scopes count. Otherwise only what it closes over inside its module. */
  readonly own: boolean;
  readonly prefix: string;
  readonly library?: string;
  /** A library's that counts as the application's own. */
  readonly adopted?: true;
  /** Names of functions and classes that its file declares at the top. Given once a file. */
  readonly declares?: readonly string[];
  /** Of a library's module, its variables that began as an empty collection. */
  readonly stores?: readonly string[];
}

export interface ExpandedScope {
  readonly index: number;
  readonly kind: 'module' | 'closure';
  /** The function whose variables these are. */
  readonly label: string;
  /** Which one of several closures of that label. */
  readonly nth: number;
  /** Variables that hold state rather than code. */
  readonly data: number;
}

interface Expanded {
  readonly hop: number;
  /** Those that were not seen before. */
  readonly scopes: readonly ExpandedScope[];
}

/** What a variable held. */
export type Held = WeakRef<object> | { readonly value: unknown };

/** The variables of the scopes that one unit reads, by the place of the scope. */
export type Pin = ReadonlyMap<number, ReadonlyMap<string, Held>>;

/** A holder's scopes to read, or a CommonJS module's exports, or the application's globals. */
export interface ReadUnit {
  readonly hop?: number;
  readonly views?: readonly ScopeView[];
  /** Which list of assigned names holds for each view; -1 when that is not known. */
  readonly assigned?: readonly number[];
  readonly exports?: { readonly file: string; readonly view: ScopeView };
  readonly globals?: boolean;
  readonly instances?: boolean;
}

interface ReadPlan {
  /** Given when it changed; from then on it is known. */
  readonly units?: readonly ReadUnit[];
  /** Names that the code of a file assigns to, list by list. Given with the units. */
  readonly assigned?: readonly (readonly string[])[];
  /** The units that the given scopes belong to. */
  readonly chains: readonly number[];
  /** For the whole pass; counts with the first slice. */
  readonly budget: CaptureBudget;
  /** The first slice of a pass: nothing is claimed yet. Otherwise it goes on where it stopped. */
  readonly first: boolean;
  /** Tell everything, also what reads as before. */
  readonly whole: boolean;
  /** What has read the same for a while may rest for some passes. */
  readonly routine: boolean;
  readonly sliceMs: number;
}

export interface CallablePlan {
  readonly modules: readonly {
    readonly prefix: string;
    readonly address: string;
    /** Of a CommonJS module. */
    readonly file?: string;
    /** Names of the module's own variables that it exports; an ECMAScript module. */
    readonly exported?: readonly string[];
    readonly index: number;
    readonly skip: readonly string[];
    readonly called?: ScopeView['called'];
    /** The hops that are functions of its code, and what those without a name were handed over for. */
    readonly handed?: readonly { readonly hop: number; readonly called: string }[];
    /** Of a function that ran once: which module it is in. */
    readonly within?: number;
  }[];
  /** Addresses that are known to be the application's own functions. */
  readonly trusted: readonly string[];
}

export interface CallTarget {
  readonly file?: string;
  /** The object that it is called on, among those that were chosen; and another that it is found in. */
  readonly instance?: string;
  readonly within?: string;
  /** The hop that is the function itself. */
  readonly hop?: number;
  /** Where it takes a function that it calls when it is done, with an error or a value. */
  readonly callback?: number;
  /** The first text that it is given is a line: it ends there. */
  readonly line?: boolean;
  readonly index: number;
  readonly path: readonly string[];
  /** One entry a parameter: its value, or nothing where it was not given. */
  readonly args: readonly (readonly unknown[])[];
  readonly budget: CaptureBudget;
}

export type CallOutcome =
  | { readonly state: 'done'; readonly value: unknown }
  | { readonly state: 'threw'; readonly message: string }
  | { readonly state: 'pending'; readonly ticket: number }
  | { readonly state: 'missing' };

/** Where a walk stands. */
export interface Step {
  readonly budget: CaptureBudget;
  readonly spent: Spent;
  readonly ancestors: Set<object>;
  /** How deep this walk told an object that others may refer to by the same name. */
  readonly near: Map<object, number>;
  /** What the nodes of trees and linked lists carry that were met: who leads to one of them again holds that. */
  readonly carried: Map<unknown, unknown>;
  /** What the names above say of it. */
  readonly secrecy: Secrecy;
  /** Keys of this container are secrets themselves: session ids, tokens. */
  readonly secretKeys: boolean;
  /** Inside an object of a library. */
  readonly strange: boolean;
  /** What could be spent outside of it; and up to where on records that it keeps for others. */
  readonly outer?: CaptureBudget;
  readonly records?: number;
  /** Inside an object of the application that was reached through a library's. */
  readonly through?: true;
  /** The room is that of a library's object: none of the fields in it may take all that is left. */
  readonly shared: boolean;
  /** Inside an object that the application listens to. */
  readonly heard: boolean;
  readonly depth: number;
  /** Of the container that is opened next: its elements from here on, and so many of them. */
  readonly range?: { readonly from: number; readonly limit: number };
}

/** A walk that can be interrupted between the children of its root. */
export interface Walk {
  /** Goes on until it is told to pause; true when it is done. */
  go(pauses: () => boolean): boolean;
  node?: RawNode | undefined;
}

export interface Spent {
  nodes: number;
  bytes: number;
  objects: number;
  cut: number;
  failed: number;
  /** Notes that an object is read. */
  readonly visit?: (value: object) => void;
  /** Objects that the capture has told already, and under which name. */
  readonly told?: { get(value: object): string | undefined; set(value: object, name: string): void };
  /** Takes an object that only the name of its class tells of: it is read as a root of its own. */
  readonly promote?: (value: object) => void;
}
