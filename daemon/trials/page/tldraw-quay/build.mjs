import { build } from 'esbuild';

await build({
  entryPoints: ['quay.jsx'],
  bundle: true,
  minify: true,
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{}' },
  loader: { '.svg': 'dataurl', '.woff2': 'dataurl', '.png': 'dataurl', '.json': 'file' },
  outdir: 'site',
});
