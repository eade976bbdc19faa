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
  /** The user whose process made it. */
  readonly uid: number;
  /** Bound to a loopback address: no other machine reaches it. */
  readonly loopback: boolean;
  /** What the system calls it. */
  readonly inode: string;
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
    const loopback = host === '::1' || host.startsWith('127.');
    sockets.set(inode, { host, port: Number.parseInt(port, 16), uid: Number(fields[7]), loopback, inode });
  }
  return sockets;
};

const tablesOf = async (pid: number | 'self'): Promise<Map<string, ListeningSocket>> => {
  const [v4, v6] = await Promise.all([readTable(`/proc/${pid}/net/tcp`), readTable(`/proc/${pid}/net/tcp6`)]);
  return new Map([...v4, ...v6]);
};

/** The sockets of a process by descriptor, as a rule the oldest first. Null where that can't be known. */
const inodesOf = async (pid: number): Promise<readonly string[] | null> => {
  if (process.platform !== 'linux') return null;
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => null);
  if (descriptors === null) return null;
  descriptors.sort((a, b) => Number(a) - Number(b));
  const links = await Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
};

/**
 * The TCP sockets that a process listens on, by descriptor: as a rule the oldest first. (Numbers of sockets tell nothing: each processor hands
 * out its own.) Null where that can't be known.
 */
export const listeningSockets = async (pid: number): Promise<readonly ListeningSocket[] | null> => {
  const inodes = await inodesOf(pid);
  if (inodes === null) return null;
  const table = await tablesOf(pid);
  const found = new Set<ListeningSocket>();
  for (const inode of inodes) {
    const socket = table.get(inode);
    if (socket) found.add(socket);
  }
  return [...found];
};

/** What a thread waits for: the inodes that it watches, and whether a pipe is among them, as in every loop of libuv. */
export interface EventLoop {
  readonly watches: ReadonlySet<string>;
  readonly hasPipe: boolean;
}

/**
 * The event loops of a process from the first that watches anything, by descriptor: as a rule the oldest first. They tell whose a listening
 * socket is without a word to it. Empty where that can't be known.
 */
export const eventLoops = async (pid: number): Promise<readonly EventLoop[]> => {
  const descriptors = (await readdir(`/proc/${pid}/fd`).catch(() => [])).sort((a, b) => Number(a) - Number(b));
  const links = new Map(
    await Promise.all(descriptors.map(async (fd) => [fd, await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')] as const)),
  );
  const loops = new Map<string, EventLoop>();
  for (const [fd, link] of links) {
    if (link !== 'anon_inode:[eventpoll]') continue;
    const text = await readProcFile(`/proc/${pid}/fdinfo/${fd}`).catch(() => '');
    const watched = [...text.matchAll(/^tfd:\s*(\d+) .*\bino:([\da-f]+)/gm)].map(([, target = '', inode = '']) => ({
      target,
      inode: String(Number.parseInt(inode, 16)),
    }));
    // Made early and never used, or, after the first, of a thread that has not come to wait yet.
    if (watched.length === 0 && loops.size === 0) continue;
    // A loop may be held by two descriptors.
    const key =
      watched
        .map(({ target }) => target)
        .sort()
        .join() || `none of ${fd}`;
    const hasPipe = watched.some(({ target }) => links.get(target)?.startsWith('pipe:'));
    if (!loops.has(key)) loops.set(key, { watches: new Set(watched.map(({ inode }) => inode)), hasPipe });
  }
  return [...loops.values()];
};

const acceptsConnections = 0x10000;

/** The Unix sockets that a process listens on, by their paths as the process itself sees them. Null where that can't be known. */
export const listeningPaths = async (pid: number): Promise<readonly string[] | null> => {
  const inodes = await inodesOf(pid);
  if (inodes === null) return null;
  const own = new Set(inodes);
  const text = await readProcFile(`/proc/${pid}/net/unix`).catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [, flags, inode, path] = /^\S+: \S+ \S+ (\S+) \S+ \S+\s+(\d+) (\/.*)$/.exec(line) ?? [];
    const listens = (Number.parseInt(flags ?? '0', 16) & acceptsConnections) !== 0;
    return listens && path !== undefined && own.has(inode ?? '') ? [path] : [];
  });
};

/** Who listens on that port of this machine's loopback; null when nobody does. */
export const portHolder = async (port: number): Promise<ListeningSocket | null> => {
  const sockets = await tablesOf('self');
  return (
    [...sockets.values()].find((socket) => socket.port === port && (socket.loopback || /^(0\.0\.0\.0|::)$/.test(socket.host))) ??
    null
  );
};

/** The address by which a client on this machine reaches a socket. */
export const reachableHost = (socket: Pick<ListeningSocket, 'host'>): string => {
  if (socket.host === '::1') return '::1';
  return socket.host === '0.0.0.0' || socket.host === '::' ? '127.0.0.1' : socket.host;
};
