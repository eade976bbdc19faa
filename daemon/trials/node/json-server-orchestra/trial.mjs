const orchestra = {
  players: [
    { id: 1, name: 'Agnes Holm', instrument: 'oboe', desk: 1, salary: 3150 },
    { id: 2, name: 'Rui Tavares', instrument: 'viola', desk: 4, salary: 2980 },
    { id: 3, name: 'Petra Novak', instrument: 'timpani', desk: 1, salary: 3025 },
  ],
  rehearsals: [
    { id: 'tue', hall: 'Old brewery', starts: '19:30', conductor: 'Idris Bell', cancelled: false },
    { id: 'sat', hall: 'Town hall', starts: '10:00', conductor: 'Idris Bell', cancelled: false },
  ],
  absences: [],
  season: { theme: 'Northern lights', concerts: 14, subscribers: 612 },
};

/** json-server: a server that serves a document as routes and keeps it in memory (lowdb); one player came, one is absent, a rehearsal was moved. */
export default {
  get: { npm: { 'json-server': '0.17.4' } },
  start: ({ modules, port, write }) => [
    'node',
    [
      `${modules}/json-server/lib/cli/bin.js`,
      write('orchestra.json', JSON.stringify(orchestra)),
      '--port',
      port(),
      '--host',
      '127.0.0.1',
      '--delay',
      '5',
    ],
  ],
  ready: ({ until, json }) => until(async () => (await json('/season')).theme !== undefined, 'the server'),
  async drive({ json }) {
    await json('/players', { name: 'Yusra Amin', instrument: 'horn', desk: 2, salary: 2890 });
    await json('/absences', { playerId: 2, reason: 'broken wrist', weeks: 6 });
    await json('/rehearsals/sat', { hall: 'School gym', cancelled: true }, 'PATCH');
    await json('/season', { subscribers: 640 }, 'PATCH');
  },
};
