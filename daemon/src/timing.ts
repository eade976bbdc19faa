/** The limits and waits of following an application, in milliseconds. One place, so that a test can shorten them. */
export interface Timing {
  readonly checkMs: number;
  readonly attachMs: number;
  /** The whole of the first reading, all discovery routes together. */
  readonly coldMs: number;
  readonly pollMs: number;
  readonly freshMs: number;
  readonly disposeMs: number;
  readonly firstRetryMs: number;
  readonly lastRetryMs: number;
  /** How long a detached application stays listed. */
  readonly detachedMs: number;
  /** Failed cycles in a row before the connection is made anew. */
  readonly failuresToReattach: number;
}

export const defaultTiming: Timing = {
  checkMs: 10_000,
  attachMs: 30_000,
  coldMs: 90_000,
  pollMs: 30_000,
  freshMs: 90_000,
  disposeMs: 1000,
  firstRetryMs: 1000,
  lastRetryMs: 30_000,
  detachedMs: 60_000,
  failuresToReattach: 3,
};
