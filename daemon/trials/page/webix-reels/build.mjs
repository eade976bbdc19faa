import { build } from 'esbuild';

await build({ entryPoints: ['reels.js'], bundle: true, minify: true, outdir: 'site' });
