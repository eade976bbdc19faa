/** A database in memory (pg-mem, as published): two tables, one of which points at the other. */
export default {
  get: { npm: { 'pg-mem': '3.0.14' }, files: ['museum.mjs'] },
  start: ({ program }) => ['node', [`${program}/museum.mjs`]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the museum'),
  async drive({ stdin }) {
    stdin('openHall;Glass;1\nopenHall;Clocks;3\nhang;Blue beaker;1721;1\nhang;Regulator;1788;2\nhang;Carafe;1840;1\nlend;3\n');
    await new Promise((resolve) => setTimeout(resolve, 800));
  },
};
