/** Lanes of a swimming pool in EventCalendar (a Svelte component, as published): a week of bookings, resources, one booking that was clicked. */
export default {
  get: { npm: { '@event-calendar/build': '4.6.0' } },
  page: '/',
  ready: () => document.querySelectorAll('.ec-event').length >= 5,
  async drive(page) {
    await page.click('.ec-event:has-text("Masters training")');
    await page.waitForSelector('#details h2');
  },
};
