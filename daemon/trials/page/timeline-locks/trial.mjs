/** Works at the locks of a canal (vis-timeline): groups, bars over weeks, a chosen one and a window in time. */
export default {
  get: { npm: { 'vis-timeline': '8.5.4' } },
  page: '/',
  ready: () => document.querySelectorAll('.vis-item').length >= 5,
  drive: async (page) => {
    await page.locator('.vis-item', { hasText: 'New gates' }).first().click();
  },
};
