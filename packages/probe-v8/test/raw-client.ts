import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Somebody at a door of a Node.js process who need not behave. */
export interface RawClient {
  readonly socket: Socket;
  readonly isClosed: boolean;
  /** Everything that came so far. */
  text(): string;
  send(message: object): void;
  /** The value of an expression; reads on until the answer is there. */
  evaluate(expression: string): Promise<unknown>;
}

export const connectRaw = async (path: string): Promise<RawClient> => {
  const socket = connect(path);
  await once(socket, 'connect');
  let closed = false;
  let text = '';
  let nextId = 1;
  socket.setMaxListeners(0);
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.once('close', () => {
    closed = true;
  });
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (!closed) socket.write(`{"taken":${Buffer.byteLength(chunk)}}\n`);
  });
  const send = (message: object): void => void socket.write(`${JSON.stringify(message)}\n`);
  return {
    socket,
    get isClosed() {
      return closed;
    },
    text: () => text,
    send,
    evaluate: async (expression) => {
      const id = 1_000_000 + nextId++;
      send({ id, method: 'Runtime.evaluate', params: { expression, includeCommandLineAPI: true, returnByValue: true } });
      for (;;) {
        const line = text.split('\n').find((one) => one.startsWith(`{"id":${id},`) && one.endsWith('}'));
        if (line !== undefined) return (JSON.parse(line) as { result: { result: { value: unknown } } }).result.result.value;
        if (closed) throw new Error('The door was closed.');
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      }
    },
  };
};
