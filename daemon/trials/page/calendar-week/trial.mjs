/** A published calendar (FullCalendar 6, minified) with events, on a fixed day. */
export default {
  get: { npm: { fullcalendar: '6.1.19' } },
  page: '/',
  ready: () => document.querySelectorAll('.fc-event').length >= 3,
};
