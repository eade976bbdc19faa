/** Beds of a ward in AngularJS: a service keeps the patients, controllers keep what is chosen and what is being written. */
export default {
  get: { npm: { angular: '1.8.3' } },
  page: '/',
  ready: () => document.querySelectorAll('tbody tr').length === 5,
  async drive(page) {
    await page.click('tr:has-text("Aino Salo")');
    await page.fill('input[name=temperature]', '38.4');
    await page.fill('textarea[name=remark]', 'Slept badly');
    await page.selectOption('select[name=order]', { label: 'By name' });
    await page.waitForSelector('h2:has-text("Aino Salo")');
  },
};
