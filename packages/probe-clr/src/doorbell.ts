import { lchown } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { TargetProcess } from './target-process.js';

/** The address of a local socket has room for 108 bytes, the closing NUL included. */
const longestPath = 107;

/**
 * The socket on which each side rings after it wrote to the channel. Without one (its path is too long, the target has no sockets)
 * both sides poll.
 */
export interface Doorbell extends AsyncDisposable {
  readonly isConnected: boolean;
  ring(): void;
}

const one = Buffer.from([1]);

export const createDoorbell = async (path: string, target: TargetProcess, onRing: () => void): Promise<Doorbell | null> => {
  if (Buffer.byteLength(path) > longestPath) return null;
  let peer: Socket | undefined;
  const server: Server = createServer((socket) => {
    peer?.destroy();
    peer = socket;
    socket.on('data', onRing);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (peer === socket) peer = undefined;
      onRing();
    });
    onRing();
  });
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(path, () => resolve(true));
  });
  if (!listening) return null;
  server.on('error', () => undefined);
  server.unref();
  // Its folder keeps others out. The folder is the target's, so a link that lies there by now is not followed.
  if (process.geteuid?.() === 0 && target.uid !== 0) await lchown(path, target.uid, target.gid);
  return {
    get isConnected() {
      return peer !== undefined;
    },
    ring: () => {
      peer?.write(one);
    },
    [Symbol.asyncDispose]: async () => {
      peer?.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
