import type { ActionResponse, ErrorCode, ErrorDetail } from '@substrate/core';

/** The service's codes, and those of the way to it. */
export type ClientErrorCode = ErrorCode | 'unreachable' | 'timeout' | 'wait_timeout' | 'bad_response';

export interface ClientErrorFields {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly executed?: boolean | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** Everything that a call can fail with. Test `code`. */
export class SubstrateClientError extends Error {
  readonly code: ClientErrorCode;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Of an action: whether it was dispatched to the application. */
  readonly executed: boolean | undefined;
  /** The body of the answer. */
  readonly body: unknown;

  constructor(code: ClientErrorCode, message: string, fields: ClientErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'SubstrateClientError';
    this.code = code;
    this.status = fields.status ?? 0;
    this.requestId = fields.requestId;
    this.retryAfterMs = fields.retryAfterMs;
    this.details = fields.details;
    this.executed = fields.executed;
    this.body = fields.body;
  }

  /** The response of an action that ran and failed: 422, 502 and 504 have one. */
  get action(): ActionResponse | undefined {
    const body = this.body as Partial<ActionResponse> | undefined;
    return typeof body?.action_id === 'string' ? (body as ActionResponse) : undefined;
  }
}
