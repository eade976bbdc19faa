/** A tree of folders (jQuery, jsTree) and what is known of the file that is chosen. */
export default {
  get: { npm: { jquery: '3.7.1', jstree: '3.3.17' } },
  page: '/',
  ready: () => document.querySelectorAll('.jstree-node').length >= 5,
  drive: (page) => page.locator('.jstree-anchor', { hasText: 'charter.pdf' }).click(),
};
