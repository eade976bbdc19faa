export default {
  get: { npm: { gridstack: '12.3.3' } },
  page: '/',
  ready: () => document.querySelectorAll('.grid-stack-item').length === 3,
};
