import { buildSync } from 'esbuild';

buildSync({ entryPoints: ['main.js'], bundle: true, minify: true, keepNames: false, outfile: 'site/orchard.js' });
