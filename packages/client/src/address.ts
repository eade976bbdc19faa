import type { SocketTarget } from './open-socket.js';

/** The address with its query. */
export const addressOf = ({ url, query = [] }: SocketTarget, more: ReadonlyArray<readonly [string, string]> = []): string => {
  const text = new URLSearchParams([...query, ...more] as [string, string][]).toString();
  return text === '' ? url : `${url}?${text}`;
};
