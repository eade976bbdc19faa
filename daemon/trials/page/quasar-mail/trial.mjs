/** A mail client on Quasar (Vue 3), in its builds for production; a mail is open and another is being written. */
export default {
  get: { npm: { quasar: '2.18.5', vue: '3.5.21' } },
  page: '/',
  ready: () => document.querySelectorAll('.q-page .q-item').length === 3,
  async drive(page) {
    await page.click('text=Papers for the Astrid');
    await page.click('text=Compose');
    await page.fill('[aria-label="To"]', 'tugs@harbour.example');
    await page.fill('[aria-label="Subject"]', 'Two tugs for berth 4');
    await page.waitForSelector('.q-card .text-h6');
  },
};
