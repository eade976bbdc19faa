/** A table with pages, order and a search box (simple-datatables). */
export default {
  get: { npm: { 'simple-datatables': '10.0.0' } },
  page: '/',
  ready: () => document.querySelectorAll('tbody tr').length === 10,
  async drive(page) {
    await page.evaluate("table.columns.sort(3, 'desc')");
    await page.fill('input.datatable-input', 'Turin');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 8);
  },
};
