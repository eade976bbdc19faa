/** A game on a canvas (PixiJS, no framework): tiles are laid into a mosaic for points; the page is one minified bundle. */
export default {
  get: {
    npm: { 'pixi.js': '8.6.0', esbuild: '0.28.2' },
    files: ['build.mjs', 'mosaic.js', 'game.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelector('canvas') !== null && document.getElementById('points').textContent === '0',
  drive: async (page) => {
    const box = await page.locator('canvas').boundingBox();
    const press = (column, row) => page.mouse.click(box.x + 40 + column * 60, box.y + 40 + row * 60);
    await page.getByLabel('Player').fill('Theodora');
    await press(1, 1);
    await press(2, 1);
    await page.getByRole('button', { name: 'ochre' }).click();
    await press(2, 2);
    await page.getByLabel('Level').selectOption('hard');
    await page.waitForFunction(() => document.getElementById('points').textContent === '13');
  },
};
