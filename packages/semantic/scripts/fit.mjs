#!/usr/bin/env node
/**
 * Fits the weights of what is worth serving on the judged captures (test/golden/facts.json) and writes src/weights.ts:
 *
 *   node scripts/fit.mjs [PULL] [SHIFT]
 *
 * PULL draws weights towards 0; without one, the best of several on programs left out in turn is taken. SHIFT raises all worths: the higher,
 * the more is served. Programs that are held out are never looked at; test/fidelity.test.ts tells how well it does on them. Raise
 * `weightsVersion` here when the weights change, and read the golden files.
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
