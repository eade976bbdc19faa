/** Stock of a wine cellar in a sheet (Handsontable) that a module holds. */
export default {
  get: { npm: { handsontable: '15.3.0' } },
  page: '/',
  ready: () => document.querySelectorAll('.htCore tbody tr').length >= 6,
  drive: async (page) => {
    await page.locator('.ht_master tbody tr').nth(2).locator('td').nth(3).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('31');
    await page.keyboard.press('Enter');
  },
};
