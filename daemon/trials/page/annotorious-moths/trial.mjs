/** Annotorious: shapes over an image, kept in stores of Svelte; one of them is selected. */
export default {
  get: { npm: { '@annotorious/annotorious': '3.8.10' } },
  page: '/',
  ready: () => document.querySelectorAll('#list li').length === 3,
  async drive(page) {
    await page.click('#polygon');
    await page.click('#plate', { position: { x: 180, y: 140 }, force: true });
    await page.waitForFunction(() => document.getElementById('comment').value !== '');
  },
};
