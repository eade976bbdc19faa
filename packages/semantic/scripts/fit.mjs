#!/usr/bin/env node
/**
 * Fits the weights of what is worth serving on recorded programs (test/golden, test/corpus) and writes the weights into src/features.ts:
 *
 *   node scripts/fit.mjs [check]
 *
 * It starts from the weights that are there and takes steps that tell more facts in the first keys with less noise beside them. `check` writes
 * nothing: it fits on four fifths of the programs in turn and says how that does on the fifth. What is held out is never looked at;
 * test/fidelity.test.ts tells how well it does there. Raise `weightsVersion` there when the weights change, and read the golden files.
 */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const server = await createServer({
  root,
  configFile: `${root}vitest.config.ts`,
  logLevel: 'error',
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null },
});
try {
  const { main } = await server.ssrLoadModule('/packages/semantic/scripts/fit.ts');
  main(...process.argv.slice(2));
} finally {
  await server.close();
}
process.exit(0);
