/** Shapes on a canvas (Konva): nothing of them is in the document. */
export default {
  get: { npm: { konva: '9.3.22' } },
  page: '/',
  ready: () => document.querySelector('canvas') !== null,
};
