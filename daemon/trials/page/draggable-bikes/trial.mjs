/** The board of a bicycle workshop (Vue 3, vuedraggable): columns of repairs, as one minified bundle. */
export default {
  get: {
    npm: { vue: '3.5.22', vuedraggable: '4.1.0', esbuild: '0.28.2' },
    files: ['build.mjs', 'board.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.card').length === 6,
  drive: async (page) => {
    await page.locator('.card', { hasText: 'Cargo bike' }).click();
    await page.getByRole('button', { name: 'Move on' }).click();
    await page.getByLabel('Mechanic').selectOption('Noor');
    await page.getByLabel('Search').fill('bike');
  },
};
