/** What a person types at the page's own prompt. */
const commands = [
  "each 'hefts = Math.round(sheep / 20)' target=commons",
  "filter 'litres > 100' target=springs + name=wells",
  'style fill=#c9a227 target=commons',
];

/** mapshaper's web page as published: an editor of maps with two layers of a moor, a third that was made of one of them, and commands at its prompt. */
export default {
  get: { npm: { mapshaper: '0.7.70' } },
  page: '/node_modules/mapshaper/www/index.html?files=commons.geojson,springs.geojson',
  ready: () =>
    [...document.querySelectorAll('.submit-btn')].some((one) => one.textContent === 'Submit' && one.getClientRects().length > 0),
  async drive(page) {
    await page.locator('.submit-btn:visible', { hasText: 'Submit' }).click();
    await page.waitForFunction(() => window.mapshaper.getRuntimeStateContext().ui.layer_count === 2);
    await page.waitForTimeout(500);
    await page.locator('.console-tab:visible').first().click();
    for (const command of commands) {
      await page.waitForTimeout(500);
      await page.keyboard.type(command);
      await page.keyboard.press('Enter');
    }
    await page.waitForFunction(() => {
      const { session, active_layer } = window.mapshaper.getRuntimeStateContext();
      return session.command_count === 5 && active_layer === 'commons';
    });
  },
};
