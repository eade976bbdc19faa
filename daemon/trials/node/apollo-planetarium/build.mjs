import { build } from 'esbuild';

await build({
  entryPoints: ['planetarium.js'],
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  outfile: 'planetarium.min.cjs',
});
