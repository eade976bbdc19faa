module.exports = {
  name: 'hives',
  version: 2,
  settings: { rest: '/hives', maxFrames: 20 },

  actions: {
    list: { rest: 'GET /', cache: true, handler: (ctx) => [...ctx.service.hives.values()] },
    found: {
      rest: 'POST /',
      params: { name: 'string', queen: 'string', frames: 'number|integer|positive' },
      handler(ctx) {
        const { name, queen, frames } = ctx.params;
        return this.keep({ name, queen, frames, mites: 0, swarming: false });
      },
    },
    inspect: {
      rest: 'PUT /:name/inspection',
      params: { name: 'string', mites: 'number|convert', swarming: 'boolean|optional' },
      async handler(ctx) {
        const hive = this.hives.get(ctx.params.name);
        hive.mites = ctx.params.mites;
        hive.swarming = ctx.params.swarming ?? hive.swarming;
        this.inspections += 1;
        if (hive.mites > 5) await ctx.emit('hive.sick', { name: hive.name, mites: hive.mites });
        return hive;
      },
    },
    requeen: {
      rest: 'PUT /:name/queen',
      params: { name: 'string', queen: 'string' },
      handler(ctx) {
        this.hives.get(ctx.params.name).queen = ctx.params.queen;
        return this.hives.get(ctx.params.name);
      },
    },
  },

  methods: {
    keep(hive) {
      this.hives.set(hive.name, hive);
      return hive;
    },
  },

  created() {
    this.hives = new Map();
    this.inspections = 0;
    this.beekeeper = 'Leopold Zeisel';
    this.keep({ name: 'Linden', queen: 'marked blue', frames: 10, mites: 1, swarming: false });
  },
};
