/** What the server is told by the configuration. */
export interface ServerSettings {
  readonly maxBodyBytes: number;
  readonly requestTimeoutMs: number;
  readonly actionTimeoutMs: number;
  readonly maxInFlight: number;
  /** Requests of one key that are not answered yet, waiting ones included. */
  readonly maxInFlightPerKey: number;
  readonly maxWatchers: number;
  readonly maxWatchersPerKey: number;
  /** Past this event-loop delay, for three looks in a row, requests are turned away. */
  readonly maxLoopDelayMs: number;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** The port of the own Origin, where no socket tells. */
  readonly port: number;
  readonly maxExpressionBytes: number;
  /** Actions that may wait for one application. */
  readonly queueMax: number;
  /** An action that has not returned after so long is not waited for by the next ones. */
  readonly slowActionMs: number;
}

export const defaultSettings: ServerSettings = {
  maxBodyBytes: 1_048_576,
  requestTimeoutMs: 30_000,
  actionTimeoutMs: 120_000,
  maxInFlight: 256,
  maxInFlightPerKey: 64,
  maxWatchers: 5000,
  maxWatchersPerKey: 1000,
  maxLoopDelayMs: 1000,
  allowedHosts: [],
  allowedOrigins: [],
  port: 7842,
  maxExpressionBytes: 2048,
  queueMax: 32,
  slowActionMs: 10_000,
};
