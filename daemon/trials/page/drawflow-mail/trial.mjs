export default {
  get: { npm: { drawflow: '0.0.60' } },
  page: '/',
  ready: () => document.querySelectorAll('.drawflow-node').length === 3,
};
