import { build } from 'esbuild';

await build({
  entryPoints: ['rescue.jsx'],
  bundle: true,
  minify: true,
  jsxFactory: 'createElement',
  define: { 'process.env.NODE_ENV': '"production"' },
  outdir: 'site',
});
