import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable, SubstrateError } from './errors.js';

/** Both documents' tables, by status. */
const specified: Record<number, string[]> = {
  400: [
    'capture_pid_mismatch',
    'dangerous_action_unverified',
    'invalid_content_type',
    'invalid_expression',
    'invalid_json',
    'invalid_parameters',
    'invalid_pid',
    'invalid_request',
    'missing_since',
    'missing_verify_expression',
    'unknown_action',
    'verify_expression_too_large',
  ],
  401: ['disabled_key', 'invalid_key', 'missing_key'],
  403: ['forbidden_host', 'forbidden_origin', 'forbidden_scope'],
  404: ['capture_not_found', 'not_found', 'pid_not_found', 'route_not_found'],
  405: ['method_not_allowed'],
  409: ['idempotency_conflict', 'stale_capture'],
  413: ['body_too_large'],
  422: ['verification_failed'],
  426: ['upgrade_required'],
  429: ['rate_limited'],
  500: ['internal_error'],
  502: ['action_failed'],
  503: ['confidence_too_low', 'overloaded', 'probe_failed', 'probe_not_ready'],
  504: ['action_timeout', 'probe_timeout', 'request_timeout'],
};

describe('the error table', () => {
  it('§7, decisions §3: has exactly the codes of the specification, each with its status', () => {
    const found: Record<number, string[]> = {};
    for (const [code, [status]] of Object.entries(errorTable)) found[status] = [...(found[status] ?? []), code].sort();
    expect(found).toEqual(specified);
  });

  it('decisions §2: `unauthorized` is not used', () => {
    expect(Object.keys(errorTable)).not.toContain('unauthorized');
  });

  it.each(Object.keys(errorTable) as ErrorCode[])('%s has a message that is a sentence', (code) => {
    expect(errorTable[code][1]).toMatch(/^[A-Z].*\.$/);
  });
});

describe('SubstrateError', () => {
  it('takes status and message from the table', () => {
    const error = new SubstrateError('not_found');
    expect([error.code, error.status, error.message]).toEqual(['not_found', 404, errorTable.not_found[1]]);
  });

  it('carries a better message, details, a time to wait and a cause', () => {
    const cause = new Error('inner');
    const error = new SubstrateError('rate_limited', 'Slow down.', {
      retryAfterMs: 50,
      details: [{ path: 'a', message: 'b' }],
      cause,
    });
    expect([error.message, error.retryAfterMs, error.details, error.cause]).toEqual([
      'Slow down.',
      50,
      [{ path: 'a', message: 'b' }],
      cause,
    ]);
  });
});
