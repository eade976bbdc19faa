import { build } from 'esbuild';

await build({
  entryPoints: ['orrery.js'],
  bundle: true,
  minify: true,
  format: 'iife',
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{}' },
  outdir: 'site',
});
