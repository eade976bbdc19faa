/** A tree of names and values: one that can be edited in place (no package, `contenteditable`), one that is only shown (json-formatter-js). */
export default {
  get: { npm: { 'json-formatter-js': '2.5.18' } },
  page: '/',
  ready: () => document.querySelectorAll('.leaf').length > 8 && document.querySelector('.json-formatter-row') !== null,
};
