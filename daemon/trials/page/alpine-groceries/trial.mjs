/** Alpine.js: state in an attribute of the document. */
export default {
  get: { npm: { alpinejs: '3.14.9' } },
  page: '/',
  ready: () => document.querySelectorAll('li').length === 3,
  drive: (page) => page.fill('input[placeholder]', 'Coffee'),
};
