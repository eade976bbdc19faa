/** A form for JSON that a published library (JSON Editor) makes of a description; its values are in a tree of editors that a closure holds. */
export default {
  get: { npm: { '@json-editor/json-editor': '2.15.2' } },
  page: '/',
  ready: () => document.querySelectorAll('#form input').length > 4,
};
