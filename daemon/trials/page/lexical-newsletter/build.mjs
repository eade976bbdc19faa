import { build } from 'esbuild';

await build({
  entryPoints: ['letter.jsx'],
  bundle: true,
  minify: true,
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  conditions: ['production'],
  outdir: 'site',
});
