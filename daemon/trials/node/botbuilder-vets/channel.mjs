import { createServer } from 'node:http';

/** The other end of the chat: it takes what the bot says. */
const heard = [];
createServer(async (request, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (request.method === 'GET') return response.end(JSON.stringify(heard));
  let body = '';
  for await (const part of request) body += part;
  heard.push(JSON.parse(body).text);
  response.end(JSON.stringify({ id: String(heard.length) }));
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('open'));
