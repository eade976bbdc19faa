import { execFileSync } from 'node:child_process';

/** A server (Koa) with a queue (p-queue) that was bundled into one minified file, as they are shipped. */
export default {
  get: {
    npm: { koa: '2.15.3', '@koa/router': '13.1.0', 'koa-bodyparser': '4.4.1', 'p-queue': '8.0.1', esbuild: '0.24.0' },
    files: ['tickets.mjs', 'hall.mjs'],
  },
  start({ program, modules, work, port }) {
    const bundle = `${work}/bundle.js`;
    execFileSync(`${modules}/.bin/esbuild`, [
      `${program}/tickets.mjs`,
      '--bundle',
      '--minify',
      '--platform=node',
      '--log-level=error',
      `--outfile=${bundle}`,
    ]);
    return ['node', [bundle, port()]];
  },
  ready: ({ until, said }) => until(() => said().includes('doors open'), 'the server'),
  async drive({ json }) {
    await json('/orders', { show: 'Nocturne', guest: 'Elif', seats: ['C4', 'C5'] });
    await json('/orders', { show: 'Nocturne', guest: 'Tomas', seats: ['A1'] });
    await json('/orders', { show: 'Marionettes', guest: 'Wren', seats: ['B7', 'B8', 'B9'] });
    await json('/mails', { to: 'elif@stage.example', subject: 'Your seats' });
    await json('/mails', { to: 'wren@stage.example', subject: 'Doors at seven' });
  },
};
