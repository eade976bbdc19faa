import { build } from 'esbuild';

await build({
  entryPoints: ['main.js'],
  bundle: true,
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  outdir: 'site',
});
