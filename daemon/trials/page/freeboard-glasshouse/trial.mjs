/** freeboard as it is published (Knockout, jQuery and Gridster, minified): a dashboard of a glasshouse with three panes and two sources that were read once; it is being edited. */
export default {
  get: { npm: { freeboard: '1.0.2' } },
  page: '/node_modules/freeboard/freeboard/index.html#source=/board.json',
  ready: () => document.body.textContent.includes('Milka Ferro') && document.body.textContent.includes('6350'),
  async drive(page) {
    await page.click('#toggle-header');
    await page.waitForFunction(() => document.querySelectorAll('#datasources-list tbody tr').length === 2);
  },
};
