import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { type ErrorCode, errorTable } from './errors.js';
import { type QueryParameter, type Route, routes } from './routes.js';
import * as wire from './wire.js';

/**
 * The service as an OpenAPI 3.1 document, made from the wire schemas and the list of routes: nothing is written twice.
 */

export type { BoundRoute, QueryParameter, Route, RouteId } from './routes.js';
export { routes } from './routes.js';

export type JsonObject = { [name: string]: unknown };

/** The named schemas of the document, by the names the specification uses. */
const components = {
  AppContext: wire.appContextSchema,
  Parameter: wire.parameterSchema,
  ActionSchema: wire.actionSchemaSchema,
  ProbeMetadata: wire.probeMetadataSchema,
  SubstrateState: wire.substrateStateSchema,
  OutlineEntry: wire.outlineEntrySchema,
  NarrowState: wire.narrowStateSchema,
  StateResponse: wire.stateResponseSchema,
  KeyMatch: wire.keyMatchSchema,
  ActionMatch: wire.actionMatchSchema,
  SearchResponse: wire.searchResponseSchema,
  AppSummary: wire.appSummarySchema,
  AppsResponse: wire.appsResponseSchema,
  SchemaResponse: wire.schemaResponseSchema,
  Health: wire.healthSchema,
  Change: wire.changeSchema,
  Entry: wire.entrySchema,
  DiffResponse: wire.diffResponseSchema,
  VerificationOutcome: wire.verificationOutcomeSchema,
  VerifyRequest: wire.verifyRequestSchema,
  VerifyResponse: wire.verifyResponseSchema,
  ActionRequest: wire.actionRequestSchema,
  ActionResponse: wire.actionResponseSchema,
  InvocationContext: wire.invocationContextSchema,
  Correction: wire.correctionSchema,
  LearnRequest: wire.learnRequestSchema,
  LearnResponse: wire.learnResponseSchema,
  TicketRequest: wire.ticketRequestSchema,
  TicketResponse: wire.ticketResponseSchema,
  TimelineResponse: wire.timelineResponseSchema,
  WhyResponse: wire.whyResponseSchema,
  CostsResponse: wire.costsResponseSchema,
  StateChangeNotification: wire.stateChangeNotificationSchema,
  ErrorBody: wire.errorBodySchema,
} satisfies Record<string, v.GenericSchema>;

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const nameOf = (schema: v.GenericSchema): string => {
  const found = Object.entries(components).find(([, candidate]) => candidate === schema);
  if (!found) throw new Error('A route uses a schema that is no component of the document.');
  return found[0];
};

/** Each schema is made with the others as its definitions, so that it refers to them by name. */
const schemaOf = (name: keyof typeof components): unknown => {
  const { [name]: own, ...definitions } = components;
  const {
    $schema: _dialect,
    $defs: _definitions,
    ...schema
  } = toJsonSchema(own as v.GenericSchema, {
    definitions: definitions as Record<string, v.GenericSchema>,
    typeMode: 'input',
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId.replace('#/$defs/', '')}`,
  });
  return schema;
};

/** Requests that name an application: by pid, by app_id, or by both. */
const named = new Set<keyof typeof components>(['ActionRequest', 'VerifyRequest']);
const eitherName: JsonObject = {
  description: 'Give pid or app_id; both, when they name the same application.',
  anyOf: [{ required: ['pid'] }, { required: ['app_id'] }],
};

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const replayHeader: JsonObject = { 'Idempotent-Replay': { $ref: '#/components/headers/Idempotent-Replay' } };
const requestIdHeader: JsonObject = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

/** Failures that every route with these properties may give. */
const commonErrors = (route: Route): ErrorCode[] => [
  'forbidden_host',
  'forbidden_origin',
  ...(route.path === '/health' ? [] : (['invalid_request'] as const)),
  ...(route.key === 'none' ? [] : (['missing_key', 'invalid_key', 'disabled_key', 'forbidden_scope', 'rate_limited'] as const)),
  ...(route.request ? (['invalid_content_type', 'invalid_json', 'body_too_large'] as const) : []),
  ...(route.bucket ? (['overloaded'] as const) : []),
  ...(route.bucket && route.id !== 'action' ? (['request_timeout'] as const) : []),
  'internal_error',
];

/** Codes whose answer is the whole action response with `error` beside it. */
const withResponse = new Set<ErrorCode>(['verification_failed', 'action_failed', 'action_timeout']);

const failures = (route: Route): JsonObject => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...commonErrors(route), ...route.errors]) {
    const status = errorTable[code][0];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const schema = codes.some((code) => withResponse.has(code))
          ? { allOf: [reference('ActionResponse'), reference('ErrorBody')] }
          : reference('ErrorBody');
        const replayed = codes.some((code) => withResponse.has(code)) ? replayHeader : {};
        const retry = status === 429 || codes.includes('overloaded');
        return [
          String(status),
          {
            description: codes.map((code) => `\`${code}\`: ${errorTable[code][1]}`).join('\n\n'),
            headers: {
              ...requestIdHeader,
              ...replayed,
              ...(retry ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
            },
            content: json(schema),
          },
        ];
      }),
  );
};

const success = (route: Route): JsonObject => {
  if (route.id === 'watch') return { '101': { description: 'The connection is a WebSocket now.', headers: requestIdHeader } };
  const content = route.media
    ? { [route.media]: { schema: { type: 'string' } } }
    : json(route.response ? reference(nameOf(route.response)) : { type: 'object' });
  if (route.id === 'action')
    return { '200': { description: 'Done.', headers: { ...requestIdHeader, ...replayHeader }, content } };
  if (route.id !== 'state') return { '200': { description: 'Done.', headers: requestIdHeader, content } };
  const headers = { ...requestIdHeader, ETag: { $ref: '#/components/headers/ETag' } };
  return {
    '200': { description: 'Done.', headers, content },
    '304': { description: 'Nothing changed since the ETag in If-None-Match.', headers },
  };
};

const parametersOf = (route: Route): JsonObject[] => [
  ...(route.path.includes('{pid}')
    ? [{ name: 'pid', in: 'path', required: true, schema: { type: 'integer', minimum: 1 }, description: 'From the apps list.' }]
    : []),
  ...(route.path.includes('{app_id}')
    ? [{ name: 'app_id', in: 'path', required: true, schema: { type: 'string' }, description: 'From the apps list.' }]
    : []),
  ...route.query.map(queryParameter),
];

const queryParameter = (parameter: QueryParameter): JsonObject => {
  const { name, type, description, required = false, repeatable = false, list = false, choices, minimum, maximum } = parameter;
  const one = { type, ...(choices && { enum: choices }), ...(minimum && { minimum }), ...(maximum && { maximum }) };
  return {
    name,
    in: 'query',
    required,
    description,
    schema: repeatable || list ? { type: 'array', items: one } : one,
    ...(repeatable || list ? { style: 'form', explode: !list } : {}),
  };
};

const operationOf = (route: Route): JsonObject => {
  const parameters = parametersOf(route);
  return {
    operationId: route.path.includes('{app_id}') ? `app_${route.id}` : route.id,
    summary: route.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.request ? { requestBody: { required: true, content: json(reference(nameOf(route.request))) } } : {}),
    responses: { ...success(route), ...failures(route) },
    security:
      route.key === 'none'
        ? []
        : [{ header: [] }, { bearer: [] }, { cookie: [] }, ...(route.key === 'query' ? [{ query: [] }] : [])],
  };
};

/** The whole document. `version` is that of the HTTP interface. */
export const openApiDocument = (): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Substrate',
    version: '1.0.0',
    description: 'Structured state and typed actions of the applications that run on this machine.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: 'http://127.0.0.1:7842' }],
  paths: Object.fromEntries(routes.map((route) => [route.path, { [route.method.toLowerCase()]: operationOf(route) }])),
  components: {
    schemas: Object.fromEntries(
      (Object.keys(components) as (keyof typeof components)[]).map((name) => [
        name,
        { ...(schemaOf(name) as JsonObject), ...(named.has(name) ? eitherName : {}) },
      ]),
    ),
    headers: {
      'X-Request-Id': { description: "The client's own id, or a UUIDv7.", schema: { type: 'string' } },
      'Retry-After': { description: 'Seconds to wait, at least 1.', schema: { type: 'integer', minimum: 1 } },
      'Idempotent-Replay': {
        description: '`true` when the answer is the one that the idempotency key got first; nothing was dispatched.',
        schema: { type: 'string', enum: ['true'] },
      },
      ETag: { description: 'Weak; changes when objects, actions or context change. On whole reads.', schema: { type: 'string' } },
    },
    securitySchemes: {
      header: { type: 'apiKey', in: 'header', name: 'X-Substrate-Key' },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same key as Authorization: Bearer.' },
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: 'substrate_session_PORT',
        description: "For requests of the daemon's own page.",
      },
      query: { type: 'apiKey', in: 'query', name: 'key' },
    },
  },
});
