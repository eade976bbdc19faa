/** Chart.js on a page of its own, as its manual begins. */
export default {
  get: { npm: { 'chart.js': '4.5.1' } },
  page: '/',
  ready: () => globalThis.Chart !== undefined && document.querySelector('canvas').height > 0,
};
