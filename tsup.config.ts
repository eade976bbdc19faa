import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

/**
 * The one build recipe: every path in a package's `exports` and `bin` is built from the source file of the same name.
 * `paths` of the root tsconfig point at sources, for the editor and the type check; a published declaration must point at packages.
 */
interface Manifest {
  exports?: Record<string, { default?: string } | string>;
  bin?: Record<string, string>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const built = [
  ...Object.values(manifest.exports ?? {}).map((target) => (typeof target === 'string' ? target : target.default)),
  ...Object.values(manifest.bin ?? {}),
];

export default defineConfig({
  entry: built
    .filter((file) => file?.startsWith('./dist/'))
    .map((file) => (file as string).replace('./dist/', 'src/').replace(/\.js$/, '.ts')),
  format: 'esm',
  target: 'node20',
  platform: 'neutral',
  external: [/^node:/],
  clean: true,
  dts: { compilerOptions: { paths: {}, noEmit: false } },
  silent: true,
});
