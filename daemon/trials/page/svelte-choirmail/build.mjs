import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { compile, compileModule } from 'svelte/compiler';

const svelte = {
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, ({ path }) => ({
      contents: compile(readFileSync(path, 'utf8'), { filename: path, css: 'injected' }).js.code,
    }));
    onLoad({ filter: /\.svelte\.js$/ }, ({ path }) => ({
      contents: compileModule(readFileSync(path, 'utf8'), { filename: path }).js.code,
    }));
  },
};

await build({
  entryPoints: ['main.js'],
  bundle: true,
  minify: true,
  plugins: [svelte],
  conditions: ['svelte', 'browser', 'production'],
  outdir: 'site/assets',
  entryNames: 'index-c81f',
});
