/** Bookings of a studio (Toast UI Calendar) with a toolbar and a form; the calendar is held by a closure. */
export default {
  get: { npm: { '@toast-ui/calendar': '2.1.3' } },
  page: '/',
  ready: () => document.querySelectorAll('.toastui-calendar-weekday-event').length >= 3,
  drive: (page) => page.locator('#next').click(),
};
