/** A bank of seeds in RxDB with its storage in memory, whose queries are watched, bundled and minified. */
export default {
  get: {
    npm: { rxdb: '16.21.1', rxjs: '7.8.2', esbuild: '0.28.2' },
    files: ['build.mjs', 'seedbank.mjs'],
    build: 'build.mjs',
  },
  start: ({ program, port }) => ['node', [`${program}/site/seedbank.cjs`, port()], { cwd: program }],
  ready: ({ until, json }) => until(async () => Array.isArray((await json('/')).seeds), 'the bank'),
  async drive({ json }) {
    const seeds = [
      ['SB-01', 'Emmer', 'Gotland', 48, 91, true],
      ['SB-02', 'Woad', 'Toulouse', 7, 64, false],
      ['SB-03', 'Skirret', 'Fyn', 22, 58, true],
      ['SB-04', 'Sea kale', 'Skye', 15, 77, false],
    ];
    for (const [code, plant, origin, packets, germination, frozen] of seeds)
      await json('/seeds', { code, plant, origin, packets, germination, frozen });
    await json('/vaults', { name: 'North vault', celsius: -18, keeper: 'Ailsa Munro' });
    await json('/vaults', { name: 'Day room', celsius: 6, keeper: 'Jens Toft' });
    await json('/orders', { id: 'O-1', garden: 'Kew', code: 'SB-01', packets: 5, state: 'open' });
    await json('/orders', { id: 'O-2', garden: 'Uppsala', code: 'SB-03', packets: 2, state: 'open' });
    await json('/withdraw', { code: 'SB-04', packets: 9 });
    await json('/send', { id: 'O-1' });
  },
};
