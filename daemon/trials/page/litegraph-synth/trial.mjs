/** A graph of nodes drawn on canvas (litegraph.js). */
export default {
  get: { npm: { 'litegraph.js': '0.7.18' } },
  page: '/',
  ready: () => document.querySelector('#steps').textContent !== '0 steps',
  drive: (page) => page.locator('#step').click(),
};
