/** The editor of decision tables dmn-js as published, minified: a ferry's fares are open as a table, and a price was changed. */
export default {
  get: { npm: { 'dmn-js': '17.10.2' } },
  page: '/',
  ready: () => document.querySelectorAll('#views button').length === 3,
  async drive(page) {
    await page.click('#views button:has-text("Fare") >> nth=1');
    await page.waitForSelector('.tjs-container .output-cell');
    const cell = page.locator('.tjs-container tbody tr').nth(2).locator('td.output-cell');
    await cell.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('31.5');
    await page.click('.decision-table-name');
    await page.waitForFunction(() => document.querySelector('.tjs-container').textContent.includes('31.5'));
  },
};
