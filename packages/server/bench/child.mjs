import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the server of the benches in a process of its own and runs `use` against it. */
export const withServer = async (use) => {
  const child = fork(fileURLToPath(new URL('./server.mjs', import.meta.url)));
  const exited = once(child, 'exit');
  const [info] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => {
      throw new Error(`The server of the bench ended with ${code}.`);
    }),
  ]);
  try {
    await use({
      ...info,
      change: () => child.send('change'),
      /** Microseconds of processor time that the server has used so far. */
      usage: async () => {
        child.send('usage');
        const [{ user, system }] = await once(child, 'message');
        return user + system;
      },
    });
  } finally {
    child.send('stop');
    await exited;
  }
};
