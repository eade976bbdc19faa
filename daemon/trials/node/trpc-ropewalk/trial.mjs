/** A ropewalk (tRPC with Zod, bundled and minified): ropes, orders of ships, a machine. Nothing is told but by its procedures. */
export default {
  get: {
    npm: { '@trpc/server': '11.23.0', zod: '4.1.12', typescript: '5.9.2', esbuild: '0.28.2' },
    files: ['ropewalk.ts', 'build.mjs'],
    build: 'build.mjs',
  },
  start: ({ program, port }) => ['node', [`${program}/ropewalk.min.cjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('ropewalk is open'), 'the ropewalk'),
  async drive({ json }) {
    const call = (path, input, worker) => json(`/${path}`, input, 'POST', { 'x-worker': worker });
    await call('order.place', { ship: 'Fortuna', rope: 1, metres: 120 }, 'Lars');
    await call('order.place', { ship: 'Albatross', rope: 2, metres: 35 }, 'Lars');
    await call('order.place', { ship: 'Old Marie', rope: 3, metres: 200 }, 'Lars');
    await call('order.send', { number: 901 }, 'Petra');
    await call('rope.lay', { fibre: 'manila', strands: 5, metres: 88 }, 'Petra');
    await call('machine.setTwist', { perMetre: 13 }, 'Petra');
    await call('machine.start', {}, 'Cornelia');
  },
};
