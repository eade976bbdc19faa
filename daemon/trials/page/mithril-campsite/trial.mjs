/** The office of a campsite (Mithril), all of it in a closure: one booking was added, one guest is here, the price was raised. */
export default {
  get: { npm: { mithril: '2.3.8' } },
  page: '/',
  ready: () => document.querySelectorAll('tbody tr').length === 2,
  async drive(page) {
    const form = page.locator('#new-booking');
    await form.getByLabel('Guest').fill('Oskar Lindqvist');
    await form.getByLabel('Pitch').fill('C12');
    await form.getByLabel('Arrives').fill('2026-07-09');
    await form.getByLabel('Nights').fill('5');
    await form.getByLabel('Electricity').check();
    await form.getByRole('button', { name: 'Book' }).click();
    await page.getByRole('button', { name: 'Check in Maarten de Wit' }).click();
    await page.getByLabel('Price of a night').fill('21');
    await page.getByLabel('Season').selectOption('high');
    await form.getByLabel('Guest').fill('Family Okoro');
  },
};
