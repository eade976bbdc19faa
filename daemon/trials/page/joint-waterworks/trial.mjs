/** A plan of waterworks that is drawn and changed (JointJS, no framework), as one minified bundle. */
export default {
  get: {
    npm: { '@joint/core': '4.1.1', esbuild: '0.28.2' },
    files: ['build.mjs', 'waterworks.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.joint-element').length === 5,
  drive: async (page) => {
    const pump = page.locator('.joint-element', { hasText: 'North pump' });
    const box = await pump.boundingBox();
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 80, { steps: 5 });
    await page.mouse.up();
    await page.getByLabel('Flow').fill('310');
    await page.getByLabel('Flow').press('Tab');
    await page.getByLabel('Snap to grid').click();
    await page.waitForFunction(() => document.getElementById('total').textContent === '730 m³/h');
  },
};
