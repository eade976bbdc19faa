import { build } from 'esbuild';

await build({
  entryPoints: ['main.js'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  outdir: 'site/assets',
  entryNames: 'skittles-7d20',
});
