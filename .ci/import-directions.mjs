/** Who may import whom: the table of docs/architecture.md. Pure packages import nothing of Node.js in what they ship. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const probes = ['core'];
const mayImport = {
  core: [],
  detector: ['core'],
  'probe-v8': probes,
  'probe-jvm': probes,
  'probe-clr': probes,
  semantic: ['core'],
  expr: ['core'],
  auth: ['core'],
  server: ['core', 'auth', 'expr'],
  client: ['core'],
  page: ['client'],
  mcp: ['core', 'client'],
};

/** Files, or folders that end in a slash, that must run without Node.js. */
const pure = [
  'core/src/',
  'expr/src/',
  'client/src/',
  'semantic/src/',
  'server/src/search.ts',
  'server/src/outline.ts',
  'detector/src/classify.ts',
  'detector/src/identify.ts',
];
/** The rims of pure packages, where effects may live. */
const rims = ['core/src/testing', 'core/src/probing', 'core/src/files', 'semantic/src/registry'];

export const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return path.endsWith('.ts') && !path.endsWith('.test.ts') ? [path] : [];
  });

export const specifiers = (text) => [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1]);

/** One line for each import that goes the wrong way. */
export const importViolations = (root) => {
  const violations = [];
  for (const [name, allowed] of Object.entries(mayImport)) {
    for (const file of sources(join(root, 'packages', name, 'src'))) {
      const path = file.slice(join(root, 'packages').length + 1);
      const mustBePure = pure.some((start) => path.startsWith(start)) && !rims.some((start) => path.startsWith(start));
      for (const specifier of specifiers(readFileSync(file, 'utf8'))) {
        const ours = /^@substrate\/([a-z0-9-]+)/.exec(specifier)?.[1];
        if (ours && !allowed.includes(ours))
          violations.push(
            `${path} imports ${specifier}: @substrate/${name} may import ${allowed.join(', ') || 'nothing of ours'}`,
          );
        if (mustBePure && specifier.startsWith('node:'))
          violations.push(`${path} imports ${specifier}: it must run without Node.js`);
        if (/(^|\/)\.\.\/\.\.\/(packages|daemon)\//.test(specifier))
          violations.push(`${path} imports ${specifier}: go through the package name`);
      }
    }
  }
  return violations;
};
