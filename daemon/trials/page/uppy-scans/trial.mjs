const file = (name, mimeType, length) => ({ name, mimeType, buffer: Buffer.alloc(length, 'a') });

/** Uppy as it is published (Preact, minified): files that wait to be uploaded, one of them described. */
export default {
  get: { npm: { uppy: '6.0.1' } },
  page: '/',
  ready: () => document.querySelector('.uppy-Dashboard-input') !== null,
  async drive(page) {
    const input = page.locator('input.uppy-Dashboard-input[type=file]').first();
    await input.setInputFiles([
      file('baptisms-1741.txt', 'text/plain', 18_432),
      file('marriages-1756.csv', 'text/csv', 7_210),
      file('burials-1763.xml', 'text/xml', 31_004),
    ]);
    await page.waitForSelector('text=burials-1763.xml');
    const item = page.locator('.uppy-Dashboard-Item', { hasText: 'marriages-1756' });
    await item.locator('.uppy-Dashboard-Item-action--edit').click();
    await page.locator('.uppy-Dashboard-FileCard-input').nth(1).fill('C 14');
    await page.locator('.uppy-Dashboard-FileCard-input').nth(2).fill('1750s');
    await page.locator('.uppy-Dashboard-FileCard-actionsBtn').first().click();
    await page.waitForSelector('.uppy-Dashboard-Item-action--edit');
  },
};
