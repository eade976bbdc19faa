import { build } from 'esbuild';

await build({ entryPoints: ['waterworks.js'], bundle: true, minify: true, outdir: 'site' });
