export default {
  get: { npm: { 'vis-network': '9.1.13' } },
  page: '/',
  ready: () => document.querySelector('canvas') !== null,
  drive: (page) => page.evaluate("network.selectNodes([3]); document.getElementById('chosen').textContent = 'Chiara chosen'"),
};
