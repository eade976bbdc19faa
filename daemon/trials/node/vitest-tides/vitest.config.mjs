import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'harbour tides', pool: 'forks', testTimeout: 7500, retry: 1, slowTestThreshold: 450, watch: true },
});
