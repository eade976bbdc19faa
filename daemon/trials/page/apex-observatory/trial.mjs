/** A dashboard of an observatory: MobX keeps the domes, ApexCharts draws what they measure; classes in a module, no framework. */
export default {
  get: { npm: { mobx: '6.15.0', apexcharts: '5.3.6' } },
  page: '/',
  ready: () => document.querySelectorAll('.apexcharts-series').length >= 3,
  async drive(page) {
    await page.click('text=Dome south');
    await page.getByLabel('Threshold').fill('2.8');
    await page.click('text=Open the dome');
    await page.waitForSelector('#state:has-text("open")');
  },
};
