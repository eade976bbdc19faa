/**
 * Builds the example pages: `node build.mjs [name…]`. Each folder with a `main.*` becomes `dist/<name>/index.html` and one script,
 * which opens from disk as well as from a server. `--minify` builds them as a production build would, `--out=DIR` elsewhere.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));

const svelte = {
  name: 'svelte',
  setup(bundle) {
    const isOld = (path) => basename(dirname(path)) === 'svelte4';
    bundle.onResolve({ filter: /^svelte\// }, ({ path, importer, resolveDir, kind }) =>
      isOld(importer) ? bundle.resolve(path.replace('svelte', 'svelte4'), { importer: '', resolveDir, kind }) : undefined,
    );
    bundle.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { compile } = await (isOld(path) ? import('svelte4/compiler') : import('svelte/compiler'));
      const generate = isOld(path) ? 'dom' : 'client';
      const { js } = compile(readFileSync(path, 'utf8'), { filename: basename(path), css: 'injected', generate });
      return { contents: js.code, loader: 'js' };
    });
  },
};

/** Ember's own modules have names that are no packages. */
const ember = {
  name: 'ember',
  setup(bundle) {
    bundle.onResolve({ filter: /^@(ember|glimmer)\// }, ({ path, kind }) => {
      if (path === '@glimmer/component') return undefined;
      const file = path.split('/').length > 2 ? `${path}.js` : `${path}/index.js`;
      return bundle.resolve(`ember-source/${file}`, { resolveDir: here, kind });
    });
  },
};

/** JSX of each folder is turned into calls of its own library. */
const jsx = { preact: 'preact' };

const page = (title, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body { font: 16px/1.5 system-ui; margin: 2rem auto; max-width: 44rem } li, tr { margin: .3rem 0 } label { display: block }</style>
${body}
<script src="main.js"></script>
</html>
`;

export const buildExamples = async (names = [], { minify = false, outdir = join(here, 'dist') } = {}) => {
  const all = readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ name: entry.name, main: readdirSync(join(here, entry.name)).find((file) => file.startsWith('main.')) }))
    .filter(({ name, main }) => main && (names.length === 0 || names.includes(name)));
  for (const { name, main } of all) {
    const out = join(outdir, name);
    mkdirSync(out, { recursive: true });
    await build({
      entryPoints: [join(here, name, main)],
      absWorkingDir: here,
      bundle: true,
      minify,
      format: 'iife',
      outfile: join(out, 'main.js'),
      jsx: 'automatic',
      jsxImportSource: jsx[name] ?? 'react',
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
      alias: { vue: 'vue/dist/vue.esm-bundler.js' },
      conditions: ['browser', 'production'],
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
      plugins: [svelte, ember],
      logLevel: 'error',
    });
    const body = join(here, name, 'body.html');
    writeFileSync(join(out, 'index.html'), page(name, existsSync(body) ? readFileSync(body, 'utf8') : '<div id="app"></div>'));
  }
  return all.map(({ name }) => join(outdir, name, 'index.html'));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const built = await buildExamples(
    args.filter((arg) => !arg.startsWith('-')),
    { minify: args.includes('--minify'), outdir: args.find((arg) => arg.startsWith('--out='))?.slice(6) },
  );
  for (const file of built) console.log(file);
}
