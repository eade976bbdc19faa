import { build } from 'esbuild';

await build({
  entryPoints: ['seedbank.mjs'],
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  outfile: 'site/seedbank.cjs',
});
