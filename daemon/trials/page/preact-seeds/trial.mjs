/** A shop (Preact with its signals, htm): modules, no build, nothing on the window. */
export default {
  get: { npm: { preact: '10.29.8', '@preact/signals': '2.11.4', htm: '3.1.1' } },
  page: '/',
  ready: () => document.querySelectorAll('.packet').length === 5,
  async drive(page) {
    const click = (name) => page.getByRole('button', { name, exact: true }).click();
    await click('Add Crimson broad bean');
    await click('Add Crimson broad bean');
    await click('Add Crimson broad bean');
    await click('Add Sweet pea Matucana');
    await page.getByLabel('Coupon').fill('earlybird');
    await click('Redeem');
    await page.getByLabel('Your name').fill('Hester Quill');
    await page.getByLabel('Town').fill('Ludlow');
    await page.getByLabel('Show').selectOption('flower');
  },
};
