import { spawn } from 'node:child_process';

/**
 * Pages beside programs of Node.js. Of those one file at a time: what is attached by a signal opens a port that a machine has once.
 * With arguments, the tests that they name.
 */
const run = (part, ...args) =>
  new Promise((resolve) => {
    const options = { stdio: 'inherit', env: { ...process.env, SUBSTRATE_PART: part } };
    spawn('vitest', ['run', '--config', '../../vitest.config.ts', '--no-file-parallelism', ...args], options).on('exit', resolve);
  });

const named = process.argv.slice(2);
const nodes = ['node-', 'published'];
const ends =
  named.length > 0
    ? [await run('', ...named)]
    : await Promise.all([
        run('-node', ...nodes.map((name) => `test/${name}`)),
        run('-page', ...nodes.flatMap((name) => ['--exclude', `test/${name}*`])),
      ]);
process.exitCode = ends.every((end) => end === 0) ? 0 : 1;
