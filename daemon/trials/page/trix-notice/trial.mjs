/** A rich text editor that is a custom element (Trix): the document is in a model behind the element, a form is around it. */
export default {
  get: { npm: { trix: '2.1.15' } },
  page: '/',
  ready: () =>
    document.querySelector('trix-editor h1, trix-editor div') !== null && document.querySelector('trix-toolbar') !== null,
};
