import { build } from 'esbuild';

await build({ entryPoints: ['pantry.js'], bundle: true, minify: true, format: 'esm', outdir: 'site' });
