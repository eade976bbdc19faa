/** The report of webpack-bundle-analyzer, as published: a minified page on Preact and MobX that draws a map of boxes on canvas. */
export default {
  get: { npm: { 'webpack-bundle-analyzer': '5.4.0' } },
  page: '/',
  ready: () => document.querySelector('canvas') !== null && /Treemap sizes/.test(document.body.textContent ?? ''),
};
