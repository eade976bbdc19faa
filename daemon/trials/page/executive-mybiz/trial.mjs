/** Executive Dashboard, an example application of Ext JS 6 as it is published, minified: figures of a firm by region and quarter, one of each hidden, posts of which one kind is shown, and two charts whose subject was chosen. */
export default {
  get: { npm: { 'extjs-gpl': '6.2.0' } },
  page: '/node_modules/extjs-gpl/build/examples/classic/executive-dashboard/index.html',
  ready: () => document.querySelectorAll('.x-tab').length > 3,
  async drive(page) {
    const tab = (text) => page.locator('.x-tab', { hasText: text }).click();
    const press = (text) => page.locator('.x-btn:visible', { hasText: text }).first().click();
    const item = (text) => page.locator('.x-menu:visible .x-menu-item-link', { hasText: text }).click();
    await tab('KPI Overview');
    await press('SALES');
    await page.waitForFunction(() => location.hash === '#!kpi/sales');
    await tab('Performance');
    await press('AAPL');
    await page.waitForFunction(() => location.hash === '#!quarterly/GOOG');
    await tab('Company News');
    await press('All Posts');
    await press('News');
    await page.waitForFunction(() => location.hash === '#!news/forum');
    await tab('Profit & Loss');
    await page.waitForSelector('.x-grid-group-hd:visible');
    await press('Quarter');
    await item('Quarter 3, 2010');
    await page.keyboard.press('Escape');
    await press('Region');
    await item('Europe');
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      () => location.hash === '#!profitloss' && !document.querySelector('.dynamic-pl-grid').textContent.includes('Europe'),
    );
  },
};
