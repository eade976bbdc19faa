/** Rooms of a hostel (Vue 3, Element Plus): a table, a filter, switches, a dialog and a slider. */
export default {
  get: { npm: { vue: '3.5.13', 'element-plus': '2.9.11' } },
  page: '/',
  ready: () => document.querySelectorAll('.el-table__body tr').length >= 5,
  drive: async (page) => {
    await page.locator('.el-table__body tr', { hasText: 'Attic' }).click();
    await page.locator('.el-switch').click();
  },
};
