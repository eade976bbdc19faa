/** An auction house in Backbone: models, a collection and views that know each other by events; nothing of it is global. */
export default {
  get: { npm: { backbone: '1.6.1', underscore: '1.13.7', jquery: '3.7.1' } },
  page: '/',
  ready: () => document.querySelectorAll('.lot').length === 4,
  async drive(page) {
    await page.click('.lot:has-text("Brass sextant") .show');
    await page.fill('#bid', '460');
    await page.click('text=Take the bid');
    await page.fill('#bidder', 'Paddle 52');
    await page.click('.lot:has-text("Walnut chess table") .watch');
    await page.waitForSelector('.price:has-text("460")');
  },
};
