/** A game on Excalibur (entities with components, in a scene), bundled and minified: the basket was moved, the wind has turned, an apple was picked. */
export default {
  get: { npm: { excalibur: '0.32.0', esbuild: '0.28.2' }, files: ['main.js', 'build.mjs'], build: 'build.mjs' },
  page: '/',
  ready: () => document.body.dataset.ready === 'yes',
  async drive(page) {
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'w', ' ']) {
      await page.keyboard.press(key, { delay: 80 });
      await page.waitForTimeout(120);
    }
  },
};
