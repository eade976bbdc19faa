/** A published table with formulas (jspreadsheet, minified), and one cell changed. */
export default {
  get: { npm: { 'jspreadsheet-ce': '4.15.0', jsuites: '5.4.6' } },
  page: '/',
  ready: () => document.querySelectorAll('.jexcel tbody tr').length >= 4,
  async drive(page) {
    await page.evaluate(() => {
      document.getElementById('sheet').jspreadsheet.setValue('B2', 310);
    });
  },
};
