/** A published editor of JSON documents (jsoneditor, minified), in its tree mode. */
export default {
  get: { npm: { jsoneditor: '10.4.3' } },
  page: '/',
  ready: () => document.querySelectorAll('.jsoneditor-tree tr').length > 8,
};
