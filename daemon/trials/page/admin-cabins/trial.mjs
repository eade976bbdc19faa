/** The back office of a letting agency: jQuery with DataTables, Select2 and toastr, and a script of its own that is not minified. */
export default {
  get: {
    npm: {
      jquery: '3.7.1',
      'datatables.net': '2.3.8',
      'datatables.net-dt': '2.3.8',
      select2: '4.0.13',
      toastr: '2.1.4',
    },
  },
  page: '/',
  ready: () => document.querySelectorAll('#cabins tbody tr').length === 5,
  drive: async (page) => {
    await page.locator('#cabins tbody tr', { hasText: 'Otter Lodge' }).click();
    await page.locator('#cabin [name=rate]').fill('145');
    await page.locator('#region + .select2').click();
    await page.locator('.select2-results__option', { hasText: 'Hill country' }).click();
    await page.getByRole('button', { name: 'Save cabin' }).click();
    await page.locator('.toast-message', { hasText: 'Otter Lodge saved' }).waitFor();
    await page.locator('#cabins thead th', { hasText: 'Sleeps' }).click();
  },
};
