import { createSecrets, secretTable } from '@substrate/core';
import type { CallOptions, Connection } from '../connection.js';
import { CallError } from '../connection.js';
import { allObjects, elementsOf, internalsOf } from '../handles.js';
import { createCollections } from '../injected/collections.js';
import { createLeaves } from '../injected/leaves.js';
import { createSight } from '../injected/sight.js';
import { functionSource } from '../injected/source.js';
import { createWeakFields } from '../injected/weak-fields.js';
import { serverInsides } from '../page/rooms/list.js';
import { createBase } from './injected/base.js';
import { createEyes } from './injected/eyes.js';
import type { Kit } from './injected/kit.js';
import { parts } from './injected/parts.js';

/**
 * The kit in the target, from this side. Handles live in two object groups of ours: `kit` for as long as we are attached, `pass` for
 * the length of one capture.
 */

const kitGroup = 'substrate-kit';
const passGroup = 'substrate-pass';

/** What the inspector tells of a function, and nobody else can. */
export interface FunctionFacts {
  readonly scriptId: string | null;
  /** Where its parameters begin in the text of its script. */
  readonly start?: { readonly lineNumber: number; readonly columnNumber: number };
  readonly scopes: string | null;
  /** A bound function stands for another one, a proxy before something, a settled promise for its result. */
  readonly target: string | null;
  /** The result of a promise that is no object. */
  readonly value?: unknown;
  /** What it is bound to; the handler of a proxy. */
  readonly receiver: string | null;
  /** What a bound function is given first, as a list. */
  readonly given: string | null;
}

export interface Target {
  readonly connection: Connection;
  /** Runs a closed function on the kit; its result crosses as JSON. Handles come after the plain arguments. */
  run<A extends readonly unknown[], R>(
    fn: (kit: Kit, ...args: A) => R,
    args: A,
    handles?: readonly (string | null)[],
    options?: CallOptions,
  ): Promise<Awaited<R>>;
  /** Runs a closed function that returns an array; the handles of its elements, null for what is no object. */
  list<A extends readonly unknown[]>(
    fn: (kit: Kit, ...args: A) => readonly unknown[],
    args: A,
    options?: CallOptions,
  ): Promise<(string | null)[]>;
  factsOf(handle: string, options?: CallOptions): Promise<FunctionFacts>;
  /** The private fields of an object. */
  privatesOf(
    handle: string,
    options?: CallOptions,
  ): Promise<readonly { readonly name: string; readonly value?: unknown; readonly handle?: string }[]>;
  /** All objects of the heap, as one handle. Stops the process while it looks. */
  heap(options?: CallOptions): Promise<string | null>;
  /** Lets go of the handles of a capture, once nobody holds on to theirs. */
  endPass(): void;
  /** Keeps handles over several calls, while captures come and go. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  release(): Promise<void>;
}

const makers = `{
  createEyes: ${functionSource(createEyes)},
  createSight: ${functionSource(createSight)},
  createLeaves: ${functionSource(createLeaves)},
  createCollections: ${functionSource(createCollections)},
  createWeakFields: ${functionSource(createWeakFields)},
  insides: [${serverInsides.map(functionSource).join(',')}],
}`;

const kitSource = (): string =>
  `(() => {
    const builtin = typeof process.getBuiltinModule === 'function' ? (name) => process.getBuiltinModule(name) : require;
    const secrets = (${functionSource(createSecrets)})(${JSON.stringify(secretTable)});
    let kit = { __proto__: null, ...(${functionSource(createBase)})(builtin, secrets, ${makers}) };
    ${parts.map((part) => `kit = { __proto__: null, ...kit, ...(${functionSource(part)})(kit) };`).join('\n')}
    return kit;
  })()`;

const errorText = (details: { text: string; exception?: { description?: string } }): string =>
  details.exception?.description?.split('\n')[0] ?? details.text;

export const createTarget = async (connection: Connection, options: CallOptions = {}): Promise<Target> => {
  const made = await connection.send(
    'Runtime.evaluate',
    { expression: kitSource(), objectGroup: kitGroup, includeCommandLineAPI: true, silent: true },
    options,
  );
  const kit = made.result.objectId;
  if (made.exceptionDetails || kit === undefined) {
    throw new CallError(
      'protocol',
      `The process refused to be read: ${made.exceptionDetails ? errorText(made.exceptionDetails) : 'no result'}`,
    );
  }

  const call = async (
    text: string,
    args: readonly unknown[],
    handles: readonly (string | null)[],
    byValue: boolean,
    awaitPromise: boolean,
    callOptions?: CallOptions,
  ) => {
    const answer = await connection.send(
      'Runtime.callFunctionOn',
      {
        objectId: kit,
        // Handles arrive after the plain arguments and are handed on as one array.
        functionDeclaration: `function(...given) { const plain = given.splice(0, ${args.length}); const made = (${text})(this, ...plain${handles.length > 0 ? ', given' : ''}); return ${byValue ? 'this.pack(made)' : 'made'}; }`,
        arguments: [
          ...args.map((value) => ({ value })),
          ...handles.map((objectId) => (objectId === null ? { value: null } : { objectId })),
        ],
        objectGroup: passGroup,
        returnByValue: byValue,
        awaitPromise,
        silent: true,
      },
      callOptions,
    );
    if (answer.exceptionDetails) throw new CallError('protocol', errorText(answer.exceptionDetails));
    return answer.result;
  };

  // All timers are in a variable of the module that makes them, which only the inspector sees. Other runtimes have none.
  const findTimers = async (): Promise<void> => {
    const { objectId: maker } = await call(`(kit) => kit.builtin('timers')?.setTimeout`, [], [], false, false, options);
    const scopes = maker && (await internalsOf(connection, maker, options))('[[Scopes]]')?.objectId;
    const [module] = scopes ? await elementsOf(connection, scopes, options) : [];
    if (!module) return;
    const { result } = await connection.send('Runtime.getProperties', { objectId: module, ownProperties: true }, options);
    const rings = result.find(({ name }) => name === 'timerListMap')?.value?.objectId;
    if (rings) await call('(kit, [rings]) => kit.knowTimers(rings)', [], [rings], false, false, options);
  };
  await findTimers();

  let holders = 0;
  let passed = false;
  const endPass = (): void => {
    passed = holders > 0;
    if (!passed) void connection.send('Runtime.releaseObjectGroup', { objectGroup: passGroup }).catch(() => undefined);
  };

  return {
    connection,
    // Only what is asked aside may take its time: the rest returns at once, and a promise that nobody settles could be collected.
    run: async (fn, args, handles = [], callOptions) => {
      const { value } = await call(functionSource(fn), args, handles, true, callOptions?.aside ?? false, callOptions);
      return typeof value === 'string' ? JSON.parse(value) : undefined;
    },
    list: async (fn, args, callOptions) => {
      const { objectId } = await call(functionSource(fn), args, [], false, false, callOptions);
      if (objectId === undefined) return [];
      return await elementsOf(connection, objectId, callOptions);
    },
    factsOf: async (handle, callOptions) => {
      const find = await internalsOf(connection, handle, callOptions);
      const location = find('[[FunctionLocation]]')?.value as
        | { scriptId: string; lineNumber: number; columnNumber?: number }
        | undefined;
      const isSettled = (find('[[PromiseState]]')?.value ?? 'pending') !== 'pending';
      const result = isSettled ? find('[[PromiseResult]]') : undefined;
      return {
        ...(result && result.objectId === undefined ? { value: result.value } : {}),
        scriptId: location?.scriptId ?? null,
        ...(location ? { start: { lineNumber: location.lineNumber, columnNumber: location.columnNumber ?? 0 } } : {}),
        scopes: find('[[Scopes]]')?.objectId ?? null,
        target: (find('[[TargetFunction]]') ?? find('[[Target]]') ?? result)?.objectId ?? null,
        receiver: (find('[[BoundThis]]') ?? find('[[Handler]]'))?.objectId ?? null,
        given: find('[[BoundArgs]]')?.objectId ?? null,
      };
    },
    privatesOf: async (handle, callOptions) => {
      const { privateProperties = [] } = await connection.send(
        'Runtime.getProperties',
        { objectId: handle, ownProperties: true },
        callOptions,
      );
      return privateProperties.flatMap(({ name, value }) => {
        if (!value || value.type === 'function') return [];
        return [value.objectId === undefined ? { name, value: value.value ?? null } : { name, handle: value.objectId }];
      });
    },
    heap: async (callOptions) =>
      (await allObjects(connection, passGroup, { ...callOptions, timeoutMs: 60_000 })).objectId ?? null,
    endPass,
    hold: async (work) => {
      holders++;
      try {
        return await work();
      } finally {
        holders--;
        if (passed) endPass();
      }
    },
    release: async () => {
      await Promise.allSettled(
        [passGroup, kitGroup].map((objectGroup) =>
          connection.send('Runtime.releaseObjectGroup', { objectGroup }, { timeoutMs: 1000 }),
        ),
      );
    },
  };
};
