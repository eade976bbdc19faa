const http = require('node:http');
const faye = require('faye');

/** A broker of messages (Faye): who is connected, to which channels, and what waits for them. */
const bayeux = new faye.NodeAdapter({ mount: '/news', timeout: 45, ping: 20 });
const desks = new Map([
  ['sport', { editor: 'Marit', stories: 0 }],
  ['weather', { editor: 'Joon', stories: 0 }],
]);
const headlines = [];
bayeux.on('publish', (client, channel, data) => {
  const desk = desks.get(channel.slice(1));
  if (desk) desk.stories++;
  if (data.headline) headlines.push({ channel, headline: data.headline });
});
const listening = {};
bayeux.on('subscribe', (client, channel) => {
  listening[channel] = (listening[channel] ?? 0) + 1;
});
const server = http.createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    const [, desk] = /^\/publish\/(\w+)$/.exec(request.url) ?? [];
    if (desk) bayeux.getClient().publish(`/${desk}`, JSON.parse(text));
    response.end('{}');
  });
});
bayeux.attach(server);
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('open'));
