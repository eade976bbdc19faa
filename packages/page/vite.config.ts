import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';

/** The page as files that need nobody else: one script, one style sheet, no inline code. */
export default {
  root: fileURLToPath(new URL('./site', import.meta.url)),
  base: '/',
  logLevel: 'warn',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: { outDir: '../dist/site', emptyOutDir: true, target: 'es2022', modulePreload: false, assetsInlineLimit: 0 },
} satisfies UserConfig;
