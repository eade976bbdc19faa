/** A game of pushing crates (Phaser, on canvas): what stands where is in a scene, and nothing of it is in the document. */
export default {
  get: { npm: { phaser: '3.90.0' } },
  page: '/',
  ready: () => document.querySelector('canvas[data-ready]') !== null,
  async drive(page) {
    await page.click('canvas');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight']) {
      await page.keyboard.press(key, { delay: 60 });
      await page.waitForTimeout(120);
    }
    await page.waitForSelector('canvas[data-moves="4"]');
  },
};
