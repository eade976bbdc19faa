import vue from '@vitejs/plugin-vue';
import { build } from 'vite';

await build({ logLevel: 'error', plugins: [vue()], build: { outDir: 'site', rollupOptions: { input: 'darkroom.html' } } });
