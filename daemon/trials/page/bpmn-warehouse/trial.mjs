/** bpmn-js, as published and minified: a modeler of business processes, with the process of a warehouse and one of its tasks selected. */
export default {
  get: { npm: { 'bpmn-js': '18.31.1' } },
  page: '/',
  ready: () => document.querySelectorAll('.djs-shape').length >= 5,
  drive: (page) => page.locator('[data-element-id="pack"]').first().click(),
};
