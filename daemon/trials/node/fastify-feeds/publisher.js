const { createServer } = require('node:http');

const feed = (title, language, items) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${title}</title><language>${language}</language><link>http://example.org/</link><description>${title}</description>
${items.map(([guid, headline, author, text]) => `<item><guid>${guid}</guid><title>${headline}</title><dc:creator>${author}</dc:creator><description>${text}</description></item>`).join('\n')}
</channel></rss>`;

const feeds = {
  '/bees.xml': feed('Bees and Hives', 'en-gb', [
    ['bees-41', 'When to open the hive', 'Orla Finch', 'Wait for a warm day without wind.'],
    ['bees-42', 'Sugar in October', 'Orla Finch', 'Two parts to one part of water.'],
    ['bees-43', 'A swarm in the chimney', 'Pit Sander', 'Do not light the stove.'],
  ]),
  '/rails.xml': feed('Narrow Gauge Weekly', 'de-ch', [['rails-7', 'The line to Arosa', 'Reto Caduff', 'Twenty-six kilometres.']]),
};
createServer((request, response) => {
  const text = feeds[request.url];
  response.writeHead(text ? 200 : 404, { 'Content-Type': 'application/rss+xml' }).end(text);
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('published'));
