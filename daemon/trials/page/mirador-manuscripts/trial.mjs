/** Mirador, as published: a viewer of manuscripts, minified, on React and Redux; here with a book of three pages, the second of them open. */
export default {
  get: { npm: { mirador: '4.0.0' } },
  page: '/',
  ready: () => document.querySelector('.mirador-window') !== null && /Herbal of Ilse/.test(document.body.textContent ?? ''),
};
