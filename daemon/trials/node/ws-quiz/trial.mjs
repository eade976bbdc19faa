/** A quiz over WebSockets (ws): rooms and players are objects with private fields, turns come from a generator. */
export default {
  get: { npm: { ws: '8.18.3' }, files: ['quiz.mjs', 'players.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/quiz.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('ready'), 'the quiz'),
  async drive({ start, program, port, until }) {
    const players = start('node', [`${program}/players.mjs`, port()]);
    await until(() => players.said().includes('answered'), 'the players');
  },
};
