const { createServer } = require('node:http');
const { MemoryLevel } = require('memory-level');

async function main(port) {
  const store = new MemoryLevel({ valueEncoding: 'json' });
  const notes = store.sublevel('notes', { valueEncoding: 'json' });
  const tags = store.sublevel('tags');
  await notes.put('roof', { title: 'Mend the roof', due: '2026-11-30', done: false, hours: 6 });
  await notes.put('well', { title: 'Clean the well', due: '2026-10-02', done: true, hours: 3.5 });
  await tags.put('outside', 'roof,well');
  const owner = { name: 'Torsten', notebook: 'Farm' };
  let writes = 3;
  const server = createServer(async (request, response) => {
    const name = request.url.split('/')[2];
    if (request.method === 'POST') {
      let text = '';
      for await (const part of request) text += part;
      await notes.put(name, JSON.parse(text));
      writes += 1;
    }
    response.end(JSON.stringify({ owner, writes }));
  });
  server.listen(port, '127.0.0.1', () => console.log('notes'));
}
main(Number(process.argv[2]));
