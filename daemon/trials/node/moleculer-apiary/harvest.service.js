module.exports = {
  name: 'harvest',
  settings: { rest: '/harvest' },

  actions: {
    record: {
      rest: 'POST /',
      params: { hive: 'string', kind: 'string', kilos: 'number|positive' },
      handler(ctx) {
        const { hive, kind, kilos } = ctx.params;
        const jar = { hive, kind, kilos, batch: `H${this.nextBatch++}` };
        this.jars.push(jar);
        this.totals[kind] = (this.totals[kind] ?? 0) + kilos;
        return jar;
      },
    },
    report: {
      rest: 'GET /',
      handler() {
        return { jars: this.jars, totals: this.totals, alerts: this.alerts, extractorOn: this.extractorOn };
      },
    },
    switchExtractor: {
      rest: 'PUT /extractor',
      params: { on: 'boolean' },
      handler(ctx) {
        this.extractorOn = ctx.params.on;
        return { on: this.extractorOn };
      },
    },
  },

  events: {
    'hive.sick'(ctx) {
      const { name, mites } = ctx.params;
      this.alerts.push({ hive: name, text: `${mites} mites counted`, treated: false });
    },
  },

  created() {
    this.jars = [];
    this.totals = {};
    this.alerts = [];
    this.nextBatch = 31;
    this.extractorOn = false;
  },
};
