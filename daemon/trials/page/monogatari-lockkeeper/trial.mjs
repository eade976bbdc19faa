/** A story told with Monogatari, an engine of visual novels as published: the reader had the gate opened, and Berend speaks. */
export default {
  get: { npm: { '@monogatari/core': '2.8.0' }, overrides: { 'random-js': '2.1.0' } },
  page: '/',
  ready: () => document.querySelector('main-menu [data-action="start"]') !== null,
  async drive(page) {
    const says = (text) => page.locator('text-box', { hasText: text }).first().waitFor();
    const goOn = () => page.mouse.click(400, 200);
    await page.locator('main-menu [data-action="start"]').first().click();
    await says('11 sacks of coal left');
    await goOn();
    await says('Open the gate, Berend');
    await goOn();
    await page.locator('[data-choice="Open"]').click();
    await says('May your stove never go out');
    await goOn();
    await says('It will, on Thursday');
  },
};
