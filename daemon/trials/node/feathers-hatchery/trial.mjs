import { execFileSync } from 'node:child_process';

/** The server of a fish hatchery (Feathers with services in memory), bundled into one minified file, as they are shipped. */
export default {
  get: {
    npm: { '@feathersjs/feathers': '5.0.31', '@feathersjs/koa': '5.0.31', '@feathersjs/memory': '5.0.31', esbuild: '0.28.2' },
    files: ['hatchery.mjs', 'feeding.mjs'],
  },
  start({ program, modules, work, port }) {
    const bundle = `${work}/hatchery.js`;
    execFileSync(`${modules}/.bin/esbuild`, [
      `${program}/hatchery.mjs`,
      '--bundle',
      '--minify',
      '--platform=node',
      '--log-level=error',
      `--outfile=${bundle}`,
    ]);
    return ['node', [bundle, port()]];
  },
  ready: ({ until, said }) => until(() => said().includes('hatchery is open'), 'the server'),
  async drive({ json }) {
    await json('/tanks', { name: 'Spring', species: 'brown trout', fish: 1200, temperature: 9.5 });
    await json('/tanks', { name: 'Willow', species: 'arctic char', fish: 640, temperature: 6.25 });
    await json('/tanks', { name: 'Quarry', species: 'grayling', fish: 310, temperature: 8 });
    await json('/feedings', { tankId: 1, grams: 850, keeper: 'Solveig' });
    await json('/feedings', { tankId: 3, grams: 240, keeper: 'Emeka' });
    await json('/tanks/2', { temperature: 14.5 }, 'PATCH');
  },
};
