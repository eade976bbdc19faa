/** Papers of a parish council in ShareDB, which merges what several write at once and keeps it in memory: two papers, one of them locked. */
export default {
  get: { npm: { sharedb: '7.0.0' }, files: ['parish.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/parish.mjs`, port()], { cwd: program }],
  ready: ({ until, json }) => until(async () => (await json('/')).office, 'the office'),
  async drive({ json }) {
    await json('/open', { writer: 'Rupert', id: 'november', title: 'Meeting in November', quorum: 7 });
    await json('/items', { writer: 'Rupert', id: 'november', text: 'Mend the lychgate' });
    await json('/items', { writer: 'Dilys', id: 'november', text: 'Bees in the belfry' });
    await json('/votes', { writer: 'Dilys', id: 'november', side: 'yes', count: 9 });
    await json('/votes', { writer: 'Rupert', id: 'november', side: 'no', count: 4 });
    await json('/open', { writer: 'Dilys', id: 'fete', title: 'Fete', quorum: 3 });
    await json('/title', { writer: 'Rupert', id: 'fete', title: 'Summer fete' });
    await json('/items', { writer: 'Rupert', id: 'fete', text: 'Hire a marquee' });
    await json('/lock', { id: 'fete' });
    await json('/items', { writer: 'Dilys', id: 'fete', text: 'Too late' });
  },
};
