const http = require('node:http');
const Datastore = require('@seald-io/nedb');

const books = new Datastore();
const loans = new Datastore();
const library = { name: 'Village library', openUntil: '18:30', visitors: 57 };

async function fill() {
  await books.insertAsync([
    { _id: 'b1', title: 'The Periodic Table', author: 'Primo Levi', year: 1975, copies: 2 },
    { _id: 'b2', title: 'Austerlitz', author: 'W. G. Sebald', year: 2001, copies: 1 },
    { _id: 'b3', title: 'Kindred', author: 'Octavia Butler', year: 1979, copies: 4 },
  ]);
  await loans.insertAsync({ _id: 'l1', book: 'b2', reader: 'Noor', due: '2027-02-01', renewed: true });
  await books.ensureIndexAsync({ fieldName: 'author' });
}
async function lend(book, reader) {
  library.visitors += 1;
  return loans.insertAsync({ book, reader, due: '2027-03-01', renewed: false });
}
http
  .createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (request.method === 'POST' && url.pathname === '/lend')
      return response.end(JSON.stringify(await lend(url.searchParams.get('book'), url.searchParams.get('reader'))));
    response.end(JSON.stringify(await books.findAsync({})));
  })
  .listen(Number(process.argv[2]), '127.0.0.1');
fill();
