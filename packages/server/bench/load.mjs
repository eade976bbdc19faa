import { connect } from 'node:net';

/**
 * A load generator that costs little beside the server it loads: each connection writes the same request again as soon as the
 * answer is there, and an answer is told by its length, which is the same for all.
 */

const responseLength = ({ port, request }) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let seen = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      seen = Buffer.concat([seen, chunk]);
      const end = seen.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = seen.subarray(0, end).toString();
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(head));
      const length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (seen.length < length) return;
      socket.destroy();
      resolve(length);
    });
  });

/** Requests per second over `ms`, with so many connections. */
export const requestsPerSecond = async ({ port, request, connections, ms }) => {
  const length = await responseLength({ port, request });
  let answers = 0;
  let running = true;
  const one = () =>
    new Promise((resolve, reject) => {
      let missing = length;
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      socket.setNoDelay(true);
      socket.on('error', reject);
      socket.on('close', resolve);
      socket.on('data', (chunk) => {
        missing -= chunk.length;
        if (missing > 0) return;
        answers++;
        missing = length;
        if (running) socket.write(request);
        else socket.destroy();
      });
    });
  const started = performance.now();
  const all = Array.from({ length: connections }, one);
  await new Promise((resolve) => setTimeout(resolve, ms));
  running = false;
  const elapsed = performance.now() - started;
  const rate = (answers / elapsed) * 1000;
  await Promise.all(all);
  return rate;
};

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
