import { build } from 'esbuild';

await build({ entryPoints: ['window.js'], bundle: true, minify: true, external: ['acorn'], outdir: 'site' });
