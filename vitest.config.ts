import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const results = process.env.SUBSTRATE_RESULTS;

/** Tests read the sources of every package, so that a unit test needs no build. Live tests start the built daemon. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@substrate\/core\/testing$/, replacement: `${root}packages/core/src/testing.ts` },
      { find: /^@substrate\/core\/probing$/, replacement: `${root}packages/core/src/probing.ts` },
      { find: /^@substrate\/core\/files$/, replacement: `${root}packages/core/src/files.ts` },
      { find: /^@substrate\/semantic\/registry$/, replacement: `${root}packages/semantic/src/registry.ts` },
      { find: /^@substrate\/core\/openapi$/, replacement: `${root}packages/core/src/openapi.ts` },
      {
        find: /^@substrate\/(core|detector|probe-v8|probe-jvm|probe-clr|semantic|expr|auth|server|client|mcp|page)$/,
        replacement: `${root}packages/$1/src/index.ts`,
      },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    passWithNoTests: false,
    // Live tests meet machines that are busy with other things: one that fails is asked once more where nobody can.
    retry: process.env.CI ? 1 : 0,
    reporters: results
      ? ['default', ['json', { outputFile: join(results, `${basename(process.cwd())}${process.env.SUBSTRATE_PART ?? ''}.json`) }]]
      : ['default'],
  },
});
