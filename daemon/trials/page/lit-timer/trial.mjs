/** A custom element of Lit, with a shadow root and a private field. */
export default {
  get: { npm: { lit: '3.3.1' } },
  page: '/',
  ready: () => document.querySelector('kitchen-timers').shadowRoot?.querySelectorAll('li').length === 3,
};
