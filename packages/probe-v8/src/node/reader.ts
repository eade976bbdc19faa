import { join } from 'node:path';
import type { CaptureRequest, RawNode, RawRoot, ReadRequest } from '@substrate/core';
import { shareTree, withForeignFile } from '@substrate/core/probing';
import type { CallOptions } from '../connection.js';
import { readAssignedNames, textOfFunction } from './assigned-names.js';
import type { Kit, ReadUnit, ScopeView } from './injected/kit.js';
import type { Found } from './known.js';
import type { ModuleFiles } from './module-files.js';
import { readSources } from './scripts.js';
import type { Target } from './target.js';

/**
 * Reads what discovery found, poll after poll. The target knows the plan and what each root read as the last time, so that a poll
 * sends little and gets little. The inspector is asked for the scopes of a function only where their variables may be assigned to;
 * in a routine poll, only of those that changed lately and of some others in turn. A pass that a poll has no time to finish goes on
 * in the next one, and what it has not reached yet is told as it was.
 */

const sliceMs = 6;
/** Processor time of a routine poll. */
const routineMs = 14;
/** The first readings of what was found end when all is read, in slices as short as any: their nodes and bytes bound them, time hardly. */
const firstShare = 20;
/** Functions whose scopes a routine poll asks for: those that had changed when they were last asked, and others in turn. */
const mostChanging = 30;
const mostInTurn = 8;
const mostText = 2_000_000;
const mostScripts = 300;

interface Reading {
  readonly roots: readonly RawRoot[];
  readonly objects: number;
  /** Nodes read, those met and left out for want of budget, and those that could not be read. */
  readonly nodes: number;
  readonly cut: number;
  readonly failed: number;
  /** Places whose function is gone, and places that the budget did not reach. */
  readonly lost: number;
  readonly unread: number;
  readonly units: number;
  /** Addresses of what is told as it was, since this reading did not get there. */
  readonly unreached: readonly string[];
}

/** The file that a variable's address begins with. */
const fileIn = (address: string): string | undefined => /^(?:scope|closure):(.+?\.[cm]?[jt]sx?)(?=$|[/#:])/.exec(address)?.[1];

export interface Reader {
  /** Takes up a new plan. `startedAt`: files that were written later may not be what the process runs. */
  plan(found: Found, startedAt: number, call: CallOptions): Promise<void>;
  /** `toEnd`: what was found was found just now, and nothing of it is left to the next reading. */
  read(request: CaptureRequest, call: CallOptions, toEnd?: boolean): Promise<Reading>;
  /** Reads one place below a root as it is now; null when it is not there. */
  place(request: ReadRequest, call: CallOptions): Promise<RawNode | null>;
  /** Gives the field at a place a value; false where it takes none. */
  put(request: ReadRequest, value: unknown, call: CallOptions): Promise<boolean>;
  /** Which of the fields at places could be given a value. */
  settable(requests: readonly ReadRequest[], call: CallOptions): Promise<boolean[]>;
  /** Something was done to the process: every scope is due. */
  wake(): void;
}

/** The scopes of the hops as they are now, one handle each; null for those that are gone. */
export const scopesOf = async (target: Target, ids: readonly number[], call: CallOptions): Promise<(string | null)[]> => {
  if (ids.length === 0) return [];
  const handles = await target.list((kit, wanted) => wanted.map((id) => kit.hops.get(id)?.deref() ?? null), [ids], call);
  return await Promise.all(ids.map(async (_, at) => (handles[at] ? (await target.factsOf(handles[at], call)).scopes : null)));
};

/** The function whose variables a view shows; empty for those of a module. */
const labelOf = ({ prefix, source }: ScopeView): string =>
  source === 'closure' ? prefix.slice(prefix.lastIndexOf('/') + 1).replace(/#\d+$/, '') : '';

export const createReader = (target: Target, files: ModuleFiles): Reader => {
  let units: readonly ReadUnit[] = [];
  let assigned: readonly (readonly string[])[] = [];
  /** The target has the plan. */
  let isPlanned = false;
  /** Units whose scopes can't change any more. */
  let settled = new Set<number>();
  /** Of the others: in which poll they were last asked, and whether they had changed. */
  let looks = new Map<number, { readonly poll: number; readonly changed: boolean }>();
  let polls = 0;
  /** Every root as it was last read; the target only names those that read the same. */
  const shelf = new Map<string, RawRoot>();
  /** False while an answer is due, and so after one that never came: then the target must tell everything again. */
  let inStep = false;
  /** What the pass under way has read, and what was told last; whether that was all of it. */
  let fresh = new Map<string, RawRoot>();
  let told: readonly RawRoot[] = [];
  let isDone = true;
  let wasWhole = false;

  const plan = async (found: Found, startedAt: number, call: CallOptions): Promise<void> => {
    const lists: (readonly string[])[] = [];
    const scripts = new Set(
      found.hops.flatMap(({ views, script }) => (views.length > 0 && script !== undefined ? [script] : [])),
    );
    const texts = new Map<string, string | null>(await readSources(target.connection, [...scripts].slice(0, mostScripts), call));
    const textOf = async (file: string): Promise<string | null> => {
      const path = join(files.root, file);
      return await withForeignFile(path, { maxBytes: mostText }, async ({ size, modifiedMs, read }) =>
        modifiedMs < startedAt ? (await read(size, 0)).toString('utf8') : null,
      ).catch(() => null);
    };
    const known = new Map<string, number>();
    /** Which list holds for the scope of that function; -1 when nothing is known of its text. */
    const listOf = (source: string, label: string): number => {
      const text = texts.get(source) ?? null;
      if (text === null) return -1;
      const key = `${source}\0${label}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const names = readAssignedNames(label === '' ? text : textOfFunction(text, label));
      const at = names ? lists.push(names) - 1 : -1;
      known.set(key, at);
      return at;
    };
    const holders: ReadUnit[] = [];
    for (const { id, views, file, script } of found.hops) {
      if (views.length === 0) continue;
      if (file !== undefined && !texts.has(file)) texts.set(file, await textOf(file));
      const source = file ?? script ?? '';
      holders.push({ hop: id, views, assigned: views.map((view) => listOf(source, labelOf(view))) });
    }
    units = [
      ...holders,
      ...found.modules.map(({ file, place }) => ({
        exports: {
          file,
          view: {
            index: 0,
            prefix: `scope:${place.name}`,
            source: 'module' as const,
            skip: [],
            ...(place.adopted ? { foreign: true as const } : {}),
          },
        },
      })),
      { globals: true },
      { instances: true },
    ];
    assigned = lists;
    isPlanned = false;
    settled = new Set();
    looks = new Map();
    isDone = true;
    wasWhole = false;
  };

  /** The units whose scopes are asked for in this poll. */
  const dueUnits = (isRoutine: boolean): { readonly at: number; readonly hop: number }[] => {
    const open = units.flatMap(({ hop }, at) => (hop === undefined || settled.has(at) ? [] : [{ at, hop }]));
    if (!isRoutine || open.length <= mostInTurn) return open;
    const changing = open.filter(({ at }) => looks.get(at)?.changed !== false).slice(0, mostChanging);
    const waited = ({ at }: { at: number }): number => looks.get(at)?.poll ?? 0;
    const inTurn = open.filter((one) => !changing.includes(one)).sort((a, b) => waited(a) - waited(b));
    return [...changing, ...inTurn.slice(0, mostInTurn)];
  };

  const read: Reader['read'] = async (request, call, toEnd = false) => {
    const isRoutine = request.routine === true && isPlanned && inStep;
    polls++;
    if (!isPlanned) {
      settled = new Set();
      looks = new Map();
    }
    const live = dueUnits(isRoutine);
    const handles = await scopesOf(
      target,
      live.map(({ hop }) => hop),
      call,
    );
    const found = live.flatMap(({ at }, nth) => (handles[nth] ? [{ at, scope: handles[nth] }] : []));
    // A first pass is gone on with until it has told everything once.
    let first = isDone || (wasWhole && !isRoutine);
    let ms = 0;
    let part: Awaited<ReturnType<Kit['read']>> | undefined;
    const { hostMs } = request.budget;
    const most = isRoutine ? Math.min(routineMs, hostMs) : wasWhole && !toEnd ? hostMs : firstShare * hostMs;
    while (!part || (!part.done && ms < most)) {
      const chains = part ? [] : found;
      const given = {
        ...(isPlanned ? {} : { units, assigned }),
        chains: chains.map(({ at }) => at),
        budget: request.budget,
        first,
        whole: !part && !inStep,
        routine: isRoutine,
        sliceMs,
      };
      if (first) fresh = new Map();
      first = false;
      inStep = false;
      part = await target.run(
        (kit, wanted, scopes: Parameters<typeof kit.read>[1] = []) => kit.read(wanted, scopes),
        [given] as const,
        chains.map(({ scope }) => scope),
        call,
      );
      isPlanned = true;
      ms += Math.max(part.ms, 0.1);
      for (const { unit, settled: isSettled, changed } of part.asked) {
        if (isSettled) settled.add(unit);
        looks.set(unit, { poll: polls, changed: changed && looks.has(unit) });
      }
      for (const { address, source, library, node } of part.roots) {
        const old = shelf.get(address);
        const file = fileIn(address);
        const root = node
          ? shareTree(old, { ...node, address, source, ...(library && { library }), ...(file && { file }) })
          : old;
        if (!root) continue;
        shelf.set(address, root);
        fresh.set(address, root);
      }
      inStep = true;
    }
    isDone = part.done;
    wasWhole ||= isDone;
    told = isDone ? [...fresh.values()] : withFresh(told, fresh);
    return {
      roots: told,
      objects: part.objects,
      nodes: part.nodes,
      cut: part.cut,
      failed: part.failed,
      lost: part.gone,
      unread: wasWhole ? 0 : part.left,
      units: units.length,
      // Where nobody waits, a reading is spread over several polls, and none of them reaches everything.
      unreached: isDone || isRoutine ? [] : told.flatMap(({ address }) => (fresh.has(address) ? [] : [address])),
    };
  };

  /** The scopes of the function that a root is a variable of; null where no such root was read. */
  const scopeOf = async (root: string, call: CallOptions): Promise<(string | null)[] | null> => {
    const origin = await target.run((kit, address) => kit.originOf(address), [root] as const, [], call);
    return origin && (origin.hop === null ? [] : await scopesOf(target, [origin.hop], call));
  };
  const place: Reader['place'] = async (request, call) => {
    const scopes = await scopeOf(request.root, call);
    if (scopes === null) return null;
    return await target.run(
      (kit, wanted, [given]: readonly Parameters<typeof kit.readPlace>[1][] = []) => kit.readPlace(wanted, given),
      [request] as const,
      scopes,
      call,
    );
  };
  const put: Reader['put'] = async (request, value, call) => {
    const scopes = await scopeOf(request.root, call);
    if (scopes === null) return false;
    return await target.run(
      (kit, wanted, [given]: readonly Parameters<typeof kit.readPlace>[1][] = []) => kit.putPlace(wanted[0], given, wanted[1]),
      [[request, [value]]] as const,
      scopes,
      call,
    );
  };
  /** In slices: each of them may be one of a thousand variables. */
  const settable: Reader['settable'] = async (requests, call) => {
    const told: boolean[] = [];
    while (told.length < requests.length)
      told.push(
        ...(await target.run(
          (kit, wanted, ms) => {
            const end = performance.now() + ms;
            const answers: boolean[] = [];
            for (const one of wanted) {
              answers.push(kit.putPlace(one, undefined, []));
              if (performance.now() > end) break;
            }
            return answers;
          },
          [requests.slice(told.length), sliceMs] as const,
          [],
          call,
        )),
      );
    return told;
  };
  return { plan, read, place, put, settable, wake: () => looks.clear() };
};

/** What was told before, as it reads now where that is known; then what is new. */
const withFresh = (before: readonly RawRoot[], fresh: ReadonlyMap<string, RawRoot>): RawRoot[] => {
  const addresses = new Set(before.map(({ address }) => address));
  return [
    ...before.map((root) => fresh.get(root.address) ?? root),
    ...[...fresh.values()].filter(({ address }) => !addresses.has(address)),
  ];
};
