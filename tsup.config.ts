import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { entriesOf } from './.ci/entries.mjs';

/**
 * The build recipe of what is published. `paths` of the root tsconfig point at sources, for the editor and the type check; a published
 * declaration must point at packages.
 */
export default defineConfig({
  entry: entriesOf(JSON.parse(readFileSync('package.json', 'utf8'))),
  format: 'esm',
  target: 'node20',
  platform: 'neutral',
  external: [/^node:/],
  clean: true,
  dts: { compilerOptions: { paths: {}, noEmit: false } },
  silent: true,
});
