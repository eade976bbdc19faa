/** A brew log (Hyperapp): one state in a closure, drawn by a virtual document. */
export default {
  get: { npm: { hyperapp: '2.0.22' } },
  page: '/',
  ready: () => document.querySelectorAll('.batch').length === 4,
  drive: async (page) => {
    await page.locator('.batch', { hasText: 'Smoked Porter' }).getByRole('button', { name: 'Details' }).click();
    await page.getByLabel('Gravity').fill('1.014');
  },
};
