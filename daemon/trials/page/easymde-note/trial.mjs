/** A Markdown editor on CodeMirror 5. */
export default {
  get: { npm: { easymde: '2.20.0' } },
  page: '/',
  ready: () => document.querySelector('.CodeMirror') !== null,
  async drive(page) {
    await page.click('.CodeMirror');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('- Dark theme');
  },
};
