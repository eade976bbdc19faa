import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptureRequest, RawRoot } from '@substrate/core';
import type { CallOptions } from '../connection.js';
import { readAssignedNames, textOfFunction } from './assigned-names.js';
import type { ReadUnit, ScopeView } from './injected/kit.js';
import type { Found } from './known.js';
import type { ModuleFiles } from './module-files.js';
import { readSources } from './scripts.js';
import type { Target } from './target.js';
import { shareTree } from './tree.js';

/**
 * Reads what discovery found, poll after poll. The target knows the plan and what each root read as the last time, so that a poll
 * sends little and gets little. The inspector is asked for the scopes of a function only where their variables may be assigned to.
 */

const sliceMs = 12;
const mostText = 2_000_000;
const mostScripts = 300;

interface Reading {
  readonly roots: readonly RawRoot[];
  readonly objects: number;
  /** Things that were cut short by the budget. */
  readonly cut: number;
  /** Places whose function is gone, and places that the budget did not reach. */
  readonly lost: number;
  readonly unread: number;
  readonly units: number;
}

export interface Reader {
  /** Takes up a new plan. `startedAt`: files that were written later may not be what the process runs. */
  plan(found: Found, startedAt: number, call: CallOptions): Promise<void>;
  read(request: CaptureRequest, call: CallOptions): Promise<Reading>;
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
  let pinned = new Set<number>();
  /** Every root as it was last read; the target only names those that read the same. */
  const shelf = new Map<string, RawRoot>();
  /** False while an answer is due, and so after one that never came: then the target must tell everything again. */
  let inStep = false;

  const plan = async (found: Found, startedAt: number, call: CallOptions): Promise<void> => {
    const lists: (readonly string[])[] = [];
    const scripts = new Set(
      found.hops.flatMap(({ views, script }) => (views.length > 0 && script !== undefined ? [script] : [])),
    );
    const texts = new Map<string, string | null>(await readSources(target.connection, [...scripts].slice(0, mostScripts), call));
    const textOf = async (file: string): Promise<string | null> => {
      const path = join(files.root, file);
      const facts = await stat(path).catch(() => null);
      const fits = facts?.isFile() && facts.size < mostText && facts.mtimeMs < startedAt;
      return fits ? await readFile(path, 'utf8').catch(() => null) : null;
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
        exports: { file, view: { index: 0, prefix: `scope:${place.name}`, source: 'module' as const, skip: [] } },
      })),
      { globals: true },
      { instances: true },
    ];
    assigned = lists;
    isPlanned = false;
    pinned = new Set();
  };

  const read = async (request: CaptureRequest, call: CallOptions): Promise<Reading> => {
    if (!isPlanned) pinned = new Set();
    const live = units.flatMap(({ hop }, at) => (hop === undefined || pinned.has(at) ? [] : [{ at, hop }]));
    const scopes = await scopesOf(
      target,
      live.map(({ hop }) => hop),
      call,
    );
    const roots: RawRoot[] = [];
    const spent = { ms: 0, objects: 0, cut: 0, lost: scopes.filter((scope) => scope === null).length };
    let { maxNodes, maxBytes } = request.budget;
    let from = 0;
    for (let first = true; from < units.length; first = false) {
      const left = request.budget.hostMs - spent.ms;
      if (left <= 0 || maxNodes <= 0) break;
      const chains = live.flatMap(({ at }, nth) => (at >= from && scopes[nth] ? [{ at, scope: scopes[nth] }] : []));
      const given = {
        ...(isPlanned ? {} : { units, assigned }),
        from,
        chains: chains.map(({ at }) => at),
        budget: { ...request.budget, maxNodes, maxBytes, hostMs: left },
        first,
        whole: first && !inStep,
        sliceMs,
      };
      inStep = false;
      const part = await target.run(
        (kit, wanted, found: Parameters<typeof kit.read>[1] = []) => kit.read(wanted, found),
        [given] as const,
        chains.map(({ scope }) => scope),
        call,
      );
      isPlanned = true;
      spent.ms += Math.max(part.ms, 0.1);
      maxNodes -= part.nodes;
      maxBytes -= part.bytes;
      spent.objects += part.objects;
      spent.cut += part.cut;
      spent.lost += part.gone;
      for (const unit of part.pinned) pinned.add(unit);
      for (const { address, source, library, node } of part.roots) {
        const old = shelf.get(address);
        const root = node ? shareTree(old, { ...node, address, source, ...(library === undefined ? {} : { library }) }) : old;
        if (!root) continue;
        shelf.set(address, root);
        roots.push(root);
      }
      from = part.next;
      inStep = true;
    }
    return {
      roots,
      objects: spent.objects,
      cut: spent.cut,
      lost: spent.lost,
      unread: units.length - from,
      units: units.length,
    };
  };
  return { plan, read };
};
