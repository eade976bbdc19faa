/** GrapesJS, as published: an editor of web pages, minified; here the leaflet of a choir, one heading selected, for a telephone. */
export default {
  get: { npm: { grapesjs: '0.23.6' } },
  page: '/',
  ready: () => document.querySelector('.gjs-frame')?.contentDocument?.querySelector('h1') != null,
  async drive(page) {
    await page.frameLocator('.gjs-frame').locator('h1').click();
    await page.selectOption('.gjs-devices', { label: 'Telephone' });
  },
};
