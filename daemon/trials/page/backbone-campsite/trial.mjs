/** An older office page (Backbone, Underscore, jQuery, jQuery UI): one booking was added, one guest is here, the price was raised. */
export default {
  get: { npm: { backbone: '1.6.1', underscore: '1.13.8', jquery: '3.7.1', 'jquery-ui': '1.13.3' } },
  page: '/',
  ready: () => document.querySelectorAll('#bookings tbody tr').length === 2,
  async drive(page) {
    const form = page.locator('#new-booking');
    await form.getByLabel('Guest').fill('Oskar Lindqvist');
    await form.getByLabel('Pitch').fill('C12');
    await form.getByLabel('Arrives').fill('2026-07-09');
    await page.keyboard.press('Escape');
    await form.getByLabel('Nights').fill('5');
    await form.getByLabel('Electricity').check();
    await form.getByRole('button', { name: 'Book' }).click();
    await page.getByRole('button', { name: 'Check in Maarten de Wit' }).click();
    await page.getByRole('tab', { name: 'Prices' }).click();
    await page.locator('#night-slider .ui-slider-handle').focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await page.getByLabel('Season').selectOption('high');
    await page.getByRole('tab', { name: 'Bookings' }).click();
    await form.getByLabel('Guest').fill('Family Okoro');
  },
};
