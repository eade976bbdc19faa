/** Decap, as published: a content system in the browser (React, Redux, minified) with the pages of a museum in its own backend for trying things; one exhibit is open, changed and published. */
export default {
  get: { npm: { 'decap-cms': '3.16.3' } },
  page: '/',
  ready: () => /Collections|Publish/.test(document.body.textContent),
  drive: async (page) => {
    await page.evaluate(() => {
      window.location.hash = '#/collections/exhibits';
    });
    await page.getByText('Cuckoo clock (1738)').click();
    await page.getByLabel('Maker').fill('Franz Anton Ketterer');
    await page.getByLabel('Year').fill('1741');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Publish now', { exact: true }).click();
    await page.getByText('Changes saved').first().waitFor();
  },
};
