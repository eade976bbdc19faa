/** A rich text editor (Quill) with a letter that is kept in a closure. */
export default {
  get: { npm: { quill: '2.0.3' } },
  page: '/',
  ready: () => document.querySelector('.ql-editor p') !== null,
  drive: (page) => page.fill('#subject', 'Meeting in Lyon'),
};
