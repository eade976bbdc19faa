/** Files that import each other in a circle, by types alone too: neither can be read, tested or moved without the others. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { sources, specifiers } from './import-directions.mjs';

/** One line a circle. Strongly connected parts, after Tarjan. */
export const importCircles = (root) => {
  const folders = [
    ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'src')),
    join(root, 'daemon', 'src'),
  ];
  const imports = new Map();
  for (const file of folders.filter((folder) => existsSync(folder)).flatMap(sources))
    imports.set(
      resolve(file),
      specifiers(readFileSync(file, 'utf8'))
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolve(dirname(file), specifier).replace(/\.js$/, '.ts')),
    );
  const circles = [];
  const met = new Map();
  const open = [];
  const visit = (file) => {
    const own = { order: met.size, low: met.size, isOpen: true };
    met.set(file, own);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      const other = met.get(next) ?? visit(next);
      if (other.isOpen) own.low = Math.min(own.low, other.low);
    }
    if (own.low === own.order) {
      const part = open.splice(open.indexOf(file));
      for (const one of part) met.get(one).isOpen = false;
      if (part.length > 1) circles.push(part.map((one) => relative(root, one)).join(' → '));
    }
    return own;
  };
  for (const file of imports.keys()) if (!met.has(file)) visit(file);
  return circles;
};
