/** A drawing table for stained glass on a canvas (Paper.js), with panes that can be chosen, coloured and moved; the app is a minified bundle. */
export default {
  get: { npm: { paper: '0.12.20', esbuild: '0.28.2' }, files: ['build.mjs', 'window.js'], build: 'build.mjs' },
  page: '/',
  ready: () => document.getElementById('count').textContent === '5',
  drive: async (page) => {
    const box = await page.locator('canvas').boundingBox();
    await page.mouse.click(box.x + 350, box.y + 260);
    await page.getByLabel('Colour').selectOption('cobalt');
    await page.mouse.move(box.x + 120, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 140, box.y + 150, { steps: 4 });
    await page.mouse.up();
    await page.getByLabel('Title').fill('East chapel');
    await page.waitForFunction(() => document.getElementById('status').textContent.includes('Moved'));
  },
};
