import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the page as it goes over the wire. */
export interface PageFile {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Every file of the page by its path, `/` among them; undefined where the page was not built. */
export const readPage = (
  folder = fileURLToPath(new URL('./site', import.meta.url)),
): ReadonlyMap<string, PageFile> | undefined => {
  const files = new Map<string, PageFile>();
  try {
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      const type = types[path.extname(name)];
      if (type !== undefined)
        files.set(`/${name.split(path.sep).join('/')}`, { type, body: new Uint8Array(readFileSync(path.join(folder, name))) });
    }
  } catch {
    return undefined;
  }
  const start = files.get('/index.html');
  if (start === undefined) return undefined;
  files.delete('/index.html');
  return files.set('/', start);
};
