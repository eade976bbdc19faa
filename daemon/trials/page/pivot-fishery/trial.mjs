/** What fishing boats landed, in a table that is turned by dragging (PivotTable.js with jQuery UI), nothing of it minified. */
export default {
  get: { npm: { pivottable: '2.23.0', jquery: '3.7.1', 'jquery-ui-dist': '1.13.3' } },
  page: '/',
  ready: () => document.querySelector('.pvtGrandTotal') !== null,
  drive: async (page) => {
    await page.locator('select.pvtAggregator').selectOption('Sum');
    await page.locator('select.pvtAttrDropdown').selectOption('Kilos');
    await page.getByLabel('Season').fill('Winter 2026');
    await page.getByRole('button', { name: 'Mark as checked' }).click();
    await page.waitForFunction(() => document.querySelector('.pvtGrandTotal').dataset.value === '2975');
  },
};
