import { copyFileSync } from 'node:fs';

/** Pokémon Showdown as it is published, a server of battles with chat: a battle in its second turn, somebody who looks on, a lobby. */
export default {
  get: { npm: { 'pokemon-showdown': '0.11.11', ws: '8.18.0' }, files: ['players.cjs', 'config.cjs'] },
  start({ modules, program, port }) {
    const folder = `${modules}/pokemon-showdown`;
    copyFileSync(`${program}/config.cjs`, `${folder}/config/config.js`);
    return ['node', [`${folder}/pokemon-showdown`, 'start', '--skip-build', port()], { cwd: folder }];
  },
  ready: ({ until, url }) => until(async () => (await fetch(url)).status > 0, 'the server'),
  async drive({ start, program, port, until }) {
    const players = start('node', [`${program}/players.cjs`, port()], { cwd: program });
    await until(() => players.said().includes('turn two'), 'the second turn');
  },
};
