/** Knockout: values behind functions. */
export default {
  get: { npm: { knockout: '3.5.1' } },
  page: '/',
  ready: () => document.querySelectorAll('tbody tr').length === 2,
};
