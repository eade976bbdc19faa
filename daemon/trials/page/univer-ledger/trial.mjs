/** Univer, as published: a spreadsheet on canvas, 8 MB of minified program; the workbook is in its model and not in the document. */
export default {
  get: { npm: { '@univerjs/umd': '0.4.2' } },
  page: '/',
  ready: () => document.querySelectorAll('#app canvas').length > 0 && /Suppliers/.test(document.body.textContent ?? ''),
};
