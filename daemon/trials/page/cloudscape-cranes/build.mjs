import { build } from 'esbuild';

await build({
  entryPoints: ['cranes.jsx'],
  bundle: true,
  minify: true,
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  loader: { '.woff2': 'dataurl' },
  outdir: 'site',
});
