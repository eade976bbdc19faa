/** A plan of tasks over time (Frappe Gantt), drawn as SVG by a minified library. */
export default {
  get: { npm: { 'frappe-gantt': '1.2.2' } },
  page: '/',
  ready: () => document.querySelectorAll('.bar-wrapper').length === 4,
};
