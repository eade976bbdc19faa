import { build } from 'esbuild';

await build({
  entryPoints: ['customs.mjs'],
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  outfile: 'site/customs.mjs',
});
