/** A game on a canvas, made with KAPLAY: a boat that was steered twice, three puffins of which one was fed, two crates. */
export default {
  get: { npm: { kaplay: '3001.0.19' } },
  page: '/',
  ready: () => globalThis.ready === true,
  async drive(page) {
    await page.click('canvas', { position: { x: 20, y: 480 } });
    for (const key of ['ArrowRight', 'ArrowRight', 'f']) {
      await page.keyboard.down(key);
      await page.waitForTimeout(150);
      await page.keyboard.up(key);
      await page.waitForTimeout(150);
    }
    await page.waitForFunction(() => document.title === 'Puffin rescue: 365 points, 60 litres');
  },
};
