/** The board of a workshop where paintings are restored (Aurelia 2), as one minified bundle. */
export default {
  get: {
    npm: { aurelia: '2.1.0-dev.202509101123', esbuild: '0.28.2' },
    files: ['build.mjs', 'main.js', 'board.js', 'card.js', 'paintings.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.card').length === 3,
  drive: async (page) => {
    await page.getByText('The Eel Seller').click();
    await page.getByRole('button', { name: 'Move on' }).click();
    await page.getByText('Portrait of a Lens Grinder').click();
    await page.getByLabel('Note').fill('Left hand uncovered, pigment sent to the laboratory');
    await page.getByLabel('Hours left').fill('8');
    await page.getByLabel('Hours left').blur();
    await page.getByLabel('Restorer').selectOption('Oskar Lind');
    await page.waitForFunction(() => document.querySelectorAll('.card').length === 2);
  },
};
