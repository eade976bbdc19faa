/** Charts (Apache ECharts) with a legend that was used; what is drawn lies in the library's model. */
export default {
  get: { npm: { echarts: '5.6.0' } },
  page: '/',
  ready: () => document.querySelectorAll('canvas').length === 2,
  drive: (page) => page.selectOption('#year', '2025'),
};
