module.exports = {
  name: 'trams',
  settings: { washEveryDays: 3, worstGrade: 3 },
  created() {
    this.fleet = new Map([
      [207, { line: 'Red', built: 1998, seats: 64, inService: true, washedOn: 'Monday', faults: [] }],
      [214, { line: 'Red', built: 2006, seats: 72, inService: true, washedOn: 'Sunday', faults: [] }],
      [219, { line: 'Harbour', built: 2011, seats: 88, inService: true, washedOn: 'Monday', faults: [] }],
    ]);
    this.spareParts = { pantographs: 2, wheels: 11, bells: 5 };
  },
  actions: {
    report: {
      params: { tram: 'number', fault: 'string', grade: 'number' },
      handler({ params: { tram, fault, grade } }) {
        const one = this.fleet.get(tram);
        one.faults.push({ fault, grade });
        if (grade > this.settings.worstGrade) {
          one.inService = false;
          this.broker.emit('tram.withdrawn', { tram, fault });
        }
        return one;
      },
    },
    wash: {
      params: { tram: 'number' },
      handler({ params: { tram } }) {
        this.fleet.get(tram).washedOn = 'Wednesday';
        return 'clean';
      },
    },
    repair: {
      params: { tram: 'number' },
      handler({ params: { tram } }) {
        const one = this.fleet.get(tram);
        one.faults = [];
        one.inService = true;
        this.spareParts.wheels -= 1;
        return one;
      },
    },
    get: ({ params: { tram }, service }) => service.fleet.get(tram),
    all() {
      return Object.fromEntries(this.fleet);
    },
  },
};
