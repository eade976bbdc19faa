const { ServiceBroker } = require('moleculer');
const ApiGateway = require('moleculer-web');

const broker = new ServiceBroker({
  nodeID: 'apiary-1',
  namespace: 'bees',
  logger: false,
  cacher: 'Memory',
  metadata: { region: 'Wachau' },
});

broker.createService({
  name: 'gateway',
  mixins: [ApiGateway],
  settings: {
    port: Number(process.argv[2]),
    ip: '127.0.0.1',
    routes: [{ path: '/api', bodyParsers: { json: true }, autoAliases: true }],
  },
});
broker.loadService(`${__dirname}/hives.service.js`);
broker.loadService(`${__dirname}/harvest.service.js`);

broker.start().then(() => console.log('humming'));
