/** Swagger UI, as published: an application on React and Redux, here with the interface of a bakery and one request about to be sent. */
export default {
  get: { npm: { 'swagger-ui-dist': '5.29.0' } },
  page: '/',
  ready: () => document.querySelectorAll('.opblock').length === 3,
  async drive(page) {
    await page.click('#operations-orders-listOrders .opblock-summary-control');
    await page.click('#operations-orders-listOrders .try-out__btn');
    await page.fill('#operations-orders-listOrders input[placeholder="day"]', '2026-11-20');
    await page.selectOption('#operations-orders-listOrders tr[data-param-name="status"] select', 'baked');
  },
};
