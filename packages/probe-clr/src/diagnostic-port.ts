import { lstat, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Answer, decodeAnswer, frameSize } from './diagnostics-protocol.js';
import type { TargetProcess } from './target-process.js';

/** The folder in which the target made its diagnostic socket, as seen from here. */
const socketFolder = (target: TargetProcess): string => {
  const folder = target.environment.TMPDIR || '/tmp';
  return target.isElsewhere ? join(target.root, folder) : folder;
};

/**
 * Whether what lies there is a socket that the target's user made. Its folder is often open to everybody, and the name can be told
 * beforehand: whoever got there first would hear what is meant for the target, and be believed.
 */
export const isOwnSocket = async (path: string, target: Pick<TargetProcess, 'uid'>): Promise<boolean> => {
  const file = await lstat(path).catch(() => null);
  return file?.isSocket() === true && file.uid === target.uid;
};

/** The target's diagnostic socket: named after its pid, as it sees it, and its start time. Null while there is none. */
export const findSocket = async (target: TargetProcess): Promise<string | null> => {
  const name = `dotnet-diagnostic-${target.ownPid}-${target.startTime}-socket`;
  const folder = socketFolder(target);
  const files = await readdir(folder).catch((): string[] => []);
  return files.includes(name) ? join(folder, name) : null;
};

/**
 * One command on its own connection: one write, a time limit, and the connection closes whatever happens. A client that stays connected
 * would block the port for everybody else. A time limit cancels nothing in the target.
 */
export const sendCommand = (socketPath: string, command: Buffer, timeoutMs: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let received = Buffer.alloc(0);
    const finish = (outcome: () => void): void => {
      clearTimeout(timer);
      socket.destroy();
      outcome();
    };
    const timer = setTimeout(() => {
      finish(() => reject(Object.assign(new Error('The diagnostic port did not answer in time.'), { code: 'ETIMEDOUT' })));
    }, timeoutMs);
    socket.on('connect', () => socket.write(command));
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      try {
        const size = frameSize(received);
        if (size === null || received.length < size) return;
        const answer = decodeAnswer(received);
        finish(() => resolve(answer));
      } catch (error) {
        finish(() => reject(error));
      }
    });
    socket.on('error', (error) => finish(() => reject(error)));
    socket.on('close', () => finish(() => reject(new Error('The diagnostic port closed without an answer.'))));
  });
