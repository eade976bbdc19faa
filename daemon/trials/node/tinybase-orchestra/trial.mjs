/** An orchestra in a reactive store (TinyBase) behind a small server; one player came, one is absent, a rehearsal was moved. */
export default {
  get: { npm: { tinybase: '10.0.1' }, files: ['server.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/server.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('tuned'), 'the server'),
  async drive({ json }) {
    await json('/players', { name: 'Yusra Amin', instrument: 'horn', desk: 2, salary: 2890 });
    await json('/absences', { player: '2', reason: 'broken wrist', weeks: 6 });
    await json('/rehearsals/sat', { hall: 'School gym', cancelled: true }, 'PATCH');
    await json('/season', { subscribers: 640 }, 'PATCH');
  },
};
