/** Orders of a canteen (Vue 3, Vuetify): tabs, a data table, chips, a slider, a dialog and a snackbar. */
export default {
  get: { npm: { vue: '3.5.13', vuetify: '3.7.6' } },
  page: '/',
  ready: () => document.querySelectorAll('.v-data-table tbody tr').length >= 4,
  drive: async (page) => {
    await page.locator('tbody tr', { hasText: 'Barley soup' }).click();
    await page.locator('.v-chip', { hasText: 'vegan' }).click();
  },
};
