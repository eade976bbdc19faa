/** A file manager (DevExtreme, as published): folders and files are in memory, one folder is open and one file is chosen. */
export default {
  get: { npm: { 'devextreme-dist': '25.1.5' } },
  page: '/',
  ready: () => /Minutes\.docx/.test(document.body.textContent ?? ''),
  async drive(page) {
    await page.locator('.dx-filemanager-details-item-name', { hasText: 'Contracts' }).dblclick();
    await page.locator('.dx-data-row', { hasText: 'Lease 2027.pdf' }).click();
    await page.waitForSelector('#size:has-text("182")');
  },
};
