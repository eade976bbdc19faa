/** A talk in reveal.js as published, minified: the second slide of a stack is up, with two of its three points. */
export default {
  get: { npm: { 'reveal.js': '6.0.2' } },
  page: '/',
  ready: () => document.querySelector('.reveal.ready') !== null,
  async drive(page) {
    await page.goto(`${new URL(page.url()).origin}/#/`);
    await page.waitForFunction(() => document.querySelector('.reveal.ready section.present h1') !== null);
    for (const key of ['ArrowRight', 'ArrowDown', 'Space', 'Space']) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelectorAll('#stakes.present .fragment.visible').length === 2);
  },
};
