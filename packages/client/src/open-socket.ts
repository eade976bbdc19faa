/** How a watch opens its connection, whichever WebSocket there is. */
export interface SocketHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** Once, whether it was open or not. A connection that broke has code 1006. */
  onClose(code: number): void;
}

export interface SocketTarget {
  /** `http:` or `https:`, without the key. */
  readonly url: string;
  readonly key: string | undefined;
  readonly query?: ReadonlyArray<readonly [string, string]>;
}

export type OpenSocket = (target: SocketTarget, handlers: SocketHandlers) => { close(): void };
