/** A household budget in Solid, without a build: a store, signals and memos inside of components, an entry that is half written. */
export default {
  get: { npm: { 'solid-js': '1.9.10' } },
  page: '/',
  ready: () => document.querySelectorAll('.envelope').length === 4,
  async drive(page) {
    await page.click('.envelope:has-text("Groceries")');
    await page.getByLabel('What for').fill('Winter tyres');
    await page.getByLabel('Amount').fill('310');
    await page.waitForSelector('.entries li');
  },
};
