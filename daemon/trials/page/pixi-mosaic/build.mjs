import { build } from 'esbuild';

await build({ entryPoints: ['mosaic.js'], bundle: true, minify: true, format: 'esm', splitting: true, outdir: 'site' });
