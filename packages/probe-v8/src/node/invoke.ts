import type { RawAction, RawCall, RawNode, RawResult } from '@substrate/core';
import { CallError } from '../connection.js';
import { answerWords } from './answer-words.js';
import type { Taken } from './function-source.js';
import type { CallOutcome, CallTarget } from './injected/kit.js';
import type { Target } from './target.js';

/** Where a function action leads: a hop whose scopes hold it, a CommonJS module's exports, or an object of the application's. */
export interface Binding {
  readonly hop: number | null;
  readonly file?: string;
  /** The object that it is called on. */
  readonly instance?: string;
  readonly within?: string;
  /** The hop is the function itself. */
  readonly isItself?: boolean;
  /** Where it takes a function to call when it is done. */
  readonly callback?: number;
  /** Where each parameter is given, and which of them takes what has no place of its own. */
  readonly ways: Taken['ways'];
  readonly onto?: string;
  /** What it is given first is a line. */
  readonly isLine?: boolean;
  /** It is a library's. */
  readonly isLent: boolean;
  readonly index: number;
  readonly path: readonly string[];
}

/** A captured tree as the plain value it stands for. */
const plainValue = (node: RawNode | null): unknown => {
  if (node === null) return null;
  if (node.kind === 'list') return (node.children ?? []).map(plainValue);
  if (node.kind === 'object' || node.kind === 'map')
    return Object.fromEntries((node.children ?? []).map((child) => [child.name, plainValue(child)]));
  return node.kind === 'value' ? (node.value ?? null) : null;
};

const failed = (dispatched: boolean, reason: string, message: string): RawResult => ({ ok: false, dispatched, reason, message });

const resultOf = (name: string, outcome: CallOutcome): RawResult | null => {
  switch (outcome.state) {
    case 'done': {
      const value = plainValue(outcome.value as RawNode | null);
      const words = answerWords(name, value);
      return { ok: true, value, message: words === '' ? 'The function ran.' : `The function returned ${words}` };
    }
    case 'threw':
      return failed(true, 'threw', outcome.message);
    case 'missing':
      return failed(false, 'no_target', 'The function is not there any more.');
    case 'pending':
      return null;
  }
};

/** The arguments at their places. What is given by its parts is there even where none of them is. */
export const argumentsOf = ({ ways, onto }: Pick<Binding, 'ways' | 'onto'>, parameters: RawCall['parameters']): unknown[][] => {
  const rest = Object.entries(parameters).filter(([name]) => !Object.hasOwn(ways, name));
  const all: unknown[][] = [];
  for (const [name, [place, ...steps]] of Object.entries(ways)) {
    all[place as number] ??= [];
    let holder: Record<string | number, unknown> = Object(all[place as number]);
    let key: string | number = 0;
    for (const step of steps) {
      // Of names that the target wrote, `__proto__` is one like any other.
      holder[key] ??= typeof step === 'number' ? [] : Object.create(null);
      holder = holder[key] as typeof holder;
      key = step;
    }
    const isOnto = name === onto && rest.length > 0;
    if (isOnto) holder[key] = { ...(parameters[name] as object | undefined), ...Object.fromEntries(rest) };
    else if (Object.hasOwn(parameters, name)) holder[key] = parameters[name];
  }
  return Array.from(all, (one) => one ?? []);
};

const budget: CallTarget['budget'] = {
  maxNodes: 5000,
  maxDepth: 10,
  maxString: 65_536,
  maxElements: 1000,
  maxBytes: 1024 * 1024,
  hostMs: 50,
};

export const callFunction = async (
  target: Target,
  action: RawAction,
  binding: Binding,
  call: RawCall,
  signal: AbortSignal,
): Promise<RawResult> => {
  const end = performance.now() + call.timeoutMs;
  const limit = () => ({ timeoutMs: Math.max(1, Math.ceil(end - performance.now())), signal });
  let dispatched = false;
  try {
    const where: CallTarget = {
      index: binding.index,
      path: binding.path,
      args: argumentsOf(binding, call.parameters),
      budget,
      ...(binding.file === undefined ? {} : { file: binding.file }),
      ...(binding.instance === undefined ? {} : { instance: binding.instance }),
      ...(binding.within === undefined ? {} : { within: binding.within }),
      ...(binding.isItself && binding.hop !== null ? { hop: binding.hop } : {}),
      ...(binding.callback === undefined ? {} : { callback: binding.callback }),
      ...(binding.isLine ? { line: true } : {}),
    };
    const first = await target.hold(async () => {
      let scopes: string | null = null;
      if (binding.hop !== null) {
        const [handle] = await target.list((kit, hop) => [kit.hops.get(hop)?.deref()], [binding.hop], limit());
        if (handle === undefined || handle === null) return null;
        scopes = (await target.factsOf(handle, limit())).scopes;
      }
      dispatched = true;
      return await target.run(
        (kit, request, chains: Parameters<typeof kit.call>[1][] = []) => kit.call(request, chains[0]),
        [where] as const,
        [scopes],
        limit(),
      );
    });
    if (first === null) return failed(false, 'no_target', 'The module that holds the function is gone.');
    const direct = resultOf(action.name, first);
    if (direct) return direct;
    const ticket = first.state === 'pending' ? first.ticket : 0;
    const settled = await target.run((kit, of) => kit.settled(of), [ticket], [], { ...limit(), aside: true });
    return resultOf(action.name, settled) ?? failed(true, 'threw', 'The promise was lost.');
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    switch (error.failure) {
      case 'timeout':
        return failed(
          dispatched,
          'timeout_still_running',
          `The function did not finish within ${call.timeoutMs} ms; it may still be running.`,
        );
      case 'closed':
        return failed(dispatched, 'gone', error.message);
      case 'aborted':
        return failed(
          dispatched,
          dispatched ? 'timeout_still_running' : 'aborted',
          'The call was given up; it may still be running.',
        );
      case 'protocol':
        return failed(dispatched, 'threw', error.message);
    }
  }
};
