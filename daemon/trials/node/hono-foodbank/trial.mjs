import { execFileSync } from 'node:child_process';

/** A food bank's server (Hono) that was bundled into one minified file, as they are shipped. */
export default {
  get: {
    npm: { hono: '4.13.18', '@hono/node-server': '2.1.8', esbuild: '0.28.2' },
    files: ['foodbank.mjs', 'stock.mjs'],
  },
  start({ program, modules, work, port }) {
    const bundle = `${work}/server.mjs`;
    execFileSync(`${modules}/.bin/esbuild`, [
      `${program}/foodbank.mjs`,
      '--bundle',
      '--minify',
      '--platform=node',
      '--format=esm',
      '--log-level=error',
      `--outfile=${bundle}`,
    ]);
    return ['node', [bundle], { env: { PORT: String(port()), BRANCH: 'Canal Street' } }];
  },
  ready: ({ until, said }) => until(() => said().includes('doors are open'), 'the food bank'),
  async drive({ json }) {
    await json('/donations', { donor: 'Bakery Lunn', item: 'bread', kilos: 36 });
    await json('/donations', { donor: 'Mrs Abara', item: 'rice', kilos: 12.5 });
    await json('/households', { name: 'Keane', members: 5, diet: 'no pork' });
    await json('/households', { name: 'Duarte', members: 2, diet: 'none' });
    await json('/households/Keane/collect', { item: 'bread', kilos: 4 });
    await json('/notice', { text: 'Closed on Thursday' }, 'PUT');
  },
};
