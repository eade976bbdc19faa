/** Three scripts of a turbine in the Monaco editor (as published, minified): one is open and was changed, one has a warning. */
export default {
  get: { npm: { 'monaco-editor': '0.52.2' } },
  page: '/',
  ready: () => document.body.dataset.ready === 'yes' && document.querySelectorAll('.view-line').length > 2,
  async drive(page) {
    await page.click('#tabs button:has-text("limits.json")');
    await page.waitForSelector('#status:has-text("limits.json")');
    await page.click('#tabs button:has-text("yaw.js")');
    await page.waitForSelector('.view-line:has-text("heading")');
    await page.click('.view-line:has-text("let heading = 215;")');
    await page.keyboard.press('End');
    await page.keyboard.type(' // from the mast');
    await page.waitForSelector('#status:has-text("line 2, column 36; 1 unsaved")');
  },
};
