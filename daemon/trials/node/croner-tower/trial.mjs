/** Jobs of a bell tower (Croner): jobs of the day that wait, one that was paused, one that was run by hand over HTTP. */
export default {
  get: { npm: { croner: '9.1.0' }, files: ['tower.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/tower.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('the tower is wound'), 'the tower'),
  async drive({ json }) {
    await json('/run/noon', {});
    await json('/run/noon', {});
    await json('/pause/carillon', {});
    await json('/run/oil', {});
  },
};
