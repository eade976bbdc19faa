import { type ErrorDetail, SubstrateError } from '@substrate/core';
import type { QueryParameter, Route } from '@substrate/core/openapi';
import * as v from 'valibot';
import { type Call, header } from './call.js';
import { requestTimeout, withDeadline } from './deadline.js';
import type { ServerSettings } from './settings.js';

/** What a request says: the pid of its path, its query, its body. Nothing unknown passes. */

export const invalidRequest = (details: readonly ErrorDetail[]): SubstrateError =>
  new SubstrateError('invalid_request', details.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(' '), {
    details,
  });

/** The application that a path names: by pid, or by the name that lasts. */
export type PathTarget = number | string;

export const pathTarget = (call: Call): PathTarget => {
  const name = call.context.req.param('app_id');
  if (name !== undefined) return name;
  const text = call.context.req.param('pid') ?? '';
  const pid = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(pid)) throw new SubstrateError('invalid_pid');
  return pid;
};

/** What is wrong with the value of a query parameter. */
const misfit = ({ type, choices, list, minimum = 0, maximum }: QueryParameter, value: string): string | undefined => {
  if (type === 'boolean') return value === 'true' || value === 'false' ? undefined : 'Expected true or false.';
  if (type === 'integer') {
    const fits = /^\d{1,15}$/.test(value) && Number(value) >= minimum && Number(value) <= (maximum ?? Number.MAX_SAFE_INTEGER);
    const range = maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
    return fits ? undefined : `Expected a whole number ${range}.`;
  }
  if (!choices || (list ? value.split(',') : [value]).every((one) => choices.includes(one))) return undefined;
  return list ? `Expected a comma list of ${choices.join(', ')}.` : `Expected ${choices.join(' or ')}.`;
};

const noQuery: Readonly<Record<string, readonly string[]>> = Object.freeze({});

/** The query by name. A parameter that the route does not know, or that comes twice and may not, is an error. */
export const readQuery = (call: Call, route: Route): Readonly<Record<string, readonly string[]>> => {
  const { url } = call.context.req;
  const mark = url.indexOf('?');
  if (mark < 0) return noQuery;
  const found: Record<string, string[]> = Object.create(null);
  const details: ErrorDetail[] = [];
  for (const [name, value] of new URL(url).searchParams) {
    const known = route.query.find((parameter) => parameter.name === name);
    if (!known) details.push({ path: name, message: 'No such query parameter.' });
    else if (found[name] && !known.repeatable) details.push({ path: name, message: 'Given more than once.' });
    else found[name] = [...(found[name] ?? []), value];
  }
  for (const parameter of route.query) {
    for (const value of found[parameter.name] ?? []) {
      const message = misfit(parameter, value);
      if (message !== undefined) details.push({ path: parameter.name, message });
    }
  }
  if (details.length > 0) throw invalidRequest(details);
  return found;
};

const jsonType = /^application\/json\s*(;|$)/i;

const checkContentType = (call: Call): void => {
  if (!jsonType.test(header(call.context, 'content-type') ?? '')) throw new SubstrateError('invalid_content_type');
  if (header(call.context, 'content-encoding') !== undefined)
    throw new SubstrateError('invalid_request', 'A body with a Content-Encoding is not taken: send it as it is.');
};

const tooLarge = (limit: number): SubstrateError =>
  new SubstrateError('body_too_large', `The body is larger than ${limit} bytes (server.max_body_bytes).`);

const readBytes = async (call: Call, limit: number, signal: AbortSignal): Promise<Uint8Array> => {
  const { req } = call.context;
  if (Number(header(call.context, 'content-length') ?? 0) > limit) throw tooLarge(limit);
  const reader = req.raw.body?.getReader();
  if (!reader) return new Uint8Array();
  signal.addEventListener('abort', () => reader.cancel().catch(() => {}), { once: true });
  const chunks: Uint8Array[] = [];
  const broken = (): never => {
    throw new SubstrateError('invalid_request', 'The connection broke before the body was there.');
  };
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(broken);
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      reader.cancel().catch(() => {});
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
};

/** Deeper than anything a request needs; whatever walks the value later may recurse. */
const maxDepth = 64;

/** `__proto__` is nobody's field. It is found here at any depth, before somebody copies it into an object. */
const checkShape = (value: unknown): void => {
  const open: { value: object; path: string; depth: number }[] = [];
  const visit = (inner: unknown, path: string, depth: number): void => {
    if (typeof inner !== 'object' || inner === null) return;
    if (depth > maxDepth) throw invalidRequest([{ path: '', message: `The body is nested more than ${maxDepth} levels deep.` }]);
    open.push({ value: inner, path, depth });
  };
  visit(value, '', 1);
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [name, inner] of Object.entries(next.value)) {
      const path = next.path ? `${next.path}.${name}` : name;
      if (name === '__proto__') throw invalidRequest([{ path, message: 'No such field.' }]);
      visit(inner, path, next.depth + 1);
    }
  }
};

/** A body that trickles in has so long at most. */
const bodyMs = 10_000;

/** The body as JSON: content type, size, syntax, in this order. Waiting for it is no work; one that does not come in time is `late`. */
export const readJson = async (
  call: Call,
  { maxBodyBytes, requestTimeoutMs }: Pick<ServerSettings, 'maxBodyBytes' | 'requestTimeoutMs'>,
  late: (ms: number) => () => SubstrateError = requestTimeout,
): Promise<unknown> => {
  checkContentType(call);
  const ms = Math.min(bodyMs, requestTimeoutMs);
  const bytes = await call.place.wait(
    withDeadline(ms, late(ms), undefined, ({ signal }) => readBytes(call, maxBodyBytes, signal)),
  );
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new SubstrateError('invalid_json', `The body is not valid JSON: ${(error as Error).message}`);
  }
};

/** The value as the schema has it, defaults filled in. */
export const fit = <TSchema extends v.GenericSchema>(schema: TSchema, value: unknown): v.InferOutput<TSchema> => {
  checkShape(value);
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw invalidRequest(result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message })));
};
