import * as v from 'valibot';

/**
 * The wire: every resource, request, response and notification of the service as a valibot schema, and its type inferred from
 * it. Requests are strict: a field that nobody knows is an error, never ignored.
 */

export const runtimes = ['v8', 'jvm', 'clr', 'native', 'unknown'] as const;
export const probeStatuses = ['detecting', 'attaching', 'cold_probe', 'active', 'error', 'detached'] as const;
export const reversibilities = ['reversible_read', 'reversible_write', 'irreversible_write'] as const;
export const probeTiers = ['aso_fast', 'heap_snapshot', 'jvmti', 'clr_mmf'] as const;
export const typeNames = ['string', 'number', 'boolean', 'array', 'object'] as const;
export const feedbackTypes = ['label_correction', 'type_correction', 'action_correction'] as const;
/** What a key may do: read what is known, run actions, correct labels. */
export const scopes = ['read', 'act', 'learn'] as const;
export const truncationReasons = ['list', 'object', 'text', 'depth', 'budget'] as const;
/** The parts of a state that a read may leave out. */
export const stateParts = ['objects', 'actions', 'context', 'metadata'] as const;
export const replies = ['full', 'delta'] as const;
export const searchKinds = ['keys', 'actions'] as const;
export const rejectionReasons = ['unknown_key', 'stale_schema_version', 'label_conflict', 'invalid_type'] as const;

const uuid = v.pipe(v.string(), v.uuid());
/** What the service makes is time-ordered; what it is given may be any UUID, and is then not known. */
const uuidv7 = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));
const datetime = v.pipe(v.string(), v.isoTimestamp());
const semver = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const pid = v.pipe(v.number(), v.integer(), v.minValue(1));
const nullableString = v.nullable(v.string());
const wait = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(30_000));

export const primitiveSchema = v.union([v.string(), v.number(), v.boolean(), v.null()]);
export const runtimeSchema = v.picklist(runtimes);

export const appContextSchema = v.object({
  url: nullableString,
  location: nullableString,
  view: nullableString,
  window_title: nullableString,
  window_id: nullableString,
});

export const parameterSchema = v.object({
  name: v.string(),
  type_name: v.picklist(typeNames),
  required: v.boolean(),
  description: v.optional(v.string()),
  /** The program does not say its type: `type_name` is no more than likely, and any value is taken. */
  any: v.optional(v.boolean()),
});

export const actionSchemaSchema = v.object({
  signature: v.string(),
  reversibility: v.picklist(reversibilities),
  description: v.string(),
  confidence: share,
  parameters: v.array(parameterSchema),
});

/** What was not told in full: elements of a list, fields of an object, characters of a text. */
export const truncationSchema = v.object({
  path: v.string(),
  shown: count,
  /** Null when it is not known. */
  total: v.nullable(count),
  reason: v.picklist(truncationReasons),
});

export const probeMetadataSchema = v.object({
  capture_latency_ms: count,
  labeling_latency_ms: count,
  total_latency_ms: count,
  raw_object_count: count,
  filtered_object_count: count,
  total_object_count: count,
  cache_hit: v.boolean(),
  /** Largest first, 100 at most. */
  truncated: v.array(truncationSchema),
  /** Keys, and what keys begin with, whose values are from an earlier cycle. */
  stale: v.array(v.string()),
  dom_tier_used: v.optional(v.boolean()),
  probe_tier: v.picklist(probeTiers),
});

export const substrateStateSchema = v.object({
  capture_id: uuidv7,
  app_id: v.string(),
  app_name: v.string(),
  pid,
  runtime: runtimeSchema,
  schema_version: semver,
  captured_at: datetime,
  confidence: share,
  context: appContextSchema,
  objects: v.record(v.string(), primitiveSchema),
  actions: v.record(v.string(), actionSchemaSchema),
  probe_metadata: probeMetadataSchema,
});

/** One branch of the keys, or one key: what lies there without reading it. */
export const outlineEntrySchema = v.object({
  /** A key, or what keys begin with. Empty for all that found no room of its own. */
  path: v.string(),
  /** Keys at it and below it. */
  keys: count,
  type: v.picklist(['string', 'number', 'boolean', 'null', 'object', 'array']),
  /** The value of a key; of a branch the first of what is below, as text. */
  example: primitiveSchema,
});

/** What a read has that asked for less than everything. */
export const narrowStateSchema = v.object({
  ...v.omit(substrateStateSchema, ['context', 'objects', 'actions', 'probe_metadata']).entries,
  ...v.partial(v.pick(substrateStateSchema, ['context', 'objects', 'actions', 'probe_metadata'])).entries,
  outline: v.optional(v.array(outlineEntrySchema)),
});

export const stateResponseSchema = v.union([substrateStateSchema, narrowStateSchema]);

export const keyMatchSchema = v.object({
  key: v.string(),
  value: primitiveSchema,
  /** Whether it is in `objects`; otherwise a read has to name it. */
  served: v.boolean(),
  /** Which words were found where. */
  matched: v.string(),
});

export const actionMatchSchema = v.object({
  action: v.string(),
  signature: v.string(),
  reversibility: v.picklist(reversibilities),
  matched: v.string(),
});

export const searchResponseSchema = v.object({
  pid,
  app_id: v.string(),
  capture_id: uuidv7,
  /** All that matched; `results` are the best of them. */
  total: count,
  results: v.union([v.array(keyMatchSchema), v.array(actionMatchSchema)]),
});

export const appSummarySchema = v.object({
  pid,
  app_id: v.string(),
  app_name: v.string(),
  runtime: runtimeSchema,
  runtime_name: v.string(),
  probe_status: v.picklist(probeStatuses),
  status_reason: nullableString,
  confidence: share,
  object_count: count,
  action_count: count,
  last_captured_at: v.nullable(datetime),
  has_state: v.boolean(),
  current_view: nullableString,
  current_url: nullableString,
  started_at: datetime,
});

export const appsResponseSchema = v.object({ total: count, apps: v.array(appSummarySchema) });

export const schemaResponseSchema = v.object({
  pid,
  app_id: v.string(),
  app_name: v.string(),
  schema_version: semver,
  actions: v.record(v.string(), actionSchemaSchema),
});

export const healthSchema = v.object({
  status: v.picklist(['ok', 'degraded']),
  version: semver,
  uptime_secs: count,
  tracked_processes: count,
  auth_enabled: v.boolean(),
});

export const changeSchema = v.object({ path: v.string(), before: v.unknown(), after: v.unknown() });
export const entrySchema = v.object({ path: v.string(), value: v.unknown() });

export const diffResponseSchema = v.object({
  pid,
  app_id: v.string(),
  capture_id: uuidv7,
  prev_capture_id: uuidv7,
  changed: v.array(changeSchema),
  added: v.array(entrySchema),
  removed: v.array(entrySchema),
});

export const verificationOutcomeSchema = v.object({
  passed: v.boolean(),
  expression: v.string(),
  computed_value: v.unknown(),
  explanation: v.string(),
  latency_ms: count,
  poll_cycles: count,
  changed_fields: v.array(changeSchema),
});

export const verifyResponseSchema = v.object({
  ...verificationOutcomeSchema.entries,
  actual_value: v.optional(v.unknown()),
  evaluated_at: datetime,
});

export const verifyRequestSchema = v.strictObject({
  pid: v.optional(pid),
  app_id: v.optional(v.pipe(v.string(), v.minLength(1))),
  expression: v.string(),
  timeout_ms: v.optional(wait, 5000),
});

export const actionRequestSchema = v.strictObject({
  pid: v.optional(pid),
  app_id: v.optional(v.pipe(v.string(), v.minLength(1))),
  action: v.pipe(v.string(), v.minLength(1)),
  parameters: v.record(v.string(), v.unknown()),
  verify_expression: v.optional(v.string()),
  verify_timeout_ms: v.optional(wait, 5000),
  fresh_state: v.optional(v.boolean(), false),
  if_capture: v.optional(uuid),
  idempotency_key: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9._:-]{1,128}$/))),
  dry_run: v.optional(v.boolean(), false),
  /** `full` unless given. */
  reply: v.optional(v.picklist(replies)),
});

export const invocationContextSchema = v.object({
  class_name: v.string(),
  method_name: v.string(),
  descriptor: v.string(),
  is_static: v.boolean(),
  instance_id: nullableString,
  thread: v.string(),
  duration_ms: v.number(),
});

/** The way back from an action: to be posted as it is, with the application it belongs to, within ten minutes. */
export const undoSchema = v.object({
  action: v.string(),
  parameters: v.record(v.string(), v.unknown()),
  /** True of the state before the action. */
  verify_expression: v.string(),
});

export const actionResponseSchema = v.object({
  success: v.boolean(),
  action_id: uuidv7,
  action: v.string(),
  executed: v.boolean(),
  runtime: runtimeSchema,
  total_latency_ms: count,
  message: v.string(),
  verification: v.nullable(verificationOutcomeSchema),
  updated_state: v.nullable(substrateStateSchema),
  state_delta: v.nullable(v.record(v.string(), v.object({ before: v.unknown(), after: v.unknown() }))),
  raw_return: v.unknown(),
  invocation_context: v.nullable(invocationContextSchema),
  /** Null where no way back is known. */
  undo: v.nullable(undoSchema),
});

export const correctionSchema = v.strictObject({
  observed_key: v.pipe(v.string(), v.minLength(1)),
  correct_label: v.pipe(v.string(), v.minLength(1)),
  correct_type: v.string(),
  confidence: v.optional(share, 1),
  notes: v.optional(v.string()),
  reversibility: v.optional(v.picklist(reversibilities)),
  description: v.optional(v.string()),
});

export const learnRequestSchema = v.strictObject({
  capture_id: uuid,
  schema_version: v.string(),
  feedback_type: v.optional(v.picklist(feedbackTypes), 'label_correction'),
  corrections: v.pipe(v.array(correctionSchema), v.minLength(1)),
});

export const learnResponseSchema = v.object({
  accepted: count,
  rejected: count,
  new_schema_version: semver,
  message: v.string(),
  rejections: v.array(v.object({ observed_key: v.string(), reason: v.picklist(rejectionReasons) })),
});

export const stateChangeNotificationSchema = v.object({
  pid,
  app_id: v.string(),
  capture_id: uuidv7,
  prev_capture_id: v.nullable(uuidv7),
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
  changed_keys: v.array(v.string()),
  /** With `values=true`, and in the first message with `snapshot=true`: what the changed keys hold now, null for removed ones. */
  values: v.optional(v.record(v.string(), primitiveSchema)),
  removed_keys: v.optional(v.array(v.string())),
  timestamp: datetime,
});

export const keyRecordSchema = v.looseObject({
  id: v.string(),
  key_hash: v.pipe(v.string(), v.regex(/^(blake3|hash):[0-9a-f]{64}$/)),
  label: v.optional(v.string()),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
  enabled: v.boolean(),
  /** Absent: all. */
  scopes: v.optional(v.pipe(v.array(v.picklist(scopes)), v.minLength(1))),
  /** Patterns as in `scan.include`; absent: every application. */
  apps: v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1))),
});

export const ticketRequestSchema = v.strictObject({});

export const ticketResponseSchema = v.object({ ticket: v.string(), expires_at: datetime });

export const timelineResponseSchema = v.object({
  pid,
  app_id: v.string(),
  /** The different states that the daemon still holds, newest first. */
  captures: v.array(
    v.object({
      capture_id: uuidv7,
      at: datetime,
      /** Keys that differ from the state before; of the oldest that is held nobody knows. */
      changed: v.nullable(count),
      /** The first of them. */
      keys: v.array(v.string()),
    }),
  ),
  /** Newest first. */
  actions: v.array(
    v.object({
      action_id: v.string(),
      at: datetime,
      action: v.string(),
      /** The label of the API key, or its id. */
      key: v.string(),
      event: v.picklist(['refused', 'dry_run', 'dispatched', 'finished', 'replayed']),
      executed: v.boolean(),
      status: v.nullable(count),
      code: nullableString,
    }),
  ),
});

/** Where the name of a key comes from. */
export const nameOrigins = ['source', 'label', 'type', 'spelling', 'none', 'count', 'correction'] as const;

export const whyResponseSchema = v.object({
  pid,
  app_id: v.string(),
  capture_id: uuidv7,
  key: v.string(),
  /** Whether it is in `objects`. */
  served: v.boolean(),
  /** Its place in the order of `objects`, from 1; null when it is not served. */
  rank: v.nullable(count),
  served_keys: count,
  name: v.object({
    origin: v.picklist(nameOrigins),
    /** The way to it as the program spells it. */
    spelled: v.string(),
    confidence: share,
    explanation: v.string(),
  }),
  /** What is worth 0 or more is served. */
  worth: v.number(),
  /** What the worth is made of, the heaviest first. */
  reasons: v.array(v.object({ feature: v.string(), share: v.number(), explanation: v.string() })),
  explanation: v.string(),
});

export const costsResponseSchema = v.object({
  /** Over how many of the last seconds. */
  window_secs: count,
  apps: v.array(
    v.object({
      pid,
      app_id: v.string(),
      cycles: count,
      /** Of one core: processor time of the daemon's thread while it read the application. */
      daemon_cpu_share: v.number(),
      /** Of one core, at most: how long the application was asked. What it really worked for the answer is less. */
      application_share_at_most: v.number(),
    }),
  ),
});

export const errorBodySchema = v.object({
  /** Beside `error` on the action endpoint: whether the action was dispatched. */
  executed: v.optional(v.boolean()),
  error: v.object({
    code: v.string(),
    message: v.string(),
    request_id: v.string(),
    retry_after_ms: v.optional(count),
    details: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  }),
});

export type Runtime = (typeof runtimes)[number];
export type ProbeStatus = (typeof probeStatuses)[number];
export type Reversibility = (typeof reversibilities)[number];
export type ProbeTier = (typeof probeTiers)[number];
export type TypeName = (typeof typeNames)[number];
export type FeedbackType = (typeof feedbackTypes)[number];
export type Scope = (typeof scopes)[number];
export type RejectionReason = (typeof rejectionReasons)[number];
export type AppContext = v.InferOutput<typeof appContextSchema>;
export type Parameter = v.InferOutput<typeof parameterSchema>;
export type ActionSchema = v.InferOutput<typeof actionSchemaSchema>;
export type Truncation = v.InferOutput<typeof truncationSchema>;
export type ProbeMetadata = v.InferOutput<typeof probeMetadataSchema>;
export type SubstrateState = v.InferOutput<typeof substrateStateSchema>;
export type StatePart = (typeof stateParts)[number];
export type OutlineEntry = v.InferOutput<typeof outlineEntrySchema>;
export type NarrowState = v.InferOutput<typeof narrowStateSchema>;
export type Reply = (typeof replies)[number];
export type SearchKind = (typeof searchKinds)[number];
export type KeyMatch = v.InferOutput<typeof keyMatchSchema>;
export type ActionMatch = v.InferOutput<typeof actionMatchSchema>;
export type SearchResponse = v.InferOutput<typeof searchResponseSchema>;
export type AppSummary = v.InferOutput<typeof appSummarySchema>;
export type AppsResponse = v.InferOutput<typeof appsResponseSchema>;
export type SchemaResponse = v.InferOutput<typeof schemaResponseSchema>;
export type TimelineResponse = v.InferOutput<typeof timelineResponseSchema>;
export type WhyResponse = v.InferOutput<typeof whyResponseSchema>;
export type NameOrigin = (typeof nameOrigins)[number];
export type CostsResponse = v.InferOutput<typeof costsResponseSchema>;
export type Health = v.InferOutput<typeof healthSchema>;
export type Change = v.InferOutput<typeof changeSchema>;
export type Entry = v.InferOutput<typeof entrySchema>;
export type DiffResponse = v.InferOutput<typeof diffResponseSchema>;
export type VerificationOutcome = v.InferOutput<typeof verificationOutcomeSchema>;
export type VerifyRequest = v.InferInput<typeof verifyRequestSchema>;
export type VerifyResponse = v.InferOutput<typeof verifyResponseSchema>;
export type ActionRequest = v.InferInput<typeof actionRequestSchema>;
export type Undo = v.InferOutput<typeof undoSchema>;
export type ActionResponse = v.InferOutput<typeof actionResponseSchema>;
export type InvocationContext = v.InferOutput<typeof invocationContextSchema>;
export type Correction = v.InferInput<typeof correctionSchema>;
export type LearnRequest = v.InferInput<typeof learnRequestSchema>;
export type LearnResponse = v.InferOutput<typeof learnResponseSchema>;
export type StateChangeNotification = v.InferOutput<typeof stateChangeNotificationSchema>;
export type KeyRecord = v.InferOutput<typeof keyRecordSchema>;
export type TicketResponse = v.InferOutput<typeof ticketResponseSchema>;
export type ErrorBody = v.InferOutput<typeof errorBodySchema>;
