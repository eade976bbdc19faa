import { build } from 'esbuild';

await build({
  entryPoints: ['printshop.jsx'],
  bundle: true,
  minify: true,
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  outdir: 'site',
});
