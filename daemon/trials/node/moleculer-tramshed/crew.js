module.exports = {
  name: 'crew',
  settings: { longestShiftHours: 9 },
  created() {
    this.drivers = {
      Ludmila: { licence: 'A', years: 17, tram: null },
      Anatol: { licence: 'B', years: 3, tram: null },
      Greta: { licence: 'A', years: 8, tram: null },
    };
    this.board = [];
    this.refusals = 0;
  },
  events: {
    'tram.withdrawn'(context) {
      const { tram, fault } = context.params;
      this.board.push(`Tram ${tram} stays in: ${fault}`);
    },
  },
  actions: {
    signOn: {
      params: { driver: 'string', tram: 'number' },
      async handler(context) {
        const { driver, tram } = context.params;
        const { inService } = await context.call('trams.get', { tram });
        if (!inService) {
          this.refusals += 1;
          return 'stay at home';
        }
        this.drivers[driver].tram = tram;
        return 'go';
      },
    },
    signOff: {
      params: { driver: 'string' },
      handler({ params: { driver } }) {
        this.drivers[driver].tram = null;
      },
    },
    announce: {
      params: { text: 'string' },
      handler({ params: { text } }) {
        this.board.push(text);
      },
    },
    all() {
      return { drivers: this.drivers, board: this.board, refusals: this.refusals };
    },
  },
};
