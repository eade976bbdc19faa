const { createServer } = require('node:http');
const { ServiceBroker } = require('moleculer');

const broker = new ServiceBroker({ nodeID: 'shed-north', logger: false, metadata: { foreman: 'Zofia', tracks: 9 } });
broker.createService(require('./trams.js'));
broker.createService(require('./crew.js'));

const server = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  try {
    const answer = await broker.call(request.url.slice(1), text === '' ? {} : JSON.parse(text));
    response.end(JSON.stringify(answer ?? null));
  } catch (error) {
    response.writeHead(error.code ?? 500).end(JSON.stringify({ error: error.message }));
  }
});

broker.start().then(() => server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('shed is lit')));
