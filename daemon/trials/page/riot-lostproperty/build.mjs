import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from '@riotjs/compiler';
import { build } from 'esbuild';

const riot = {
  name: 'riot',
  setup({ onLoad }) {
    onLoad({ filter: /\.riot$/ }, ({ path: file }) => ({
      contents: compile(readFileSync(file, 'utf8'), { file: path.basename(file) }).code,
    }));
  },
};

await build({
  entryPoints: ['main.js'],
  bundle: true,
  minify: true,
  format: 'esm',
  plugins: [riot],
  outdir: 'site/assets',
  entryNames: 'office-b3e9',
});
