/** A game on LittleJS: a lamplighter walks a quay and lights lanterns; two are lit. */
export default {
  get: { npm: { littlejsengine: '1.20.0' } },
  page: '/',
  ready: () => document.title.startsWith('Lanterns') && document.querySelector('canvas') !== null,
  async drive(page) {
    await page.locator('body').press('KeyL');
    await page.waitForFunction(() => document.title.includes('1 lit'));
    await page.locator('body').press('KeyL');
    await page.waitForFunction(() => document.title.includes('2 lit'));
  },
};
