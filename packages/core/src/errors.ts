/** Every error code of the service: its status and what it says when nothing better is known. */
export const errorTable = {
  invalid_pid: [400, 'The pid in the path is not a positive integer.'],
  invalid_request: [400, 'The request does not fit its schema.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  invalid_content_type: [400, 'A POST needs the header Content-Type: application/json.'],
  invalid_expression: [400, 'The expression does not parse or uses something that is not supported.'],
  verify_expression_too_large: [400, 'The expression is larger than the configured limit.'],
  missing_verify_expression: [400, 'An irreversible action needs a verify_expression.'],
  dangerous_action_unverified: [400, 'The application is not known and the action looks dangerous: give a verify_expression.'],
  missing_since: [400, 'The query parameter since is required: the capture_id of an earlier state.'],
  capture_pid_mismatch: [400, 'The capture belongs to another process.'],
  unknown_action: [400, 'The application has no action of that name.'],
  invalid_parameters: [400, 'The parameters do not fit the action.'],
  missing_key: [401, 'Send an API key in the header X-Substrate-Key, or as Authorization: Bearer.'],
  invalid_key: [401, 'The API key is not known.'],
  disabled_key: [401, 'The API key is disabled.'],
  forbidden_host: [403, 'The Host header names neither a loopback address nor an allowed host.'],
  forbidden_origin: [403, 'The Origin is not allowed.'],
  forbidden_scope: [403, 'The scopes or applications of the API key do not include this.'],
  not_found: [404, 'No application with that pid is tracked.'],
  pid_not_found: [404, 'Neither pid nor app_id names a tracked application.'],
  capture_not_found: [404, 'No such capture, or it has left the history.'],
  route_not_found: [404, 'No such path.'],
  method_not_allowed: [405, 'The path does not take that method.'],
  stale_capture: [409, 'The state has changed since that capture.'],
  idempotency_conflict: [409, 'The idempotency key was used with another request.'],
  body_too_large: [413, 'The body is larger than the configured limit.'],
  verification_failed: [422, 'The action ran, but the expression did not come true in time.'],
  upgrade_required: [426, 'This is a WebSocket endpoint: connect with an upgrade request.'],
  rate_limited: [429, 'Too many requests.'],
  internal_error: [500, 'An internal error occurred.'],
  action_failed: [502, 'The application refused the action or threw.'],
  probe_not_ready: [503, 'The first snapshot is not there yet: poll the apps list until has_state is true.'],
  probe_failed: [503, 'The probe cycle failed.'],
  confidence_too_low: [503, 'The confidence of the state is too low for this action.'],
  overloaded: [503, 'The service has more work than it can take: try again later.'],
  probe_timeout: [504, 'The fresh probe cycle timed out: retry with fresh=false.'],
  request_timeout: [504, 'The request took too long.'],
  action_timeout: [504, 'The action took too long.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorTable;

export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** What stops the work. Code that handles it tests `code`, never `instanceof`. */
export class SubstrateError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    extra: { details?: readonly ErrorDetail[]; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message ?? errorTable[code][1], extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'SubstrateError';
    this.code = code;
    this.status = errorTable[code][0];
    this.details = extra.details;
    this.retryAfterMs = extra.retryAfterMs;
  }
}
