/** A game on a canvas, no package: classes of a module, what they know in private fields and maps. */
export default {
  page: '/',
  ready: () => document.querySelector('canvas') !== null,
  async drive(page) {
    for (let moves = 0; moves < 3; moves += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
  },
};
