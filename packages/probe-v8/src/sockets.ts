import { readdir, readlink } from 'node:fs/promises';
import { readProcFile } from '@substrate/core/probing';

/**
 * Who listens where, from `/proc`. A port alone says nothing: a debugging port in a command line or a left-over file may belong to
 * another process by now, so an endpoint counts only when the socket is held by that very pid. Elsewhere than on Linux the answer
 * is null: not known.
 */

export interface ListeningSocket {
  readonly host: string;
  readonly port: number;
  /** Bound to a loopback address: no other machine reaches it. */
  readonly loopback: boolean;
}

const listenState = '0A';

const hostOf = (hex: string): string => {
  if (hex.length === 8) return [6, 4, 2, 0].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join('.');
  if (/^0+$/.test(hex)) return '::';
  if (hex === '00000000000000000000000001000000') return '::1';
  // IPv4 mapped into IPv6: the last group is an IPv4 address.
  if (hex.startsWith('0000000000000000FFFF0000')) return hostOf(hex.slice(24));
  return '::';
};

/** The listening sockets of a network namespace by inode. */
const readTable = async (path: string): Promise<Map<string, ListeningSocket>> => {
  const sockets = new Map<string, ListeningSocket>();
  const text = await readProcFile(path).catch(() => '');
  for (const line of text.split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/);
    const [address = '', port = ''] = (fields[1] ?? '').split(':');
    const inode = fields[9];
    if (fields[3] !== listenState || inode === undefined) continue;
    const host = hostOf(address);
    sockets.set(inode, { host, port: Number.parseInt(port, 16), loopback: host === '::1' || host.startsWith('127.') });
  }
  return sockets;
};

const tablesOf = async (pid: number | 'self'): Promise<Map<string, ListeningSocket>> => {
  const [v4, v6] = await Promise.all([readTable(`/proc/${pid}/net/tcp`), readTable(`/proc/${pid}/net/tcp6`)]);
  return new Map([...v4, ...v6]);
};

/**
 * The TCP sockets that a process listens on, by descriptor: as a rule the oldest first. (Numbers of sockets tell nothing: each processor hands
 * out its own.) Null where that can't be known.
 */
export const listeningSockets = async (pid: number): Promise<readonly ListeningSocket[] | null> => {
  if (process.platform !== 'linux') return null;
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => null);
  if (descriptors === null) return null;
  const table = await tablesOf(pid);
  descriptors.sort((a, b) => Number(a) - Number(b));
  const links = await Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  const found = new Set<ListeningSocket>();
  for (const link of links) {
    const socket = table.get(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? '');
    if (socket) found.add(socket);
  }
  return [...found];
};

/** Whether anybody listens on that port of this machine's loopback. */
export const isPortTaken = async (port: number): Promise<boolean> => {
  const sockets = await tablesOf('self');
  return [...sockets.values()].some(
    (socket) => socket.port === port && (socket.loopback || /^(0\.0\.0\.0|::)$/.test(socket.host)),
  );
};

/** The address by which a client on this machine reaches a socket. */
export const reachableHost = (socket: ListeningSocket): string => {
  if (socket.host === '::1') return '::1';
  return socket.host === '0.0.0.0' || socket.host === '::' ? '127.0.0.1' : socket.host;
};
