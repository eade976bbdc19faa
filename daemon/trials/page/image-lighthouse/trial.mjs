/** Toast UI's image editor (on fabric), bundled and minified: a picture with a caption and a shape on it, turned and made grey. */
export default {
  get: {
    npm: {
      'tui-image-editor': '3.15.3',
      fabric: '4.6.0',
      'tui-code-snippet': '2.3.3',
      'tui-color-picker': '2.2.8',
      esbuild: '0.28.2',
    },
    files: ['main.js', 'build.mjs'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelector('.tie-btn-shape.active') !== null && document.querySelector('.lower-canvas') !== null,
  async drive(page) {
    const canvas = page.locator('.upper-canvas');
    await page.waitForFunction(() => document.querySelector('.lower-canvas').width > 300);
    await page.click('.tie-shape-button .tui-image-editor-button.circle');
    const box = await canvas.boundingBox();
    await page.mouse.move(box.x + 120, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y + 180, { steps: 5 });
    await page.mouse.up();
    await page.click('.tie-btn-text');
    await page.mouse.dblclick(box.x + 320, box.y + 60);
    await page.waitForFunction(() => /Text/.test(document.querySelector('.tie-panel-history')?.textContent));
    await page.mouse.click(box.x + 420, box.y + 88);
    await page.mouse.dblclick(box.x + 420, box.y + 88);
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Rocks');
    await page.click('.tie-btn-filter');
    await page.click('.tui-image-editor-checkbox:has(.tie-grayscale)');
  },
};
