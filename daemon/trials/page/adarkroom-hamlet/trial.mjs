/** A Dark Room as it is published (jQuery and scripts in the open): a game of words, with a hamlet of eight where somebody played on from a saved state. */
export default {
  get: { npm: { adarkroom: '1.0.1' } },
  page: '/',
  ready: () => document.querySelector('#build_trap') !== null && document.querySelector('#workers') !== null,
  async drive(page) {
    await page.click('#build_trap');
    await page.waitForFunction(() => document.querySelector('#row_wood .row_val')?.textContent === '381');
  },
};
