import { type RawAction, type RawParameter, type RawResult, secrets } from '@substrate/core';
import { answerWords } from './answer-words.js';
import { refused, send } from './http-call.js';
import type { Operation, ServerFacts } from './injected/kit.js';

/** Queries and mutations of a GraphQL schema in the process: what each takes the schema says, and it is sent to the server's own port, as by any client. */

export const operationAddress = ({ kind, name }: Operation): string => `graphql:${kind} ${name}`;

export const operationActions = (operations: readonly Operation[]): RawAction[] =>
  operations.map((operation) => {
    const { kind, name, takes, returns } = operation;
    const whole = takes.map(
      (one): RawParameter => ({
        name: one.name,
        type: one.type,
        // What is given by its parts need not be given as a whole.
        required: one.required && one.parts.length === 0,
        ...(one.isAny ? { sourceType: 'any' } : {}),
        ...(one.choices ? { choices: one.choices } : {}),
      }),
    );
    const parts = [...partsOf(operation)].map(([part, { of, type, required }]): RawParameter => {
      const description = `${required ? 'Required field' : 'Field'} of ${of}.`;
      return { name: part, type, required: false, description, ...(type === 'string' ? { sourceType: 'any' } : {}) };
    });
    return {
      address: operationAddress(operation),
      name,
      kind: 'operation',
      source: 'endpoint',
      parameters: [...whole, ...parts],
      returns,
      certainty: 0.95,
      owner: kind,
      description: `Sends the ${kind} ${name} to the server's own port.`,
      ...(kind === 'query' ? { changes: false as const } : {}),
    };
  });

/** The fields of what is given as one, by names that nothing else has: which it is a part of. */
const partsOf = ({ takes }: Operation): Map<string, { of: string; type: RawParameter['type']; required: boolean }> => {
  const parts = new Map<string, { of: string; type: RawParameter['type']; required: boolean }>();
  for (const { name: of, parts: fields } of takes)
    for (const { name, type, required } of fields)
      if (!parts.has(name) && !takes.some((one) => one.name === name)) parts.set(name, { of, type, required });
  return parts;
};

/** What a request for it says. */
export const requestFor = (operation: Operation, parameters: Readonly<Record<string, unknown>>) => {
  const { kind, name, takes, selects } = operation;
  const variables: Record<string, unknown> = {};
  for (const one of takes) if (Object.hasOwn(parameters, one.name)) variables[one.name] = parameters[one.name];
  for (const [part, { of }] of partsOf(operation))
    if (Object.hasOwn(parameters, part)) variables[of] = { ...(variables[of] as object | undefined), [part]: parameters[part] };
  const given = takes.filter((one) => Object.hasOwn(variables, one.name));
  const declared = given.length === 0 ? '' : `(${given.map((one) => `$${one.name}: ${one.spelled}`).join(', ')})`;
  const handed = given.length === 0 ? '' : `(${given.map((one) => `${one.name}: $${one.name}`).join(', ')})`;
  return { query: `${kind}${declared} { ${name}${handed} ${selects} }`, variables };
};

/** Where such servers mostly listen. */
const usual = ['/graphql', '/', '/api/graphql', '/api', '/query'];
const mostPaths = 12;
const askMs = 1500;
const isAboutIt = (path: string): boolean => /graph|gql/i.test(path);
const dataIn = (answer: unknown): unknown => (answer as { data?: unknown } | null)?.data;
const errorsIn = (answer: unknown): { message?: unknown }[] => {
  const errors = (answer as { errors?: unknown } | null)?.errors;
  return Array.isArray(errors) ? errors : [];
};

interface Place {
  readonly server: ServerFacts;
  readonly path: string;
}

/** Calls operations. Which path they are asked for at no schema says: it is looked for once, by a question that changes nothing. */
export const createOperations = (paths: readonly string[]) => {
  const candidates = [...new Set([...paths.filter(isAboutIt), ...usual.slice(0, 2), ...paths, ...usual])].slice(0, mostPaths);
  let known: Place | undefined;

  /** A question by GET harms nobody. Who does not take it, and has a path of that name or answers in that form, is sent the same. */
  const answers = async (server: ServerFacts, path: string, signal: AbortSignal): Promise<boolean> => {
    const question = '{__typename}';
    const headers = { accept: 'application/json', 'content-type': 'application/json', 'apollo-require-preflight': 'true' };
    const got = await send(
      server,
      { method: 'GET', path: `${path}?query=${encodeURIComponent(question)}`, headers },
      askMs,
      signal,
    );
    if ('ok' in got) return false;
    if ((dataIn(got.answer) as { __typename?: unknown } | null)?.__typename !== undefined) return true;
    if (!(isAboutIt(path) || errorsIn(got.answer).length > 0) || got.status === 401 || got.status === 403) return false;
    const told = await send(server, { method: 'POST', path, payload: JSON.stringify({ query: question }) }, askMs, signal);
    return !('ok' in told) && (dataIn(told.answer) as { __typename?: unknown } | null)?.__typename !== undefined;
  };
  const find = async (servers: readonly ServerFacts[], signal: AbortSignal): Promise<Place | undefined> => {
    for (const path of candidates) for (const server of servers) if (await answers(server, path, signal)) return { server, path };
    return undefined;
  };

  return async (
    operation: Operation,
    servers: readonly ServerFacts[],
    parameters: Readonly<Record<string, unknown>>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<RawResult> => {
    const end = performance.now() + timeoutMs;
    const within = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(timeoutMs))]);
    const isThere = servers.some(({ port, pipe }) => port === known?.server.port && pipe === known?.server.pipe);
    if (!isThere) known = await find(servers, within);
    if (!known) {
      const message = 'No server of the process answers GraphQL at a path that is known.';
      return { ok: false, dispatched: false, reason: 'no_target', message };
    }
    const { server, path } = known;
    const payload = JSON.stringify(requestFor(operation, parameters));
    const reply = await send(server, { method: 'POST', path, payload }, Math.max(1, end - performance.now()), signal);
    if ('ok' in reply) return reply;
    const [error] = errorsIn(reply.answer);
    if (error) {
      const said = String(error.message);
      return { ok: false, dispatched: true, reason: 'threw', message: secrets.holds(said) ? '[redacted]' : said.slice(0, 300) };
    }
    if (reply.status >= 400) return refused('POST', path, reply);
    const value = (dataIn(reply.answer) as Record<string, unknown> | null)?.[operation.name] ?? null;
    const words = answerWords(operation.name, value);
    return {
      ok: true,
      value: secrets.told(operation.name, value),
      message: words === '' ? `The ${operation.kind} was answered.` : `The ${operation.kind} returned ${words}`,
    };
  };
};
