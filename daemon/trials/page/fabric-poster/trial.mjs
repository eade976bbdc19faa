/** A tool to draw a poster, on a canvas: what is drawn is in the model of Fabric alone, in a module of the page. */
export default {
  get: { npm: { fabric: '6.9.1' } },
  page: '/',
  ready: () => document.getElementById('count')?.textContent === '4',
};
