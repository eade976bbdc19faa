/** A mail client in Vue's production build, as a module: what it knows is in `setup` and in variables of the module. */
export default {
  get: { npm: { vue: '3.5.22' } },
  page: '/',
  ready: () => document.querySelectorAll('#app li').length > 2,
};
