/** Settings in web components: every field is a custom element with a shadow root of its own. */
export default {
  get: { npm: { '@shoelace-style/shoelace': '2.20.1' } },
  page: '/',
  ready: () => Boolean(customElements.get('sl-rating')) && document.querySelector('sl-range')?.shadowRoot !== null,
};
