/** The mail of a choir (Svelte 5): folders, a list, a reader and a letter being written, as one minified bundle. */
export default {
  get: {
    npm: { svelte: '5.57.3', esbuild: '0.28.2' },
    files: ['build.mjs', 'main.js', 'Mail.svelte', 'Compose.svelte', 'box.svelte.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.row').length >= 3,
  drive: async (page) => {
    await page.locator('.row', { hasText: 'Robes for the tour' }).click();
    await page.getByRole('button', { name: 'Star' }).click();
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.getByLabel('Message').fill('Twelve of them are in the vestry.');
    await page.getByLabel('Copy to').fill('treasurer@cantabile.example');
  },
};
