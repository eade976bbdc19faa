import { ProbeError, type ProbeSession, type RawResult, SubstrateError, type Undo } from '@substrate/core';
import { messageOf, withDeadline } from '@substrate/core/probing';
import { reversibilityOfWords } from '@substrate/semantic';
import type { ActionPlan, Application } from '@substrate/server';
import type { Cycle } from './reader.js';
import type { Timing } from './timing.js';
import { toldResult } from './told-result.js';
import { createUndoBook, type UndoBook } from './undo.js';

/** The actions of one application: from the name that an agent uses to the call that the probe understands, under a deadline. */
export interface ActionsOptions {
  readonly appId: string;
  readonly timing: Timing;
  /** The cycle whose actions are offered, the connection, and why there is none: all change while the application lives. */
  readonly last: () => Cycle | undefined;
  readonly session: () => ProbeSession | undefined;
  readonly reason: () => string | null;
}

/** Built-ins of a page that read, or can be taken back, and name nothing that was read: an agent can always find its way. */
const unlabelled: ReadonlySet<string> = new Set(['navigate', 'activate_tab', 'scroll', 'focus']);

/** Built-ins whose way back is known. */
const undoableBuiltins: ReadonlySet<string> = new Set(['activate_tab']);

type Parameters = Readonly<Record<string, unknown>>;

export interface AppActions extends Required<Pick<Application, 'plan' | 'invoke' | 'wayBack'>>, Pick<UndoBook, 'seen' | 'deed'> {}

export const createActions = ({ appId, timing, last, session, reason }: ActionsOptions): AppActions => {
  const book = createUndoBook();

  const toCall = (action: string, parameters: Parameters, timeoutMs: number) => {
    const cycle = last();
    const binding = cycle?.interpretation.bindings.get(action);
    if (binding === undefined || cycle === undefined)
      throw new SubstrateError('unknown_action', `${appId} has no action "${action}".`);
    const { each } = binding;
    const address = each ? each.addresses[String(parameters[each.parameter])] : binding.address;
    if (address === undefined)
      throw new SubstrateError('invalid_parameters', `${each?.parameter} must be one of the objects that "${action}" names.`);
    const mapped = Object.entries(parameters).flatMap(([wire, value]) =>
      wire === each?.parameter ? [] : [[binding.parameters[wire] ?? wire, value] as const],
    );
    return {
      binding,
      raw: cycle.capture.actions.find((one) => one.address === address),
      call: { address, parameters: Object.fromEntries(mapped), timeoutMs },
    };
  };

  return {
    async plan(action, parameters, signal): Promise<ActionPlan> {
      const { binding, raw, call } = toCall(action, parameters, timing.checkMs);
      const plan = {
        reversibility: binding.reversibility,
        targets: binding.targets,
        unlabelled: raw?.kind === 'builtin' && unlabelled.has(raw.name),
        undoable: binding.reversibility === 'reversible_write' && (raw?.kind !== 'builtin' || undoableBuiltins.has(raw.name)),
      };
      const attached = session();
      // What a click does is decided by what lies under the point.
      if (raw?.kind !== 'builtin' || raw.name !== 'click' || attached?.target === undefined) return plan;
      const target = await withDeadline({ what: 'The look at the target', ms: timing.checkMs, parent: signal }, async (within) =>
        attached.target!(call, within),
      );
      const words = target === null ? undefined : reversibilityOfWords(target.words);
      return words === 'irreversible_write' ? { ...plan, reversibility: words } : plan;
    },

    async invoke(action, parameters, timeoutMs, signal): Promise<RawResult> {
      const { call, raw } = toCall(action, parameters, timeoutMs);
      const attached = session();
      if (attached === undefined)
        return { ok: false, dispatched: false, reason: 'gone', message: reason() ?? 'The probe is not attached.' };
      const cycle = last();
      if (cycle !== undefined) book.begin(action, parameters, cycle.interpretation);
      let dispatched = false;
      try {
        return await withDeadline({ what: 'The action', ms: timeoutMs + 1000, parent: signal }, async (within) => {
          dispatched = true;
          return toldResult(raw?.name ?? action, await attached.invoke(call, within));
        });
      } catch (error) {
        if (signal.aborted) throw error;
        return {
          ok: false,
          dispatched,
          reason: error instanceof ProbeError ? error.refusal.reason : 'threw',
          message: messageOf(error),
        };
      }
    },

    async wayBack(): Promise<Undo | null> {
      const cycle = last();
      return cycle === undefined ? null : book.end(cycle.interpretation);
    },

    seen: book.seen,
    deed: book.deed,
  };
};
