/** A table for the office: filters above the columns, cells that are edited in place, pages and groups of rows that are chosen. */
export default {
  get: { npm: { 'tabulator-tables': '6.3.1' } },
  page: '/',
  ready: () => document.querySelectorAll('.tabulator-row').length === 5,
};
