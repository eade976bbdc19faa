/** Serves the built examples on the loopback address: `node serve.mjs [port]`. Prints the address. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
  const file = join(dist, path.endsWith('/') ? `${path}index.html` : path);
  try {
    if (!file.startsWith(dist)) throw new Error('outside');
    const body = await readFile(file);
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404).end('Not found');
  }
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () =>
  console.log(`examples on http://127.0.0.1:${server.address().port}/`),
);
