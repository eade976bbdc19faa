/** PEV2 as published (Vue 3, minified): how a database went about a question about canals; its five steps are marked by how long they took, and one is looked at. */
export default {
  get: { npm: { pev2: '1.21.0', vue: '3.5.45', bootstrap: '5.3.8' } },
  page: '/',
  ready: () => document.querySelectorAll('.plan-node').length === 5,
  async drive(page) {
    await page
      .locator('.btn', { hasText: /^\s*rows\s*$/ })
      .first()
      .click();
    await page.locator('.btn', { hasText: /^\s*duration\s*$/ }).click();
    await page.locator('.plan-node a', { hasText: '#3' }).click();
    await page.waitForFunction(() => location.hash === '#plan/node/3');
  },
};
