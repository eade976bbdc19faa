/** A network on canvas (Cytoscape), imported as a minified module: the graph is a variable of the page's module and nothing else. */
export default {
  get: { npm: { cytoscape: '3.33.1' } },
  page: '/',
  ready: () => document.querySelectorAll('#net canvas').length > 0,
};
