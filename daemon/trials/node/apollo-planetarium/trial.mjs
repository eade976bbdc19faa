/** A planetarium (Apollo Server with DataLoader, minified): shows, bookings, people who were turned away, a projector. */
export default {
  get: {
    npm: { '@apollo/server': '5.5.1', dataloader: '2.2.3', graphql: '16.15.0', esbuild: '0.28.2' },
    files: ['planetarium.js', 'build.mjs'],
    build: 'build.mjs',
  },
  start: ({ program, port }) => ['node', [`${program}/planetarium.min.cjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('dome is dark'), 'the server'),
  async drive({ json }) {
    const ask = (query) => json('/', { query });
    await ask('{ shows(dome: NORTH) { title narrator { name } } }');
    await ask('mutation { book(show: "s1", name: "Family Abara", seats: 5) { code } }');
    await ask('mutation { book(show: "s3", name: "Class 2b", seats: 4) { code } }');
    await ask('mutation { book(show: "s3", name: "Uncle Theo", seats: 3) { code } }');
    const { data } = await ask('mutation { book(show: "s2", name: "Astronomy club", seats: 22) { code } }');
    await ask(`mutation { pay(code: "${data.book.code}") { paid } }`);
    await ask('mutation { setBrightness(percent: 55) { brightness } }');
    await ask('{ bookings { name show { title } } }');
  },
};
