import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as wire from './wire.js';

const id = '0199a8f0-1c3c-7000-8000-000000000001';
const now = '2026-01-02T03:04:05.678Z';

const action = { signature: 'fn() -> void', reversibility: 'reversible_write', description: '', confidence: 1, parameters: [] };
const state = {
  capture_id: id,
  app_id: 'shop',
  app_name: 'Shop',
  pid: 7,
  runtime: 'v8',
  schema_version: '1.0.0',
  captured_at: now,
  confidence: 0.9,
  context: { url: null, location: '/', view: null, window_title: null, window_id: null },
  objects: { 'cart.items[0].name': 'Tea', total: 1.5, open: true, none: null },
  actions: { add: action },
  probe_metadata: {
    capture_latency_ms: 1,
    labeling_latency_ms: 1,
    total_latency_ms: 2,
    raw_object_count: 9,
    filtered_object_count: 4,
    total_object_count: 4,
    cache_hit: true,
    truncated: [],
    stale: [],
    probe_tier: 'aso_fast',
  },
};
const summary = {
  pid: 7,
  app_id: 'shop',
  app_name: 'Shop',
  runtime: 'v8',
  runtime_name: 'Node.js',
  probe_status: 'active',
  status_reason: null,
  confidence: 0.9,
  object_count: 4,
  action_count: 1,
  last_captured_at: null,
  has_state: false,
  current_view: null,
  current_url: null,
  started_at: now,
};
const outcome = {
  passed: true,
  expression: 'a',
  computed_value: 1,
  explanation: '',
  latency_ms: 1,
  poll_cycles: 1,
  changed_fields: [{ path: 'a', before: 1, after: 2 }],
};
const response = {
  success: true,
  action_id: id,
  action: 'add',
  executed: true,
  runtime: 'jvm',
  total_latency_ms: 1,
  message: 'Done.',
  verification: outcome,
  updated_state: state,
  state_delta: { a: { before: 1, after: 2 } },
  raw_return: null,
  invocation_context: null,
  undo: { action: 'remove', parameters: { id: 1 }, verify_expression: 'a === 1' },
};
const learn = {
  capture_id: id,
  schema_version: '1.0.0',
  corrections: [{ observed_key: 'a', correct_label: 'b', correct_type: 'number' }],
};
const command = { pid: 7, action: 'add', parameters: {} };

const fits = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success;
const without = (value: object, name: string): object =>
  Object.fromEntries(Object.entries(value).filter(([field]) => field !== name));

const resources: [name: string, schema: v.GenericSchema, sample: object][] = [
  ['§2.1 SubstrateState', wire.substrateStateSchema, state],
  ['§2.2 AppContext', wire.appContextSchema, state.context],
  ['§2.3 ActionSchema', wire.actionSchemaSchema, action],
  ['§2.4 probe_metadata', wire.probeMetadataSchema, state.probe_metadata],
  ['§2.5 AppSummary', wire.appSummarySchema, summary],
  ['§2.6 VerificationOutcome', wire.verificationOutcomeSchema, outcome],
  ['§2.6 verify response', wire.verifyResponseSchema, { ...outcome, evaluated_at: now }],
  ['§2.7 changed', wire.changeSchema, { path: 'a', before: 1, after: null }],
  ['§2.7 added and removed', wire.entrySchema, { path: 'a', value: 1 }],
  [
    '§4.1 health',
    wire.healthSchema,
    { status: 'ok', version: '1.2.3', uptime_secs: 0, tracked_processes: 0, auth_enabled: true },
  ],
  ['§4.2 apps', wire.appsResponseSchema, { total: 1, apps: [summary] }],
  [
    '§4.4 schema',
    wire.schemaResponseSchema,
    { pid: 7, app_id: 'a', app_name: 'A', schema_version: '1.0.0', actions: { add: action } },
  ],
  ['§4.5 action response', wire.actionResponseSchema, response],
  [
    '§4.7 diff',
    wire.diffResponseSchema,
    { pid: 7, app_id: 'a', capture_id: id, prev_capture_id: id, changed: [], added: [], removed: [] },
  ],
  [
    '§4.9, decisions §7: learn response',
    wire.learnResponseSchema,
    {
      accepted: 0,
      rejected: 1,
      new_schema_version: '1.0.0',
      message: '',
      rejections: [{ observed_key: 'a', reason: 'unknown_key' }],
    },
  ],
  [
    '§6 StateChangeNotification',
    wire.stateChangeNotificationSchema,
    { pid: 7, app_id: 'a', capture_id: id, prev_capture_id: null, sequence: 1, changed_keys: ['a'], timestamp: now },
  ],
  [
    'decisions §5: invocation_context',
    wire.invocationContextSchema,
    {
      class_name: 'A',
      method_name: 'b',
      descriptor: '()V',
      is_static: false,
      instance_id: null,
      thread: 'main',
      duration_ms: 0.5,
    },
  ],
];

describe.each(resources)('%s', (_, schema, sample) => {
  it('fits', () => {
    expect(fits(schema, sample)).toBe(true);
  });

  it.each(Object.keys(sample))('needs %s', (name) => {
    expect(fits(schema, without(sample, name))).toBe(false);
  });
});

describe('enumerated values', () => {
  it('§2: are exactly those of the specification', () => {
    expect(wire.runtimes).toEqual(['v8', 'jvm', 'clr', 'native', 'unknown']);
    expect(wire.reversibilities).toEqual(['reversible_read', 'reversible_write', 'irreversible_write']);
    expect(wire.probeTiers).toEqual(['aso_fast', 'heap_snapshot', 'jvmti', 'clr_mmf']);
    expect(wire.probeStatuses).toEqual(['detecting', 'attaching', 'cold_probe', 'active', 'error', 'detached']);
    expect(wire.typeNames).toEqual(['string', 'number', 'boolean', 'array', 'object']);
    expect(wire.feedbackTypes).toEqual(['label_correction', 'type_correction', 'action_correction']);
    expect(wire.rejectionReasons).toEqual(['unknown_key', 'stale_schema_version', 'label_conflict', 'invalid_type']);
  });
});

describe('§2.1 capture_id', () => {
  it.each([
    [id, true],
    ['0b8d8c1e-6f7a-4c2b-9d9d-1f2e3d4c5b6a', false],
    ['0199a8f01c3c70008000000000000001', false],
  ])('%s is a UUIDv7: %s', (capture_id, valid) => {
    expect(fits(wire.substrateStateSchema, { ...state, capture_id })).toBe(valid);
  });
});

describe('§2.1 objects', () => {
  it.each([{ a: {} }, { a: [] }, { a: undefined }])('holds primitive values only, not %j', (objects) => {
    expect(fits(wire.substrateStateSchema, { ...state, objects })).toBe(false);
  });
});

describe('§2.4 dom_tier_used', () => {
  it('decisions §5: may be absent', () => {
    expect(fits(wire.probeMetadataSchema, { ...state.probe_metadata, dom_tier_used: true })).toBe(true);
  });
});

describe('§4.5 action request', () => {
  it('fills in the defaults', () => {
    expect(v.parse(wire.actionRequestSchema, command)).toEqual({
      ...command,
      verify_timeout_ms: 5000,
      fresh_state: false,
      dry_run: false,
    });
  });

  it.each(['action', 'parameters'])('needs %s', (name) => {
    expect(fits(wire.actionRequestSchema, without(command, name))).toBe(false);
  });

  it.each([
    [99, false],
    [100, true],
    [30_000, true],
    [30_001, false],
    [100.5, false],
    ['100', false],
  ])('verify_timeout_ms %s: %s', (verify_timeout_ms, valid) => {
    expect(fits(wire.actionRequestSchema, { ...command, verify_timeout_ms })).toBe(valid);
  });

  it.each([0, -1, 1.5, '7', null])('takes no pid %j', (pid) => {
    expect(fits(wire.actionRequestSchema, { ...command, pid })).toBe(false);
  });

  it.each([
    ['a', true],
    ['A-z0._:-', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['', false],
    ['a b', false],
    ['a\n', false],
  ])('decisions §9: idempotency_key %j: %s', (idempotency_key, valid) => {
    expect(fits(wire.actionRequestSchema, { ...command, idempotency_key })).toBe(valid);
  });

  it.each(['verify_expresion', '__proto__', 'constructor', 'toString'])(
    'decisions §3: an unknown field %s is an error',
    (name) => {
      expect(fits(wire.actionRequestSchema, JSON.parse(JSON.stringify(command).replace('{', `{"${name}":1,`)))).toBe(false);
    },
  );
});

describe('§4.8 verify request', () => {
  it('fills in timeout_ms, and knows no other field', () => {
    expect(v.parse(wire.verifyRequestSchema, { pid: 7, expression: 'a' })).toEqual({ pid: 7, expression: 'a', timeout_ms: 5000 });
    expect(fits(wire.verifyRequestSchema, { pid: 7, expression: 'a', timeout: 100 })).toBe(false);
    expect(fits(wire.verifyRequestSchema, { pid: 7 })).toBe(false);
  });

  it.each([
    [99, false],
    [100, true],
    [30_000, true],
    [30_001, false],
  ])('timeout_ms %s: %s', (timeout_ms, valid) => {
    expect(fits(wire.verifyRequestSchema, { pid: 7, expression: 'a', timeout_ms })).toBe(valid);
  });
});

describe('§4.9 learn request', () => {
  it('fills in feedback_type and confidence', () => {
    const parsed = v.parse(wire.learnRequestSchema, learn);
    expect(parsed.feedback_type).toBe('label_correction');
    expect(parsed.corrections[0]?.confidence).toBe(1);
  });

  it.each(['capture_id', 'schema_version', 'corrections'])('needs %s', (name) => {
    expect(fits(wire.learnRequestSchema, without(learn, name))).toBe(false);
  });

  it.each(['observed_key', 'correct_label', 'correct_type'])('a correction needs %s', (name) => {
    expect(fits(wire.learnRequestSchema, { ...learn, corrections: [without(learn.corrections[0] as object, name)] })).toBe(false);
  });

  it('needs one correction or more', () => {
    expect(fits(wire.learnRequestSchema, { ...learn, corrections: [] })).toBe(false);
  });

  it.each([
    [-0.01, false],
    [0, true],
    [1, true],
    [1.01, false],
  ])('confidence %s: %s', (confidence, valid) => {
    expect(fits(wire.learnRequestSchema, { ...learn, corrections: [{ ...learn.corrections[0], confidence }] })).toBe(valid);
  });

  it('decisions §7: an action_correction may bring reversibility and description', () => {
    const corrections = [{ ...learn.corrections[0], reversibility: 'reversible_read', description: 'Looks.' }];
    expect(fits(wire.learnRequestSchema, { ...learn, feedback_type: 'action_correction', corrections })).toBe(true);
  });
});

describe('§2.8 key record', () => {
  const record = { id, key_hash: `blake3:${'0a'.repeat(32)}`, created_at: now, last_used_at: null, enabled: true };

  it.each([
    [record, true],
    [{ ...record, label: 'agent' }, true],
    [{ ...record, key_hash: `hash:${'0a'.repeat(32)}` }, true],
    [{ ...record, key_hash: '0a'.repeat(32) }, false],
    [{ ...record, key_hash: 'blake3:12' }, false],
    [{ ...record, enabled: 'true' }, false],
  ])('decisions §2: %j fits: %s', (value, valid) => {
    expect(fits(wire.keyRecordSchema, value)).toBe(valid);
  });
});

describe('§7 error envelope', () => {
  it('has code, message and request_id; retry_after_ms, details and executed where they belong', () => {
    const error = { code: 'rate_limited', message: 'Too many.', request_id: 'r-1' };
    expect(fits(wire.errorBodySchema, { error })).toBe(true);
    expect(fits(wire.errorBodySchema, { error: { ...error, retry_after_ms: 10, details: [{ path: 'a', message: 'b' }] } })).toBe(
      true,
    );
    expect(fits(wire.errorBodySchema, { executed: false, error })).toBe(true);
    for (const name of Object.keys(error)) expect(fits(wire.errorBodySchema, { error: without(error, name) })).toBe(false);
  });
});
