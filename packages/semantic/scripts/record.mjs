#!/usr/bin/env node
/**
 * Records a capture of a running application for the golden tests:
 *
 *   node scripts/record.mjs PID NAME [FOLDER]
 *
 * attaches the probe of its runtime, discovers, polls once, and writes NAME.capture.json to test/golden, or to the folder. Look at what was recorded before
 * you commit it: it holds what the application held. The sources of the workspace are used, not their build.
 */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const [pid, name, folder] = process.argv.slice(2);
if (!/^\d+$/.test(pid ?? '') || !/^[\w-]+$/.test(name ?? '')) {
  process.stderr.write('usage: node scripts/record.mjs PID NAME [FOLDER]\n');
  process.exit(2);
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const server = await createServer({
  root,
  configFile: `${root}vitest.config.ts`,
  logLevel: 'error',
  esbuild: { target: 'node20' },
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null },
});
try {
  const { record } = await server.ssrLoadModule('/packages/semantic/scripts/record.ts');
  process.stdout.write(`${await record(Number(pid), name, folder)}\n`);
} finally {
  await server.close();
}
process.exit(0);
