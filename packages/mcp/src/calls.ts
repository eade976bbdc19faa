import { type Client, SubstrateClientError, type Target } from '@substrate/client';
import type { ActionResponse, OutlineEntry, Primitive, VerifyResponse } from '@substrate/core';
import { bytesOf, cutOf, firstThatFit, short, shortText } from './budget.js';
import { explain } from './refusals.js';
import type { Input, Output, ToolName } from './schemas.js';

/** What each tool does: one or two calls of the service, and a result that fits its budget. */

export type Calls = { readonly [Name in ToolName]: (input: Input<Name>, signal: AbortSignal) => Promise<Output<Name>> };

const targetOf = (app: string): Target => (/^[1-9]\d{0,9}$/.test(app) ? Number(app) : app);
const namedBy = (app: string): { pid: number } | { app_id: string } => {
  const target = targetOf(app);
  return typeof target === 'number' ? { pid: target } : { app_id: target };
};

/** The first entries of a map that fit. */
const firstEntries = <T>(map: Readonly<Record<string, T>>, frame: unknown, tokens: number): Record<string, T> =>
  Object.fromEntries(firstThatFit(Object.entries(map), frame, tokens));

const outcomeOf = (answer: VerifyResponse, tokens: number): Output<'verify'> => {
  const { passed, expression, poll_cycles, latency_ms } = answer;
  const value = short(answer.computed_value, bytesOf(tokens) / 8);
  const explanation = short(answer.explanation, bytesOf(tokens) / 3) as string;
  const whole = value === answer.computed_value && explanation === answer.explanation;
  return {
    passed,
    expression: short(expression, bytesOf(tokens) / 4) as string,
    poll_cycles,
    latency_ms,
    from_application: { explanation, computed_value: value ?? null },
    cut: whole ? null : { left_out: 1, ask: 'Ask for a smaller value in the expression, or give max_tokens.' },
  };
};

export const createCalls = (client: Client): Calls => {
  /** Keys that were asked for and are nowhere, with those that come closest. */
  const unknownOf = async (target: Target, missing: readonly string[], signal: AbortSignal) =>
    Promise.all(
      missing.slice(0, 5).map(async (key) => {
        const { results } = await client.search(target, key, { limit: 3, signal });
        return { key, closest: results.map((one) => one.key) };
      }),
    );

  const acted = (answer: ActionResponse, tokens: number): Output<'invoke_action'> => {
    const { success, executed, action, action_id, message, verification, state_delta, raw_return, undo } = answer;
    const frame = {
      success,
      executed,
      action,
      action_id,
      message: short(message, 600) as string,
      verified: verification?.passed ?? null,
      code: null,
      missing: null,
    };
    const rest = {
      returned: short(raw_return ?? null, bytesOf(tokens) / 12),
      explanation: verification ? (short(verification.explanation, bytesOf(tokens) / 6) as string) : null,
      // One that is cut could not be called.
      undo: undo && JSON.stringify(undo).length <= bytesOf(tokens) / 4 ? undo : null,
    };
    const delta = Object.entries(state_delta ?? {}).map(
      ([key, { before, after }]) => [key, { before: short(before), after: short(after) }] as const,
    );
    const kept = firstThatFit(delta, { ...frame, ...rest }, tokens);
    return {
      ...frame,
      from_application: { changed: Object.fromEntries(kept), ...rest },
      cut: cutOf(delta.length, kept.length, 'diff with the capture_id from before, or read_state with keys.'),
    };
  };

  return {
    async list_apps({ words, max_tokens }, signal) {
      const { apps } = await client.apps({ signal });
      const wanted = words?.toLowerCase() ?? '';
      const found = apps
        .filter(({ app_id, app_name }) => `${app_id} ${app_name}`.toLowerCase().includes(wanted))
        .map((app) => ({
          app_id: app.app_id,
          pid: app.pid,
          runtime: app.runtime,
          status: app.probe_status,
          has_state: app.has_state,
          confidence: app.confidence,
          keys: app.object_count,
          actions: app.action_count,
          from_application: {
            name: short(app.app_name) as string,
            view: short(app.current_view) as string | null,
            url: short(app.current_url) as string | null,
          },
          why: app.status_reason,
        }));
      const kept = firstThatFit(found, { total: found.length }, max_tokens);
      return { total: found.length, apps: kept, cut: cutOf(found.length, kept.length, 'Give words, or a larger max_tokens.') };
    },

    async outline({ app, prefix, max_tokens }, signal) {
      const target = targetOf(app);
      const maxBytes = bytesOf(max_tokens) - 400;
      const answer = await client.outline(target, { maxBytes, signal, ...(prefix !== undefined && { prefix }) });
      const { app_id, pid, capture_id, confidence } = answer;
      const outline: OutlineEntry[] = [...answer.outline];
      const folded = outline.filter(({ keys }) => keys > 1).reduce((sum, { keys }) => sum + keys, 0);
      return {
        app_id,
        pid,
        capture_id,
        confidence,
        total_keys: answer.probe_metadata.total_object_count,
        from_application: { outline },
        cut:
          folded === 0 ? null : { left_out: folded, ask: 'outline or read_state with the path of a branch as prefix; search.' },
      };
    },

    async search({ app, words, kind, limit, max_tokens }, signal) {
      const { results, total, app_id } = await client.search(targetOf(app), words, { kind, limit, signal });
      const shown = results.map((one) => ('value' in one ? { ...one, value: short(one.value) as Primitive } : one));
      const head = { app_id, total };
      const kept = firstThatFit(shown, head, max_tokens);
      return {
        ...head,
        from_application: { results: kept },
        cut: cutOf(total, kept.length, 'Give more words, a larger limit or a larger max_tokens.'),
      };
    },

    async read_state({ app, keys = [], prefix = [], fresh, max_tokens }, signal) {
      const target = targetOf(app);
      const part = { ...(keys.length > 0 && { keys }), ...(prefix.length > 0 && { prefix }) };
      const asked = { ...part, fresh, signal, include: ['objects', 'metadata'] as const };
      const answer = await client.state(target, { ...asked, maxBytes: 16 * bytesOf(max_tokens) });
      const { app_id, pid, capture_id, confidence, captured_at, objects, probe_metadata } = answer;
      const there = Object.keys(objects);
      const missing = [
        ...keys.filter((key) => !Object.hasOwn(objects, key)),
        ...prefix.filter((one) => !there.some((key) => key.startsWith(one))),
      ];
      const unknown = await unknownOf(target, missing, signal);
      const head = { app_id, pid, capture_id, confidence, captured_at, total_keys: probe_metadata.total_object_count, unknown };
      // One text alone may take the room that many would share.
      const each = there.length <= 3 ? Math.max(shortText, (bytesOf(max_tokens) - 800) / 2 / there.length) : shortText;
      const shown = Object.fromEntries(Object.entries(objects).map(([key, value]) => [key, short(value, each) as Primitive]));
      const kept = firstEntries(shown, head, max_tokens);
      const matched = Object.keys(part).length > 0 ? there.length : probe_metadata.total_object_count;
      const texts = Object.entries(kept).filter(([key, value]) => value !== objects[key]).length;
      const left = matched - Object.keys(kept).length;
      const ask = left > 0 ? 'Give keys or a longer prefix, or a larger max_tokens.' : 'Texts end in …: ask for one key alone.';
      return { ...head, from_application: { objects: kept }, cut: left + texts === 0 ? null : { left_out: left + texts, ask } };
    },

    async list_actions({ app, words, max_tokens }, signal) {
      const target = targetOf(app);
      const { app_id, pid, actions } = await client.schema(target, { signal });
      const names = words?.trim()
        ? (await client.search(target, words, { kind: 'actions', limit: 1000, signal })).results.map(({ action }) => action)
        : Object.keys(actions);
      const found = names.flatMap((action) => {
        const schema = actions[action];
        if (!schema) return [];
        const { signature, reversibility, confidence, description } = schema;
        return [{ action, signature, reversibility, confidence, description: short(description, 160) as string }];
      });
      const head = { app_id, pid, total: found.length };
      const kept = firstThatFit(found, head, max_tokens);
      return {
        ...head,
        from_application: { actions: kept },
        cut: cutOf(found.length, kept.length, 'Give words to see only some, or a larger max_tokens.'),
      };
    },

    async invoke_action({ app, max_tokens, action, parameters, dry_run, ...rest }, signal) {
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      try {
        const request = { ...namedBy(app), action, parameters, reply: 'delta' as const, ...(dry_run && { dry_run }), ...given };
        return acted(await client.action(request, { signal }), max_tokens);
      } catch (error) {
        if (!(error instanceof SubstrateClientError)) throw error;
        if (error.status === 0 || error.status === 401 || error.status === 429) throw error;
        const missing = await explain(client, targetOf(app), action, error, signal);
        const ran = error.action ? acted(error.action, max_tokens) : undefined;
        const none: Output<'invoke_action'>['from_application'] = { changed: {}, returned: null, explanation: null, undo: null };
        const base = ran ?? { action, action_id: null, verified: null, from_application: none, cut: null };
        const message = short(error.message, 600) as string;
        return { ...base, success: false, executed: error.executed ?? false, message, code: error.code, missing };
      }
    },

    verify: async ({ app, expression, timeout_ms, max_tokens }, signal) =>
      outcomeOf(await client.verify({ ...namedBy(app), expression, timeout_ms }, { signal }), max_tokens),

    async diff({ app, since, max_tokens }, signal) {
      const { app_id, pid, capture_id, changed, added, removed } = await client.diff(targetOf(app), since, { signal });
      const all = [
        ...changed.map(
          (one) => ({ kind: 'changed', one: { ...one, before: short(one.before), after: short(one.after) } }) as const,
        ),
        ...added.map((one) => ({ kind: 'added', one: { ...one, value: short(one.value) } }) as const),
        ...removed.map((one) => ({ kind: 'removed', one: { ...one, value: short(one.value) } }) as const),
      ];
      const head = { app_id, pid, capture_id, since };
      const kept = firstThatFit(all, head, max_tokens);
      const told: Output<'diff'>['from_application'] = { changed: [], added: [], removed: [] };
      for (const item of kept) {
        if (item.kind === 'changed') told.changed.push(item.one);
        else told[item.kind].push(item.one);
      }
      return {
        ...head,
        from_application: told,
        cut: cutOf(all.length, kept.length, 'read_state with a prefix, or a larger max_tokens.'),
      };
    },

    async wait_for({ app, expression, timeout_ms, max_tokens }, signal) {
      try {
        return outcomeOf(await client.waitFor(targetOf(app), expression, { timeoutMs: timeout_ms, signal }), max_tokens);
      } catch (error) {
        if (!(error instanceof SubstrateClientError) || error.code !== 'wait_timeout') throw error;
        return outcomeOf(error.body as VerifyResponse, max_tokens);
      }
    },

    async learn({ app, corrections, feedback_type, max_tokens }, signal) {
      const target = targetOf(app);
      const { capture_id, schema_version } = await client.state(target, { include: ['metadata'], signal });
      const answer = await client.learn(target, { capture_id, schema_version, feedback_type, corrections }, { signal });
      const head = {
        accepted: answer.accepted,
        rejected: answer.rejected,
        schema_version: answer.new_schema_version,
        message: short(answer.message, 600) as string,
      };
      const kept = firstThatFit(answer.rejections, head, max_tokens);
      return { ...head, rejections: kept, cut: cutOf(answer.rejections.length, kept.length, 'Give a larger max_tokens.') };
    },
  };
};
