/** No framework: custom elements with closed shadow roots, state in WeakMaps, private fields and signals of a published library, all of it in one module. */
export default {
  get: { npm: { '@preact/signals-core': '1.12.1' } },
  page: '/',
  ready: () => customElements.get('ferry-board') !== undefined && document.querySelector('ferry-board') !== null,
};
