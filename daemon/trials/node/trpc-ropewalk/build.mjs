import { build } from 'esbuild';

await build({
  entryPoints: ['ropewalk.ts'],
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  outfile: 'ropewalk.min.cjs',
});
