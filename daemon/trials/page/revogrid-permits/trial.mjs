/** Permits of a town in RevoGrid (a custom element of Stencil): only the rows that are in sight are in the document; one cell was edited. */
export default {
  get: { npm: { '@revolist/revogrid': '4.28.1' } },
  page: '/',
  ready: () => document.querySelectorAll('revogr-data .rgRow').length > 5,
  async drive(page) {
    const cell = page.locator('revogr-data [data-rgcol="0"][data-rgrow="2"]').last();
    await cell.dblclick();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Nachtmarkt e.V.');
    await page.keyboard.press('Enter');
    await page.getByLabel('Clerk').fill('Beate Kuhl');
    await page.waitForSelector('#edits:has-text("1")');
  },
};
