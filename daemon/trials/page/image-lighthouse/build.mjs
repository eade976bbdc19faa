import { buildSync } from 'esbuild';

buildSync({
  entryPoints: ['main.js'],
  bundle: true,
  minify: true,
  outfile: 'site/editor.js',
  define: { global: 'globalThis' },
  external: ['jsdom', 'canvas', 'jsdom/*', 'http', 'https', 'url', 'fs', 'path'],
  loader: { '.svg': 'dataurl' },
});
